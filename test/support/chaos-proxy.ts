import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnOwnPort } from './own-port.js';

export interface ChaosProxy {
  port: number;
  /** From now on accept and swallow everything, in both directions. */
  stall(): void;
  /** Let held-back bytes and everything after them through again. */
  resume(): void;
  /** Cut every connection and refuse new ones. */
  refuse(): Promise<void>;
  /** Listen on the same port again. */
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** A TCP relay on loopback that can stall or refuse, to stand between the service and a store, which may be at a Unix socket. */
export async function chaosProxy(target: { host: string; port: number } | { path: string }): Promise<ChaosProxy> {
  const sockets = new Set<Socket>();
  let stalled = false;
  let port = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (stalled) socket.pause();
  };
  const open = () =>
    createServer((client) => {
      const upstream = connect(target);
      keep(client);
      keep(upstream);
      client.on('data', (bytes) => upstream.write(bytes));
      upstream.on('data', (bytes) => client.write(bytes));
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.destroy());
      if (stalled) for (const socket of [client, upstream]) socket.pause();
    });
  let server = open();
  const accept = async () => {
    server = open();
    if (port === 0) port = await listenOnOwnPort(server);
    else await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const refuse = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await accept();
  return {
    get port() {
      return port;
    },
    stall: () => {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      stalled = false;
      for (const socket of sockets) socket.resume();
    },
    refuse,
    accept,
    close: async () => {
      if (server.listening) await refuse();
    },
  };
}
