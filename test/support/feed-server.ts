import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import { listenOnOwnPort } from './own-port.js';

/** A TCP server of a receiver. It keeps its port while it is closed. */
export interface FeedServer {
  port: number;
  /** Number of connections made so far. */
  connections: number;
  /** Number of open connections. */
  readonly open: number;
  /** Closes all connections and refuses new ones. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
}

/** @param greet called for each connection, with its number from 1 on */
export async function feedServer(
  t: ExecutionContext,
  greet: (socket: Socket, count: number) => void,
): Promise<FeedServer> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const state: FeedServer = {
    port: 0,
    connections: 0,
    get open() {
      return sockets.size;
    },
    async leave() {
      for (const socket of sockets) socket.destroy();
      const closed = server && once(server, 'close');
      server?.close();
      server = undefined;
      await closed;
    },
    async comeBack() {
      server = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => {}).on('close', () => sockets.delete(socket));
        state.connections += 1;
        greet(socket, state.connections);
      });
      if (state.port === 0) state.port = await listenOnOwnPort(server);
      else await once(server.listen(state.port, '127.0.0.1'), 'listening');
    },
  };
  await state.comeBack();
  t.teardown(() => state.leave());
  return state;
}
