import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Interval at which the server checks, while it closes, for connections that still send a request (ms). */
const LOOK_INTERVAL_MS = 1_000;

interface Connection {
  /** Requests without a complete response; more than one when the client pipelines requests. */
  readonly requests: Set<IncomingMessage>;
  /** Bytes received until the last check. */
  bytesRead: number;
}

/**
 * Closes the connections of a server at a shutdown, which waits only for connections with a request. Node closes
 * connections between two requests, but not connections that have never sent one, such as the spare connections of
 * browsers.
 */
export class OpenConnections {
  private readonly connections = new Map<Socket, Connection>();
  private isClosing = false;

  /** @param server already listening, or not yet */
  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.connections.set(socket, { requests: new Set(), bytesRead: 0 });
      socket.once('close', () => this.connections.delete(socket));
    });
    // Registered before the request handler, because the handler may close the server.
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.follow(request, response),
    );
  }

  /**
   * Accepts no more connections, closes connections without a request, and waits for the responses on the other
   * connections. A connection whose request body stops arriving is closed.
   * @param finishMs after this time (ms) all remaining connections are closed
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
      // A response whose headers were sent before the shutdown did not announce that the connection closes.
      if (this.isClosing && connection.requests.size === 0) socket.destroySoon();
    });
  }

  /** Destroys the connections that wait for the rest of a request and have received nothing since the last check. */
  private cutStalled(): void {
    for (const [socket, connection] of this.connections) {
      const isStalled =
        [...connection.requests].every(({ complete }) => !complete) && connection.bytesRead === socket.bytesRead;
      connection.bytesRead = socket.bytesRead;
      if (isStalled) socket.destroy();
    }
  }
}
