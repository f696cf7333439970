import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemCode, problems } from '../api/problem.js';
import { linger } from './lingering-close.js';
import { createServer, STATUS_CODES } from './node-http.js';

/** Parse failures of the HTTP layer below Koa, by Node's error code. */
const codes: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Time in which a request must arrive, and the interval at which that is checked (ms). */
export type Timeouts = Required<
  Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>
>;

/**
 * Whether what is written to a connection now would be read as the answer to what could not be parsed: not in the midst
 * of an answer, and not before one that is still owed.
 *
 * @param last the answer to the last request of the connection that could be parsed
 */
function isFreeToAnswer(last: ServerResponse<IncomingMessage> | undefined): boolean {
  if (last === undefined || last.writableFinished) return true;
  // Without a socket it waits behind an earlier one. A request of which the body is still awaited is the one that
  // failed.
  return last.socket !== null && !last.headersSent && !last.req.complete;
}

/** An HTTP server that slow, greedy and malformed clients cannot hold (limits in ms and bytes). */
export function createHttpServer(
  koa: { callback(): RequestListener },
  timeouts: Timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 },
): Server {
  const server = createServer(
    {
      ...timeouts,
      keepAliveTimeout: 65_000,
      // The address is counted with the headers: at most 32 KB of them (http/request-limits.ts).
      maxHeaderSize: 48 * 1024,
      // Node would take the first of two Authorization headers, and a proxy in front perhaps the other; joined they are
      // no token.
      joinDuplicateHeaders: true,
      noDelay: true,
    },
    koa.callback(),
  );
  server.maxConnections = 10_000;
  const lastAnswers = new WeakMap<object, ServerResponse<IncomingMessage>>();
  server.on('request', (req, res) => lastAnswers.set(req.socket, res));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || !isFreeToAnswer(lastAnswers.get(socket)))
      return socket.destroy();
    return refuse(socket, codes[error.code ?? ''] ?? 'bad_request');
  });
  // Without a listener Node closes the connection of a CONNECT without a word.
  server.on('connect', (_req, socket) => refuse(socket as Socket, 'method_not_allowed', { Allow: ALLOWED }));
  return server;
}

/** Methods that some resource of the server has. */
const ALLOWED = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Writes a problem to a connection that Koa does not see, and closes it. */
function refuse(socket: Socket, code: ProblemCode, extra: Record<string, string> = {}): void {
  const { status, title } = problems[code];
  const requestId = randomUUID();
  const body = JSON.stringify({ type: `/problems/${code}`, title, status, code, requestId });
  const headers = {
    ...extra,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  linger(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
