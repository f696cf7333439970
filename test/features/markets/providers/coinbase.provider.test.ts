import test from 'ava';
import { startCoinbaseStub } from '../../../support/vendors/coinbase-stub.js';
import { providerFor, symbol, symbols } from '../../../support/vendors/provider-for.js';

const coinbase = (t: Parameters<typeof providerFor>[0], options?: Parameters<typeof providerFor>[3]) =>
  providerFor(t, 'coinbase', startCoinbaseStub(), options);

test('a quote combines the ticker and the last 24 hours', async (t) => {
  const { provider, stub } = await coinbase(t);
  t.deepEqual(await provider.quotes?.quotes(symbols('BTC-USD.CC')), [
    {
      symbol: 'BTC-USD.CC',
      currency: 'USD',
      price: 246.28,
      previousClose: null,
      open: 254.04,
      high: 255.47,
      low: 244.29,
      volume: 4661.70407704,
      bid: 637,
      ask: 637.11,
      tradedAt: new Date('2015-04-08T20:49:06.506Z'),
    },
  ]);
  t.deepEqual(
    stub.requests.map(({ path }) => path),
    ['/products/BTC-USD/ticker', '/products/BTC-USD/stats'],
  );
  t.is(stub.requests[0]?.headers['user-agent'], 'Watchfloor/test');
});

test('the last 24 hours are requested once a minute, and a quote works without them', async (t) => {
  const { provider, stub, clock } = await coinbase(t);
  await provider.quotes?.quotes(symbols('BTC-USD.CC'));
  await provider.quotes?.quotes(symbols('BTC-USD.CC'));
  t.is(stub.requests.filter(({ path }) => path.endsWith('/stats')).length, 1);
  stub.reply('/products/ETH-USD/stats', { status: 404, body: { message: 'NotFound' } });
  const [quote] = (await provider.quotes?.quotes(symbols('ETH-USD.CC'))) ?? [];
  t.deepEqual([quote?.price, quote?.open, quote?.high], [246.28, null, null]);
  clock.advance(120_000);
  await provider.quotes?.quotes(symbols('BTC-USD.CC'));
  t.is(stub.requests.filter(({ path }) => path === '/products/BTC-USD/stats').length, 2);
});

test('an unknown product is missing, and any other error fails that product only', async (t) => {
  const { provider, stub } = await coinbase(t);
  t.deepEqual(
    (await provider.quotes?.quotes(symbols('NOPE-USD.CC', 'BTC-USD.CC')))?.map((quote) => quote.symbol),
    ['BTC-USD.CC'],
  );
  stub.reply('/products/ETH-USD', { status: 429, body: { message: 'Public rate limit exceeded' } });
  const failed: string[][] = [];
  const quotes = await provider.quotes?.quotes(symbols('BTC-USD.CC', 'ETH-USD.CC'), undefined, (symbol, { code }) =>
    failed.push([symbol, code]),
  );
  t.deepEqual(
    quotes?.map((quote) => quote.symbol),
    ['BTC-USD.CC'],
  );
  t.deepEqual(failed, [['ETH-USD.CC', 'rate_limited']]);
  await t.throwsAsync(async () => provider.quotes?.quotes(symbols('ETH-USD.CC')), { code: 'rate_limited' });
});

test('a product with an unusable price fails, the others do not', async (t) => {
  const { provider, stub } = await coinbase(t);
  stub.reply('/products/ETH-USD/ticker', { body: { price: '0', time: '2026-04-08T20:49:06.506Z' } });
  const failed: string[][] = [];
  const quotes = await provider.quotes?.quotes(symbols('ETH-USD.CC', 'BTC-USD.CC'), undefined, (symbol, { code }) =>
    failed.push([symbol, code]),
  );
  t.deepEqual(
    quotes?.map((quote) => quote.symbol),
    ['BTC-USD.CC'],
  );
  t.deepEqual(failed, [['ETH-USD.CC', 'bad_answer']]);
  await t.throwsAsync(async () => provider.quotes?.quotes(symbols('ETH-USD.CC')), { code: 'bad_answer' });
});

