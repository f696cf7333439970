import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import test from 'ava';
import { createHttpServer } from '../../src/http/http-server.js';
import { settlesWithin } from '../support/in-time.js';
import { rawExchange } from '../support/raw-socket.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let url: string;
let close: () => void;
test.before(async () => {
  service = await startTestService();
  // The same application behind a server with shorter timeouts, so that the test does not wait half a minute.
  const server = createHttpServer(service.app, {
    headersTimeout: 600,
    requestTimeout: 1_200,
    connectionsCheckingInterval: 100,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});
test.after.always(() => {
  close();
  return service.close();
});

/** Sends `text` repeatedly, one byte at a time, until the connection is closed. */
function drip(socket: Socket, text: string, everyMs: number): void {
  let sent = 0;
  const timer = setInterval(() => socket.writable && socket.write(text[sent++ % text.length] as string), everyMs);
  socket.once('close', () => clearInterval(timer));
}

test('headers that arrive too slowly are a 408, and the connection is closed', async (t) => {
  const exchange = rawExchange(url, (socket) => {
    socket.write('GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    drip(socket, 'a', 50);
  });
  t.true(await settlesWithin(4_000, exchange));
  const { status, text } = await exchange;
  t.is(status, 408);
  t.regex(text, /application\/problem\+json[\s\S]*Connection: close[\s\S]*"code":"request_timeout"/);
});

test('a body that arrives too slowly is a 408, and the connection is closed', async (t) => {
  const exchange = rawExchange(url, (socket) => {
    socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
    );
    drip(socket, '{"email":"', 50);
  });
  t.true(await settlesWithin(5_000, exchange));
  const { status, text } = await exchange;
  t.is(status, 408);
  t.regex(text, /"code":"request_timeout"/);
  t.is(text.match(/HTTP\/1\.1/g)?.length, 1, 'one answer');
});

test('a client that neither reads nor closes after its 408 is disconnected', async (t) => {
  const exchange = rawExchange(url, (socket) => {
    socket.pause();
    socket.write('GET /api/v1/health HTTP/1.1\r\n');
    drip(socket, 'a', 50);
    setTimeout(() => socket.resume(), 3_000);
  });
  t.true(await settlesWithin(5_000, exchange));
});

test('two hundred slow clients do not slow the others down', async (t) => {
  // With these long timeouts, no slow client is disconnected during the test.
  const timeouts = { headersTimeout: 100_000, requestTimeout: 100_000, connectionsCheckingInterval: 1_000 };
  const server = createHttpServer(service.app, timeouts).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let [come, gone] = [0, 0];
  server.on('connection', () => {
    come += 1;
  });
  const slow = Array.from({ length: 200 }, () =>
    rawExchange(url, (socket) => {
      socket.write('GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      drip(socket, 'a', 100);
    }).then(() => {
      gone += 1;
    }),
  );
  while (come < 200) await new Promise((resolve) => setImmediate(resolve));
  const times: number[] = [];
  for (let call = 0; call < 100; call += 1) {
    const started = performance.now();
    t.is((await fetch(`${url}/api/v1/health`)).status, 200);
    times.push(performance.now() - started);
  }
  t.is(gone, 0, 'nobody waited for a slow one to end');
  // The median is compared: slow clients would delay every call, other load on the machine only some.
  const median = times.sort((a, b) => a - b)[50] as number;
  t.true(median < 300, `half of the calls took at most ${Math.round(median)} ms`);
  server.closeAllConnections();
  await Promise.all(slow);
});
