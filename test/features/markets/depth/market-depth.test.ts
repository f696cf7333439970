import test from 'ava';
import type { MarketProvider } from '../../../../src/features/markets/providers/market-provider.js';
import { UpstreamError } from '../../../../src/upstream/upstream-error.js';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';
import { isProblem } from '../../../support/is-problem.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { SECOND, serviceFor } from '../../../support/service-for.js';

const offered = ['order_book', 'trades'].map((operation) => ({
  operation: operation as 'order_book',
  assetClasses: ['crypto' as const],
  delaySeconds: 0,
}));
const at = new Date('2026-11-20T23:15:00Z');
const levels = (prices: number[]) => prices.map((price) => ({ price, size: 0.1 }));

/** Returns an exchange with one book, and counts its calls. */
function exchange(name: 'coinbase' | 'kraken', bids: number[], asks: number[]) {
  const calls: string[] = [];
  const provider = Object.assign(new FakeMarketProvider(name, offered), {
    failure: undefined as 'unreachable' | 'not_found' | undefined,
    depth: {
      orderBook: async (symbol: { text: string }) => {
        calls.push(symbol.text);
        if (provider.failure !== undefined) throw new UpstreamError(provider.failure);
        return { bids: levels(bids), asks: levels(asks), at };
      },
      trades: async () => [
        { id: '1', price: 100, size: 2, side: 'sell' as const, at },
        { id: '2', price: 101, size: 0.5, side: null, at: new Date(at.getTime() + SECOND) },
      ],
    },
  });
  return { provider: provider as MarketProvider & { failure: unknown }, calls };
}

test('an order book has the best prices first, with the sums of their volumes', async (t) => {
  const { provider } = exchange('coinbase', [100, 99, 98], [101, 102]);
  const { signedIn } = await serviceFor(t, { marketProviders: [provider] });
  const { status, json } = await (await signedIn()).get('/markets/order-books/btc-usd.cc?depth=2');
  t.is(status, 200);
  t.like(json, {
    symbol: 'BTC-USD.CC',
    currency: 'USD',
    bids: [
      { price: 100, volume: 0.1, cumulativeVolume: 0.1 },
      { price: 99, volume: 0.1, cumulativeVolume: 0.2 },
    ],
    midPrice: 100.5,
    spreadFraction: 1 / 100.5,
    provenance: { provider: 'coinbase', asOf: at.toISOString(), stale: false, warnings: [] },
  });
  t.is(json.bids.length, 2);
  t.is(json.asks.length, 2);
});

test('a book without one side has no middle price, and a crossed book has a warning', async (t) => {
  const empty = exchange('coinbase', [], [101]);
  const { signedIn } = await serviceFor(t, { marketProviders: [empty.provider] });
  const { json } = await (await signedIn()).get('/markets/order-books/BTC-USD.CC');
  t.deepEqual([json.bids, json.midPrice, json.spreadFraction], [[], null, null]);
  const crossed = exchange('coinbase', [101], [101]);
  const other = await serviceFor(t, { marketProviders: [crossed.provider] });
  const { json: answer } = await (await other.signedIn()).get('/markets/order-books/BTC-USD.CC');
  t.regex(answer.provenance.warnings[0], /not consistent/);
});

test('callers share a response for a second; an older one is served while the exchange fails, marked as stale', async (t) => {
  const clock = new ManualClock(Date.now());
  const { provider, calls } = exchange('coinbase', [100], [101]);
  const { signedIn } = await serviceFor(t, { marketProviders: [provider], parts: { clock } });
  const caller = await signedIn();
  const path = '/markets/order-books/BTC-USD.CC';
  await caller.get(`${path}?depth=1`);
  await (await signedIn()).get(`${path}?depth=100`);
  t.is(calls.length, 1);
  clock.advance(5 * SECOND);
  provider.failure = 'unreachable';
  t.true((await caller.get(path)).json.provenance.stale);
  clock.advance(10 * SECOND);
  isProblem(t, await caller.get(path), 503, 'unavailable');
});

test('the next exchange answers if the first one fails or does not list the symbol', async (t) => {
  const [first, second] = [exchange('coinbase', [100], [101]), exchange('kraken', [200], [201])];
  const { signedIn } = await serviceFor(t, { marketProviders: [first.provider, second.provider] });
  first.provider.failure = 'unreachable';
  const { json } = await (await signedIn()).get('/markets/order-books/ETH-USD.CC');
  t.deepEqual([json.bids[0].price, json.provenance.provider], [200, 'kraken']);
  t.regex(json.provenance.warnings[0], /coinbase was tried first/);
});

