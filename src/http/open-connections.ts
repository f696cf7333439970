import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Interval at which connections that still send a request are checked while the server closes (ms). */
const LOOK_INTERVAL_MS = 1_000;

interface Connection {
  /** Requests without a complete answer: more than one where the client sends ahead. */
  readonly requests: Set<IncomingMessage>;
  /** Bytes received at the last look. */
  bytesRead: number;
}

/**
 * The connections of a server, so that a shutdown waits only for those with a request: Node closes connections between
 * two requests, but not those that have not sent one, such as the reserve that browsers keep.
 */
export class OpenConnections {
  private readonly connections = new Map<Socket, Connection>();
  private isClosing = false;

  /** @param server listens from now on, or later */
  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.connections.set(socket, { requests: new Set(), bytesRead: 0 });
      socket.once('close', () => this.connections.delete(socket));
    });
    // Before the handler, which may close the server.
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.follow(request, response),
    );
  }

  /**
   * Accepts no more connections, ends those without a request, and waits for the answers to the others. A request whose
   * body does not arrive any more is not waited for.
   * @param finishMs after this time the connections left are cut
   */
  async close(finishMs: number): Promise<void> {
    this.isClosing = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const [socket, { requests }] of this.connections) if (requests.size === 0) socket.destroy();
    const looks = setInterval(() => this.cutStalled(), LOOK_INTERVAL_MS);
    const force = setTimeout(() => this.server.closeAllConnections(), finishMs);
    await closed;
    clearInterval(looks);
    clearTimeout(force);
  }

  private follow(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.connections.get(socket);
    if (connection === undefined) return;
    connection.requests.add(request);
    response.once('close', () => {
      connection.requests.delete(request);
      // An answer whose headers were sent before the shutdown did not announce the end of the connection.
      if (this.isClosing && connection.requests.size === 0) socket.destroySoon();
    });
  }

  /** Cuts the connections that wait for the rest of a request and have received nothing since the last look. */
  private cutStalled(): void {
    for (const [socket, connection] of this.connections) {
      const isStalled =
        [...connection.requests].every(({ complete }) => !complete) && connection.bytesRead === socket.bytesRead;
      connection.bytesRead = socket.bytesRead;
      if (isStalled) socket.destroy();
    }
  }
}
