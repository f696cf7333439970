import type { Socket } from 'node:net';

/** A peer may keep sending for this long after the response. */
const LINGER_MS = 2_000;

/**
 * Makes the coming close of a connection one the peer survives. Closing while it still sends answers it with a reset,
 * and a reset takes away the answer it has not read yet. So our side ends, what still comes is read and dropped, and
 * only then it is destroyed.
 */
export function closeLingering(socket: Socket): void {
  // The function that Node calls once a response with `Connection: close` is written.
  socket.destroySoon = () => linger(socket);
}

/** Ends our side now, with `last` before it, and the whole connection when the peer has ended its own, or soon. */
export function linger(socket: Socket, last?: string): void {
  if (last === undefined) socket.end();
  else socket.end(last);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer));
}