test('trades are listed newest first, also as CSV', async (t) => {
  const { provider } = exchange('coinbase', [], []);
  const { signedIn } = await serviceFor(t, { marketProviders: [provider] });
  const caller = await signedIn();
  const { json } = await caller.get('/markets/trades/BTC-USD.CC');
  t.deepEqual(json.items[0], { id: '2', tradedAt: '2026-11-20T23:15:01.000Z', price: 101, volume: 0.5, side: null });
  t.is(json.provenance.asOf, '2026-11-20T23:15:01.000Z');
  t.is((await caller.get('/markets/trades/BTC-USD.CC?limit=1')).json.items.length, 1);
  const csv = await caller.get('/markets/trades/BTC-USD.CC?format=csv');
  t.is(csv.text.split('\r\n')[1], '2,2026-11-20T23:15:01.000Z,101,0.5,');
});

test('the CSV of an order book has a row for each price, bids first', async (t) => {
  const { provider } = exchange('coinbase', [100], [101]);
  const { signedIn } = await serviceFor(t, { marketProviders: [provider] });
  const { text } = await (await signedIn()).get('/markets/order-books/BTC-USD.CC?format=csv');
  t.is(text, 'side,price,volume,cumulativeVolume\r\nbid,100,0.1,0.1\r\nask,101,0.1,0.1\r\n');
});

test('other instruments, unknown pairs and limits that are too large are rejected', async (t) => {
  const { provider } = exchange('coinbase', [100], [101]);
  const { signedIn } = await serviceFor(t, { marketProviders: [provider] });
  const caller = await signedIn();
  isProblem(t, await caller.get('/markets/order-books/AAPL.US'), 422, 'unprocessable');
  provider.failure = 'not_found';
  isProblem(t, await caller.get('/markets/order-books/NOPE-USD.CC'), 404, 'not_found');
  for (const query of ['depth=0', 'depth=101']) {
    isProblem(t, await caller.get(`/markets/order-books/BTC-USD.CC?${query}`), 400, 'invalid_request');
  }
  for (const query of ['limit=0', 'limit=201'])
    isProblem(t, await caller.get(`/markets/trades/BTC-USD.CC?${query}`), 400, 'invalid_request');
});

test('without a provider of order books the problem says so', async (t) => {
  const { signedIn } = await serviceFor(t, { marketProviders: [new FakeMarketProvider('eodhd')] });
  isProblem(t, await (await signedIn()).get('/markets/order-books/BTC-USD.CC'), 422, 'unprocessable');
});

test('simulated books and trades agree with the simulated quote', async (t) => {
  const clock = new ManualClock(Date.parse('2026-11-20T23:15:00Z'));
  const { signedIn } = await serviceFor(t, { env: { SVC_MARKETS_PROVIDERS: 'simulator' }, parts: { clock } });
  const caller = await signedIn();
  for (const symbol of ['BTC-USD.CC', 'DOGE-USD.CC', 'ETH-BTC.CC']) {
    const { json: quote } = await caller.get(`/markets/quotes/${symbol}`);
    const { json: book } = await caller.get(`/markets/order-books/${symbol}?depth=100`);
    t.deepEqual([book.bids[0].price, book.asks[0].price], [quote.bid, quote.ask]);
    t.true(book.bids.every(({ price }: { price: number }, at: number) => at === 0 || price < book.bids[at - 1].price));
    t.true(book.asks.every(({ price }: { price: number }, at: number) => at === 0 || price > book.asks[at - 1].price));
    t.is(book.provenance.provider, 'simulator');
    const { json: trades } = await caller.get(`/markets/trades/${symbol}?limit=200`);
    t.true(trades.items.length > 20, `${symbol}: ${trades.items.length}`);
    // Pairs with little volume do not trade in every step.
    if (trades.items[0].tradedAt === quote.tradedAt) t.is(trades.items[0].price, quote.price);
    else t.not(symbol, 'BTC-USD.CC');
    t.is(new Set(trades.items.map(({ id }: { id: string }) => id)).size, trades.items.length);
  }
});
