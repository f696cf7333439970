import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { StartupHandler } from '../../src/http/startup-handler.js';

test('while the service starts, programs get a problem document and browsers a page that reloads', async (t) => {
  const doorway = new StartupHandler();
  const server = createServer(doorway.callback()).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  t.teardown(() => server.close());
  const get = async (path: string, accept: string) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      headers: { accept },
    });
    return { response, type: response.headers.get('content-type'), body: await response.text() };
  };
  for (const [path, accept] of [
    ['/', '*/*'],
    ['/api/v1/health', 'text/html'],
  ] as const) {
    const { response, type, body } = await get(path, accept);
    t.deepEqual([response.status, type, response.headers.get('retry-after')], [503, 'application/problem+json', '1']);
    t.is(JSON.parse(body).code, 'unavailable');
  }
  const { response, type, body } = await get('/', 'text/html,application/xhtml+xml,*/*;q=0.8');
  t.deepEqual([response.status, type, response.headers.get('refresh')], [503, 'text/html; charset=utf-8', '2']);
  t.true(body.includes('Watchfloor is starting'));

  doorway.open({ callback: () => (_request, response) => void response.end('open') });
  t.is((await get('/', '*/*')).body, 'open');
});
