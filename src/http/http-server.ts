import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemCode, problems } from '../api/problem.js';
import { linger } from './lingering-close.js';
import { createServer, STATUS_CODES } from './node-http.js';
import { asksForSocket, serveUpgrades } from './upgrade.js';

/** Problem codes by Node's error code, for requests that fail to parse before Koa sees them. */
const codes: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Time limits for the arrival of a request, and the interval at which they are checked (ms). */
export type Timeouts = Required<
  Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>
>;

/**
 * Returns true if a text written to the connection now would be read as the response to the request that failed to
 * parse: no response is partly written, and no earlier one is still to come.
 * @param last response to the last request of the connection that could be parsed
 */
function isFreeToAnswer(last: ServerResponse<IncomingMessage> | undefined): boolean {
  if (last === undefined || last.writableFinished) return true;
  // A response without a socket waits behind an earlier one. A request whose body is incomplete is the request that
  // failed.
  return last.socket !== null && !last.headersSent && !last.req.complete;
}

/** Creates an HTTP server with limits (ms and bytes) against slow, greedy and malformed clients. */
export function createHttpServer(
  koa: { callback(): RequestListener },
  timeouts: Timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 },
): Server {
  const server = createServer(
    {
      ...timeouts,
      keepAliveTimeout: 65_000,
      // The limit includes the request line, of which the URL may have 32 KB (http/request-limits.ts).
      maxHeaderSize: 48 * 1024,
      // Node would use the first of two Authorization headers, and a proxy in front perhaps the second. Joined, they
      // are an invalid token.
      joinDuplicateHeaders: true,
      noDelay: true,
      shouldUpgradeCallback: asksForSocket,
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
  serveUpgrades(server);
  // Without a listener Node closes the connection of a CONNECT without a response.
  server.on('connect', (_req, socket) => refuse(socket as Socket, 'method_not_allowed', { Allow: ALLOWED }));
  return server;
}

/** Methods that at least one resource of the server accepts. */
const ALLOWED = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Writes a problem to a connection whose request Koa does not see, and closes it. */
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
