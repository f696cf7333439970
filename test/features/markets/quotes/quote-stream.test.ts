import 'reflect-metadata';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { QuoteHub } from '../../../../src/features/markets/quotes/quote-hub.js';
import { StreamHub } from '../../../../src/http/stream/stream-hub.js';
import { isProblem, problemOf } from '../../../support/is-problem.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';
import { until } from '../../../support/stream-service.js';
import { FakeTickingProvider } from './fake-ticks.js';

async function quoteService(t: ExecutionContext) {
  const clock = new ManualClock(Date.now());
  const timers = new ManualTimers(clock);
  const provider = new FakeTickingProvider('coinbase', clock).knows('BTC-USD.CC', 100).knows('ETH-USD.CC', 10);
  const service = await serviceFor(t, {
    env: { SVC_STREAMS_PER_ACCOUNT: '40' },
    parts: { clock, timers },
    marketProviders: [provider],
  });
  return {
    ...service,
    timers,
    provider: provider as FakeTickingProvider,
    hub: service.services.get(QuoteHub),
    streams: service.services.get(StreamHub),
  };
}

test('a stream sends the quote of every symbol, an error for the others, and then every change', async (t) => {
  const { signedIn, provider, timers } = await quoteService(t);
  const stream = await (await signedIn()).stream('/markets/quotes/stream?symbol=BTC-USD.CC,eth-usd.cc,NOSUCH.US');
  const [first, second, third] = [await stream.next(), await stream.next(), await stream.next()];
  t.deepEqual(
    [first, second, third].map(({ event, data }) => [event, JSON.parse(data).symbol]),
    [
      ['quote', 'BTC-USD.CC'],
      ['quote', 'ETH-USD.CC'],
      ['unavailable', 'NOSUCH.US'],
    ],
  );
  t.is(JSON.parse(third.data).code, 'not_found');
  await timers.advance(SECOND);
  provider.tick('ETH-USD.CC', 11);
  const { symbol, price, tradedAt, provenance } = await stream.nextData<{
    symbol: string;
    price: number;
    tradedAt: string;
    provenance: { provider: string };
  }>('quote');
  t.deepEqual([symbol, price, provenance.provider], ['ETH-USD.CC', 11, 'coinbase']);
  t.is(Date.parse(tradedAt), Date.parse(tradedAt));
  await stream.close();
});

test('thirty streams of one symbol share one subscription, which ends a grace period after the last stream', async (t) => {
  const { signedIn, provider, timers, hub, streams } = await quoteService(t);
  const caller = await signedIn();
  const open = await Promise.all(
    Array.from({ length: 30 }, () => caller.stream('/markets/quotes/stream?symbol=BTC-USD.CC')),
  );
  await Promise.all(open.map((stream) => stream.next()));
  await timers.advance(SECOND);
  provider.tick('BTC-USD.CC', 105);
  const prices = await Promise.all(open.map(async (stream) => (await stream.nextData<{ price: number }>()).price));
  t.deepEqual(new Set(prices), new Set([105]));
  t.deepEqual(provider.added, ['BTC-USD.CC']);
  await Promise.all(open.map((stream) => stream.close()));
  await until(() => streams.streams.length === 0);
  await timers.advance(MINUTE);
  t.deepEqual([hub.size, provider.followed, timers.size], [0, [], 0]);
});

test('a client that does not read is disconnected while the others continue', async (t) => {
  const { url, signedIn, provider, timers, streams } = await quoteService(t);
  const { token } = await signedIn();
  const open = async (): Promise<Socket> => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    t.teardown(() => socket.destroy());
    socket.on('error', () => {});
    socket.write(
      `GET /api/v1/markets/quotes/stream?symbol=BTC-USD.CC HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await once(socket, 'data');
    return socket;
  };
  const [reader, idle] = [await open(), await open()];
  idle.pause();
  let latest = '';
  reader.on('data', (text: string) => {
    latest = (latest + text).slice(-2_000);
  });
  let price = 100;
  const tick = async () => {
    price += 1;
    provider.tick('BTC-USD.CC', price);
    await timers.advance(250);
  };
  for (let ticks = 0; ticks < 100_000 && streams.dropped === 0; ticks += 1) {
    await tick();
    if (ticks % 500 === 0) await until(() => latest.includes(`"price":${price},`));
  }
  t.deepEqual([streams.dropped, streams.streams.length], [1, 1]);
  await tick();
  await until(() => latest.includes(`"price":${price},`));
  t.pass();
});

test('between 1 and 50 symbols can be followed, by signed-in callers only', async (t) => {
  const { signedIn, client } = await quoteService(t);
  const caller = await signedIn();
  const many = Array.from({ length: 51 }, (_, at) => `S${at}.US`).join();
  for (const query of ['', '?symbol=', `?symbol=${many}`, '?symbol=BTC-USD.CC&fields=price']) {
    t.is(problemOf(await caller.get(`/markets/quotes/stream${query}`)), '400 invalid_request', query.slice(0, 40));
  }
  isProblem(t, await client().get('/markets/quotes/stream?symbol=BTC-USD.CC'), 401, 'unauthenticated');
});

test('a stream of the simulator sends ticks labeled as simulator', async (t) => {
  const clock = new ManualClock(Date.now());
  const timers = new ManualTimers(clock);
  const { signedIn } = await serviceFor(t, { parts: { clock, timers } });
  const stream = await (await signedIn()).stream('/markets/quotes/stream?symbol=BTC-USD.CC');
  const before = await stream.nextData<{ price: number; provenance: { provider: string } }>('quote');
  t.is(before.provenance.provider, 'simulator');
  await timers.advance(2 * SECOND);
  const after = await stream.nextData<{ price: number; provenance: { provider: string } }>('quote');
  t.is(after.provenance.provider, 'simulator');
  t.not(after.price, before.price);
  await stream.close();
});