test("candles in the vendor's order are sorted", async (t) => {
  const { provider, stub } = await coinbase(t);
  const [from, to] = [new Date(1_517_443_200_000), new Date(1_517_443_380_000)];
  t.deepEqual(
    await provider.candles?.candles(symbol('BTC-USD.CC'), '1m', from, to),
    [
      { time: from, open: 10099.99, high: 10099.99, low: 10099.98, close: 10099.98, volume: 1.87868123 },
      {
        time: new Date(1_517_443_260_000),
        open: 10099.98,
        high: 10099.99,
        low: 10069.46,
        close: 10069.47,
        volume: 5.56541081,
      },
      {
        time: new Date(1_517_443_320_000),
        open: 10069.47,
        high: 10098.55,
        low: 10069.47,
        close: 10098.55,
        volume: 2.91525069,
      },
    ].map((candle, at) => (at === 2 ? { ...candle, volume: 2.9152506999999996 } : candle)),
  );
  t.deepEqual(Object.fromEntries(stub.requests[0]?.query ?? []), {
    granularity: '60',
    start: from.toISOString(),
    end: '2018-02-01T00:02:59.000Z',
  });
});

test('the vendor answers a request for the maximum number of candles', async (t) => {
  const { provider } = await coinbase(t);
  const from = new Date(1_517_443_200_000);
  const maxCandles = provider.candles?.maxCandles ?? 0;
  const within = (bars: number) =>
    provider.candles?.candles(symbol('BTC-USD.CC'), '1m', from, new Date(from.getTime() + bars * 60_000));
  t.is((await within(maxCandles))?.length, 10);
  await t.throwsAsync(async () => within(maxCandles + 2), { code: 'bad_answer' });
});

test('products are found by the beginning of their pair, untraded ones are not', async (t) => {
  const { provider, stub } = await coinbase(t);
  const found = async (query: string) => (await provider.search?.search(query))?.map((instrument) => instrument.symbol);
  t.deepEqual(await found('btc'), ['BTC-GBP.CC', 'BTC-EUR.CC', 'BTC-USD.CC']);
  t.deepEqual(await found('ETH/usd'), ['ETH-USD.CC']);
  t.deepEqual(await found(' - '), []);
  t.is(stub.requests.length, 1);
  t.is((await provider.instrument?.instrument(symbol('LTC-BTC.CC')))?.currency, 'BTC');
  await t.throwsAsync(async () => provider.instrument?.instrument(symbol('BTC-XYZ.CC')), { code: 'not_found' });
  const offline = await coinbase(t);
  offline.stub.reply('/products', {
    body: [{ id: 'OLD-USD', base_currency: 'OLD', quote_currency: 'USD', status: 'delisted' }],
  });
  t.deepEqual(await offline.provider.search?.search('old'), []);
});

// The bodies are the examples of the vendor's reference, with prices in another order.
test('an order book is sorted and cut, without prices of size 0', async (t) => {
  const { provider, stub } = await coinbase(t);
  const bids = [
    ['295.95', '1.5', 2],
    ['295.96', '4.39088265', 2],
    ['295.90', '0', 0],
  ];
  const asks = [['295.97', '25.23542881', 12]];
  stub.reply('/products/BTC-USD/book', { body: { sequence: 3, bids, asks, time: '2026-11-20T23:15:00.5Z' } });
  const book = await provider.depth?.orderBook(symbol('BTC-USD.CC'), 1);
  t.deepEqual(book, {
    bids: [{ price: 295.96, size: 4.39088265 }],
    asks: [{ price: 295.97, size: 25.23542881 }],
    at: new Date('2026-11-20T23:15:00.500Z'),
  });
  t.is(stub.requests[0]?.query.get('level'), '2');
  await t.throwsAsync(async () => provider.depth?.orderBook(symbol('NOPE-USD.CC'), 1), { code: 'not_found' });
});

test('the side of a trade is that of the order that caused it', async (t) => {
  const { provider, stub } = await coinbase(t);
  const trade = { trade_id: 74, price: '10.00', size: '0.01', side: 'buy', time: '2014-11-07T22:19:28.578544Z' };
  stub.reply('/products/BTC-USD/trades', { body: [trade, { ...trade, trade_id: 73, side: 'sell' }, { price: 'x' }] });
  const at = new Date('2014-11-07T22:19:28.578Z');
  t.deepEqual(await provider.depth?.trades(symbol('BTC-USD.CC'), 2), [
    { id: '74', price: 10, size: 0.01, side: 'sell', at },
    { id: '73', price: 10, size: 0.01, side: 'buy', at },
  ]);
});
