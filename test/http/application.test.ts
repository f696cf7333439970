import { once } from 'node:events';
import { createServer } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { Application } from '../../src/http/application.js';
import { listenOnOwnPort } from '../support/own-port.js';

/** Starts a Koa application that always gives this response. */
async function answering(t: ExecutionContext, status: number, body: unknown) {
  const app = new Application();
  app.silent = true;
  app.use((ctx) => {
    ctx.status = status;
    ctx.body = body;
  });
  const server = createServer(app.callback());
  const port = await listenOnOwnPort(server);
  t.teardown(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return (method = 'GET') => fetch(`http://127.0.0.1:${port}/`, { method });
}

for (const status of [204, 205, 304])
  test(`${status} has no body and no content type`, async (t) => {
    const ask = await answering(t, status, 'text');
    const answer = await ask();
    t.is(answer.status, status);
    t.is(await answer.text(), '');
    t.is(answer.headers.get('content-type'), null);
    t.true([null, '0'].includes(answer.headers.get('content-length')));
  });

for (const body of ['text', Buffer.from('bytes')])
  test(`a complete ${typeof body === 'string' ? 'text' : 'buffer'} is sent with its length, and the response to HEAD has only the length`, async (t) => {
    const ask = await answering(t, 200, body);
    const answer = await ask();
    t.is(await answer.text(), String(body));
    t.is(answer.headers.get('content-length'), String(body.length));
    const head = await ask('HEAD');
    t.is(head.headers.get('content-length'), String(body.length));
    t.is(await head.text(), '');
  });

test('Koa creates the response to an error', async (t) => {
  const app = new Application();
  app.silent = true;
  app.use(() => Promise.reject(Object.assign(new Error('no'), { status: 418, expose: true })));
  const server = createServer(app.callback());
  const port = await listenOnOwnPort(server);
  t.teardown(() => server.close());
  t.is((await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).status, 418);
});
