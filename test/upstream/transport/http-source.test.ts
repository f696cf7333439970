import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { SystemClock } from '../../../src/time/clock.js';
import { SystemTimers } from '../../../src/time/timers.js';
import { httpSource } from '../../../src/upstream/transport/http-source.js';
import { stdinSource } from '../../../src/upstream/transport/stdin-source.js';
import type { UpstreamError } from '../../../src/upstream/upstream-error.js';
import { ByteCollector } from '../../support/byte-collector.js';
import { until } from '../../support/upstream-for.js';

async function reading(
  t: ExecutionContext,
  answer: (response: ServerResponse, request: IncomingMessage, count: number) => void,
  user = '',
) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    answer(response, request, requests);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const abort = new AbortController();
  const collector = new ByteCollector();
  const parts = { clock: new SystemClock(), timers: new SystemTimers(), userAgent: 'Watchfloor/test', againMs: 20 };
  const url = `http://${user}127.0.0.1:${(server.address() as AddressInfo).port}/ships?key=hidden`;
  const done = httpSource(url, parts).read(abort.signal, collector.open);
  done.catch(() => {});
  t.teardown(async () => {
    abort.abort();
    await done.catch(() => {});
    server.closeAllConnections();
    server.close();
  });
  return { abort, collector, done, requests: () => requests };
}

test('a body is read as it arrives, however long it lasts', async (t) => {
  const { abort, collector, done } = await reading(t, (response, request) => {
    t.is(request.headers['user-agent'], 'Watchfloor/test');
    response.writeHead(200).write('one\n');
  });
  await until(() => collector.text === 'one\n');
  abort.abort();
  await t.notThrowsAsync(done);
});

test('a finished response is requested again, and each is read from its beginning', async (t) => {
  const { collector } = await reading(t, (response, _request, count) => void response.end(`answer ${count}`));
  await until(() => collector.parts.length >= 3);
  t.deepEqual(collector.parts.slice(0, 3), ['answer 1', 'answer 2', 'answer 3']);
});

test('a user name and a password in the address are sent as credentials', async (t) => {
  let sent: string | undefined;
  const { collector } = await reading(
    t,
    (response, request) => {
      sent = request.headers.authorization;
      response.end('one');
    },
    'ada:p%40ss@',
  );
  await until(() => collector.parts.length > 0);
  t.is(sent, `Basic ${Buffer.from('ada:p@ss').toString('base64')}`);
});

test('an error status is a failure of its kind, with its Retry-After', async (t) => {
  const { done } = await reading(t, (response) => void response.writeHead(429, { 'retry-after': '30' }).end('no'));
  const error = await t.throwsAsync<UpstreamError>(done);
  t.deepEqual([error.code, error.retryAfterMs], ['rate_limited', 30_000]);
});

test('a redirect of an HTTP source is not followed', async (t) => {
  const { done, requests } = await reading(
    t,
    (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  );
  t.is((await t.throwsAsync<UpstreamError>(done)).code, 'bad_answer');
  t.is(requests(), 1);
});

test('an interrupted body is a failure whose message does not contain the address', async (t) => {
  const { done, collector } = await reading(t, (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half a li');
    setTimeout(() => response.destroy(), 20);
  });
  const error = await t.throwsAsync<UpstreamError>(done);
  t.deepEqual([error.code, collector.text], ['unreachable', 'half a li']);
  t.notRegex(`${error.message} ${(error.cause as Error | undefined)?.message}`, /hidden/);
});

test('standard input is read to its end, which is final', async (t) => {
  const collector = new ByteCollector();
  const source = stdinSource(Readable.from([Buffer.from('one\ntw'), Buffer.from('o')]));
  await source.read(new AbortController().signal, collector.open);
  t.deepEqual([collector.parts, source.endsForGood], [['one\ntwo'], true]);
});

test('a body is accepted with a status of 200 to 299', async (t) => {
  const last = await reading(t, (response) => response.writeHead(299).write('two'));
  await until(() => last.collector.text === 'two');
  const { done, collector } = await reading(t, (response) => response.writeHead(300).end('three'));
  await t.throwsAsync(done);
  t.is(collector.text, '');
});
