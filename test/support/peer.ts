import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import { GuardedOutbound, type GuardedOutboundOptions } from '../../src/upstream/outbound/guarded-outbound.js';
import { OUTBOUND_TIMES } from './peer-times.js';

/** A server to call, which counts its connections and keeps the bytes it receives. */
export interface Peer {
  port: number;
  url: string;
  /** Number of connections made so far. */
  connections: number;
  /** Connections that are open now. */
  open: Set<Socket>;
  /** First bytes of each connection or request, as received. */
  heard: string[];
  /** Resolves when no connection is open. */
  closed(): Promise<void>;
}

/**
 * Listens on every interface, so that it receives any connection that is not blocked.
 * @param speak called for each chunk received
 */
export async function startPeer(t: ExecutionContext, speak: (socket: Socket) => void = answerOk): Promise<Peer> {
  const server = createServer((socket) => {
    socket.on('data', (chunk) => {
      peer.heard.push(chunk.toString('latin1'));
      speak(socket);
    });
  });
  const peer = await watched(t, server);
  return peer;
}

/** Counts the connections of any server, starts it on a free port, and stops it with the test. */
export async function watched(t: ExecutionContext, server: Server): Promise<Peer> {
  const open = new Set<Socket>();
  const closed = async () => {
    for (const socket of open) await new Promise((resolve) => socket.once('close', resolve));
  };
  const peer: Peer = { port: 0, url: '', connections: 0, open, heard: [], closed };
  server.on('connection', (socket: Socket) => {
    peer.connections += 1;
    peer.open.add(socket);
    socket.on('error', () => undefined).on('close', () => peer.open.delete(socket));
  });
  server.listen(0);
  await once(server, 'listening');
  peer.port = (server.address() as AddressInfo).port;
  peer.url = `http://127.0.0.1:${peer.port}/`;
  t.teardown(() => {
    server.close();
    for (const socket of peer.open) socket.destroy();
  });
  return peer;
}

export function answerOk(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
}

/** Returns the guard with production settings except the given ones; it is closed at the end of the test. */
export function outboundFor(t: ExecutionContext, options: Partial<GuardedOutboundOptions> = {}): GuardedOutbound {
  const limits = { allow: [], ports: [443], plainHttp: false };
  const outbound = new GuardedOutbound({ ...limits, userAgent: 'Watchfloor/test', ...OUTBOUND_TIMES, ...options });
  t.teardown(() => outbound.close());
  return outbound;
}

/** Returns the error of a rejected promise; fails if the promise was not rejected. */
export async function failureOf<T extends Error>(
  t: ExecutionContext,
  type: new (...values: never[]) => T,
  work: Promise<unknown>,
): Promise<T> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  t.true(error instanceof type, `instead of ${type.name}: ${String(error)}`);
  return error as T;
}
