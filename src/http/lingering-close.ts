import type { Socket } from 'node:net';

/** A peer may keep sending for this long after the response (ms). */
const LINGER_MS = 2_000;

/**
 * Makes the coming close of a connection a lingering one. A connection that is closed while the peer still sends is
 * reset, and a reset discards the response that the peer has not read yet. So this side ends first, reads and drops
 * further data, and only then destroys the connection.
 */
export function closeLingering(socket: Socket): void {
  // Node calls `destroySoon` once a response with `Connection: close` is written.
  socket.destroySoon = () => linger(socket);
}

/** Sends `last` and ends this side; destroys the connection when the peer ends its side, or after `LINGER_MS`. */
export function linger(socket: Socket, last?: string): void {
  // The peer may reset the connection meanwhile. Node removes its own listener from the connection of a CONNECT, and an
  // error without a listener ends the process.
  socket.on('error', () => {});
  if (last === undefined) socket.end();
  else socket.end(last);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer));
}
