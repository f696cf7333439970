import { createServer, type IncomingMessage } from 'node:http';
import type { ExecutionContext } from 'ava';
import { listenOnOwnPort } from './own-port.js';

/** The response of a path. */
export interface WebAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** An HTTP server whose responses a test sets by path. */
export interface WebServer {
  url: string;
  /** Responses by path; any other path is a 404. */
  answers: Record<string, WebAnswer>;
  /** Requests so far, in order. */
  requests: Array<Pick<IncomingMessage, 'url' | 'headers'>>;
}

export async function webServer(t: ExecutionContext, answers: Record<string, WebAnswer> = {}): Promise<WebServer> {
  const state: WebServer = { url: '', answers, requests: [] };
  const server = createServer((request, response) => {
    state.requests.push({ url: request.url, headers: request.headers });
    const { status = 200, headers = {}, body = '' } = state.answers[request.url ?? ''] ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  });
  // A connection that ends while a busy client uses it again would be a failure.
  server.keepAliveTimeout = 600_000;
  state.url = `http://127.0.0.1:${await listenOnOwnPort(server)}`;
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return state;
}
