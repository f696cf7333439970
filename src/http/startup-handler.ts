import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { problems } from '../api/problem.js';

/**
 * Lets a server listen before the application exists, so that a port in use is found before anything is created. Until
 * `open` is called, every request is answered with 503 and `Retry-After`.
 */
export class StartupHandler {
  private handle: RequestListener = refuse;

  open(app: { callback(): RequestListener }): void {
    this.handle = app.callback();
  }

  callback(): RequestListener {
    return (request, response) => this.handle(request, response);
  }
}

const { status, title } = problems.unavailable;
const detail = 'The service is starting. Try again in a moment.';
const problem = JSON.stringify({ type: '/problems/unavailable', title, status, detail, code: 'unavailable' });
/** A page for browsers, which reloads itself. */
const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Watchfloor is starting</title>
<h1>Watchfloor is starting</h1><p>This page reloads in a moment.</p></html>
`;

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const isPage = request.headers.accept?.includes('text/html') === true && !request.url?.startsWith('/api/');
  const body = isPage ? page : problem;
  response.writeHead(status, {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Retry-After': '1',
    ...(isPage ? { Refresh: '2' } : {}),
    Connection: 'close',
  });
  response.end(body);
}
