import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type Koa from 'koa';
import { type ProblemCode, problems } from './http/problem.js';

/** Parse failures of the HTTP layer below Koa, by Node's error code. */
const codes: Record<string, ProblemCode> = { HPE_HEADER_OVERFLOW: 'headers_too_large', ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout' };

/** An HTTP server that slow, greedy and malformed clients cannot hold (limits in ms and bytes). */
export function createHttpServer(koa: Koa): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
      // Node would take the first of two Authorization headers, and a proxy in front perhaps the other; joined they are no token.
      joinDuplicateHeaders: true,
      noDelay: true,
    },
    koa.callback(),
  );
  server.maxConnections = 10_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const code = codes[error.code ?? ''] ?? 'bad_request';
    const { status, title } = problems[code];
    const body = JSON.stringify({ type: `/problems/${code}`, title, status, code });
    socket.end(
      `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    return undefined;
  });
  return server;
}
