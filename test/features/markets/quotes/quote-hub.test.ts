import 'reflect-metadata';
import test from 'ava';
import type { Quote } from '../../../../src/features/markets/quote.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { MINUTE, SECOND } from '../../../support/service-for.js';
import { FakeTickingProvider } from './fake-ticks.js';
import { quoteProcess } from './quote-process.js';

/** Trading hours in New York; crypto-assets always trade. */
const openHours = Date.UTC(2026, 10, 18, 16);

async function hubAt(now = openHours) {
  const clock = new ManualClock(now);
  const [first, second] = [new FakeTickingProvider('coinbase', clock), new FakeTickingProvider('kraken', clock)];
  for (const provider of [first, second]) {
    provider
      .knows('BTC-USD.CC', 100)
      .knows('ETH-USD.CC', 10)
      .knows('AAPL.US', 200, { previousClose: 190, high: 201, low: 189, volume: 1_000 });
  }
  const { timers, hub } = quoteProcess([first, second], clock);
  const sent: Quote[] = [];
  const follow = (symbols: string[], listener: (quote: Quote) => void = (quote) => sent.push(quote)) =>
    hub.follow(symbols, listener);
  return { hub, clock, timers, first, second, sent, follow, prices: () => sent.map(({ price }) => price) };
}

test('thirty followers share one provider subscription and receive the same quote object', async (t) => {
  const { first, timers, follow } = await hubAt();
  const sent: Quote[][] = Array.from({ length: 30 }, () => []);
  await Promise.all(sent.map((quotes) => follow(['btc-usd.cc'], (quote) => quotes.push(quote))));
  await timers.advance(SECOND);
  first.tick('BTC-USD.CC', 101);
  t.deepEqual(first.added, ['BTC-USD.CC']);
  t.deepEqual(first.asked, [['BTC-USD.CC']]);
  t.is(sent.flat().length, 60);
  t.is(new Set(sent.map(([, second]) => second)).size, 1, 'the same object is serialized only once');
});

test('at most four messages a second are sent per symbol, and the latest price is always sent', async (t) => {
  const { first, timers, follow, sent, prices } = await hubAt();
  await follow(['BTC-USD.CC', 'ETH-USD.CC']);
  t.deepEqual(prices(), [100, 10]);
  const times = new Map<Quote, number>();
  for (let at = 0; at < 300; at += 1) {
    first.tick('BTC-USD.CC', 101 + at);
    await timers.advance(10);
    for (const quote of sent) if (!times.has(quote)) times.set(quote, at * 10);
  }
  const bitcoin = sent.filter(({ symbol }) => symbol === 'BTC-USD.CC').slice(1);
  t.is(bitcoin.length, 12);
  const moments = bitcoin.map((quote) => times.get(quote) as number);
  for (let start = 0; start <= 2_000; start += 10)
    t.true(moments.filter((moment) => moment >= start && moment < start + SECOND).length <= 4);
  first.tick('BTC-USD.CC', 70);
  await timers.advance(SECOND);
  t.is(prices().at(-1), 70);
});

test('a tick that is ten times off is ignored, and the quote is read again', async (t) => {
  const { first, timers, follow, prices } = await hubAt();
  await follow(['BTC-USD.CC']);
  await timers.advance(SECOND);
  const before = first.asked.length;
  first.tick('BTC-USD.CC', 10_000);
  await timers.advance(SECOND);
  t.deepEqual(prices(), [100]);
  first.knows('BTC-USD.CC', 9_990);
  await timers.advance(60 * SECOND);
  t.true(first.asked.length > before);
  t.is(prices().at(-1), 9_990);
});

test('an unchanged quote is not sent', async (t) => {
  const { first, timers, follow, sent } = await hubAt();
  await follow(['BTC-USD.CC']);
  await timers.advance(SECOND);
  await timers.advance(20 * SECOND);
  t.is(sent.length, 1);
  first.tick('BTC-USD.CC', 100);
  t.is(sent.length, 2, 'a trade at the same price has a new time');
});

test('a tick updates price, change, range, volume, bid, ask and provenance', async (t) => {
  const { first, clock, timers, follow, sent } = await hubAt();
  await follow(['AAPL.US']);
  await timers.advance(SECOND);
  first.tick('AAPL.US', 209, { bid: 208.9, ask: 209.1, size: 50 });
  const { price, change, changePercent, high, low, volume, bid, ask, tradedAt, previousClose, provenance } = sent.at(
    -1,
  ) as Quote;
  t.deepEqual(
    [price, change, changePercent, high, low, volume, bid, ask, previousClose],
    [209, 19, 10, 209, 189, 1_050, 208.9, 209.1, 190],
  );
  t.is(tradedAt?.getTime(), clock.now());
  t.deepEqual([provenance.provider, provenance.asOf, provenance.stale], ['coinbase', tradedAt, false]);
});

test('a tick older than the quote changes nothing', async (t) => {
  const { first, clock, timers, follow, prices } = await hubAt();
  await follow(['BTC-USD.CC']);
  await timers.advance(SECOND);
  first.tick('BTC-USD.CC', 105);
  await timers.advance(SECOND);
  first.tick('BTC-USD.CC', 90, { at: new Date(clock.now() - 1_500) });
  await timers.advance(SECOND);
  t.deepEqual(prices(), [100, 105]);
});

