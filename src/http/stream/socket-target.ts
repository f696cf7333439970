import { Writable } from 'node:stream';
import type { Context } from 'koa';
import type { WebSocket, WebSocketServer } from 'ws';
import { lazyAsync } from '../../async/lazy.js';
import { Upgrade } from '../upgrade.js';
import type { StreamTarget } from './event-stream.js';
import { socketFormat } from './frame.js';

/** Maximum size of a message of a client (bytes). */
export const MAX_MESSAGE_BYTES = 16_384;
/** Maximum number of messages that a client may send in one period; then the socket is closed. */
export const MAX_MESSAGES = 20;
const PERIOD_MS = 10_000;
/** A client may take this long (ms) to answer a close; then the connection is cut. */
const CLOSE_MS = 500;

// Status codes of RFC 6455 §7.4.1.
const NORMAL = 1_000;
const UNSUPPORTED = 1_003;
const POLICY_VIOLATION = 1_008;

/** The sending side of a WebSocket: each chunk becomes one text message, an empty chunk a ping. */
export class SocketTarget extends Writable implements StreamTarget {
  /** Receives the messages of the client, which are ignored while it is undefined. */
  onText?: (text: string) => void;
  readonly format = socketFormat;
  private periodEndTick = 0;
  private left = 0;

  constructor(private readonly socket: WebSocket) {
    super({ decodeStrings: false });
    socket.on('message', (data, isBinary) => this.receive(data as Buffer, isBinary));
    // After an error the socket is closed, too.
    socket.on('error', () => {});
    socket.once('close', () => this.destroy());
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // A socket that is closing takes no more data; its stream ends with the event `close`.
    const written = () => done();
    if (chunk.length === 0) this.socket.ping(undefined, undefined, written);
    else this.socket.send(chunk, { binary: false }, written);
  }

  override _final(done: () => void): void {
    this.socket.close(NORMAL);
    setTimeout(() => this.socket.terminate(), CLOSE_MS).unref();
    done();
  }

  override _destroy(_error: Error | null, done: () => void): void {
    this.socket.terminate();
    done();
  }

  private receive(data: Buffer, isBinary: boolean): void {
    const now = performance.now();
    if (now > this.periodEndTick) {
      this.periodEndTick = now + PERIOD_MS;
      this.left = MAX_MESSAGES;
    }
    this.left -= 1;
    if (isBinary) this.socket.close(UNSUPPORTED, 'Messages are JSON as text.');
    else if (this.left < 0)
      this.socket.close(POLICY_VIOLATION, `At most ${MAX_MESSAGES} messages are read in ${PERIOD_MS / 1_000} s.`);
    else this.onText?.(data.toString());
  }
}

/** Loads the library at the first use. */
const server = lazyAsync(async (): Promise<WebSocketServer> => {
  const { WebSocketServer } = await import('ws');
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  // The response that opens a WebSocket has the headers of every response, such as those of the rate limit.
  sockets.on('headers', (lines, request) => lines.push(...(Upgrade.of(request)?.headers ?? [])));
  return sockets;
});

/**
 * Prepares a WebSocket, and returns the function that replaces the response by it. That function returns undefined if
 * the client has left.
 * @throws Problem `bad_request` for an invalid handshake
 */
export async function socketOpener(ctx: Context, upgrade: Upgrade): Promise<() => SocketTarget | undefined> {
  const { req, res } = ctx;
  Upgrade.check(req);
  const sockets = await server();
  return () => {
    ctx.status = 101;
    ctx.respond = false;
    const { socket, head } = upgrade.detach(res);
    let target: SocketTarget | undefined;
    sockets.handleUpgrade(req, socket, head, (accepted) => {
      target = new SocketTarget(accepted);
    });
    return target;
  };
}
