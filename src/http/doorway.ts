import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { problems } from './problem.js';

/**
 * Lets a server listen before the application exists, so that a port in use is found before anything is created. Until `open` every
 * request is answered with 503 and `Retry-After`.
 */
export class Doorway {
  private handle: RequestListener = refuse;

  open(app: { callback(): RequestListener }): void {
    this.handle = app.callback();
  }

  callback(): RequestListener {
    return (request, response) => this.handle(request, response);
  }
}

function refuse(_request: IncomingMessage, response: ServerResponse): void {
  const { status, title } = problems.unavailable;
  const body = JSON.stringify({ type: '/problems/unavailable', title, status, detail: 'The service is starting. Try again in a moment.', code: 'unavailable' });
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Retry-After': '1',
    Connection: 'close',
  });
  response.end(body);
}