test('a tick with a future time is ignored, and later ticks are applied', async (t) => {
  const { first, clock, timers, follow, prices } = await hubAt();
  await follow(['BTC-USD.CC']);
  await timers.advance(SECOND);
  first.tick('BTC-USD.CC', 500, { at: new Date(clock.now() + 3_600_000) });
  await timers.advance(SECOND);
  first.tick('BTC-USD.CC', 105);
  await timers.advance(SECOND);
  t.deepEqual(prices(), [100, 105]);
});

test('the first tick of a new day starts a new range and makes the last price the previous close', async (t) => {
  const { first, timers, follow, sent } = await hubAt(Date.UTC(2026, 10, 18, 23, 59, 57));
  await follow(['BTC-USD.CC']);
  await timers.advance(SECOND);
  first.tick('BTC-USD.CC', 120);
  await timers.advance(3 * SECOND);
  first.tick('BTC-USD.CC', 110);
  const { open, high, low, previousClose } = sent.at(-1) as Quote;
  t.deepEqual({ open, high, low, previousClose }, { open: 110, high: 110, low: 110, previousClose: 120 });
});

test('a symbol joins the open subscription and leaves it a grace period after its last follower', async (t) => {
  const { hub, first, timers, follow } = await hubAt();
  const one = await follow(['BTC-USD.CC']);
  const other = await follow(['ETH-USD.CC', 'BTC-USD.CC']);
  t.deepEqual(first.followed, [new Set(['BTC-USD.CC', 'ETH-USD.CC'])]);
  other.close();
  await timers.advance(4_900);
  t.is(hub.size, 2);
  await timers.advance(200);
  t.deepEqual(first.followed, [new Set(['BTC-USD.CC'])]);
  one.close();
  await timers.advance(4_000);
  const again = await follow(['BTC-USD.CC']);
  await timers.advance(MINUTE);
  t.deepEqual(
    first.added,
    ['BTC-USD.CC', 'ETH-USD.CC'],
    'a follower that returns within the grace period causes no new subscription',
  );
  again.close();
  await timers.advance(MINUTE);
  t.deepEqual([hub.size, first.followed, timers.size], [0, [], 0], 'no topic, subscription or timer is left');
});

test('a later follower receives the current quote without a provider call', async (t) => {
  const { first, timers, follow, sent } = await hubAt();
  await follow(['BTC-USD.CC']);
  await timers.advance(SECOND);
  first.tick('BTC-USD.CC', 123);
  const asked = first.asked.length;
  await follow(['BTC-USD.CC'], (quote) => sent.push(quote));
  t.is(sent.at(-1)?.price, 123);
  t.is(first.asked.length, asked);
});

test('a provider that falls silent while the market is open is replaced by the next and retried later', async (t) => {
  const { first, second, timers, follow, sent } = await hubAt();
  await follow(['BTC-USD.CC']);
  await timers.advance(36 * SECOND);
  t.deepEqual([first.followed, second.followed], [[], [new Set(['BTC-USD.CC'])]]);
  second.tick('BTC-USD.CC', 111);
  t.deepEqual([sent.at(-1)?.price, sent.at(-1)?.provenance.provider], [111, 'kraken']);
  for (let minute = 0; minute < 12; minute += 0.25) {
    second.tick('BTC-USD.CC', 112 + minute);
    await timers.advance(15 * SECOND);
    if (first.followed.length > 0) break;
  }
  t.deepEqual([first.followed.length, second.followed.length], [1, 0]);
});

test('a paused provider is replaced by the next', async (t) => {
  const { first, second, timers, follow } = await hubAt();
  await follow(['BTC-USD.CC']);
  first.pausedMs = 60_000;
  await timers.advance(6 * SECOND);
  t.deepEqual([first.followed, second.followed], [[], [new Set(['BTC-USD.CC'])]]);
  first.pausedMs = 0;
  await timers.advance(6 * SECOND);
  t.deepEqual([first.followed.length, second.followed.length], [1, 0]);
});

test('a symbol without a tick source is read every few seconds', async (t) => {
  const { first, second, timers, follow, prices } = await hubAt();
  for (const provider of [first, second])
    Object.assign(provider, { capabilities: provider.capabilities.filter(({ operation }) => operation === 'quotes') });
  await follow(['BTC-USD.CC']);
  first.knows('BTC-USD.CC', 108);
  await timers.advance(11 * SECOND);
  t.deepEqual(prices(), [100, 108]);
  t.deepEqual(first.added, []);
});

test('an invalid or unknown symbol is an error; an unavailable one is sent once it is available', async (t) => {
  const { first, second, timers, hub, follow, prices } = await hubAt();
  for (const provider of [first, second])
    provider.failure = (symbols) => (symbols.some(({ text }) => text === 'ETH-USD.CC') ? 'server_error' : undefined);
  const known = await follow(['?', 'NOSUCH.US']);
  const { errors } = await follow(['ETH-USD.CC']);
  t.deepEqual(
    [...known.errors, ...errors].map(({ symbol, code }) => `${symbol} ${code}`),
    ['? invalid_symbol', 'NOSUCH.US not_found', 'ETH-USD.CC unavailable'],
  );
  t.deepEqual([hub.size, prices()], [1, []]);
  for (const provider of [first, second]) provider.failure = undefined;
  await timers.advance(MINUTE);
  t.deepEqual(prices(), [10]);
});
