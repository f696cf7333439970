import test from 'ava';
import { startKrakenStub } from '../../../support/vendors/kraken-stub.js';
import { providerFor, symbol, symbols } from '../../../support/vendors/provider-for.js';

const kraken = (t: Parameters<typeof providerFor>[0], options?: Parameters<typeof providerFor>[3]) =>
  providerFor(t, 'kraken', startKrakenStub(), options);

test('pairs are converted to the names of Kraken, in requests and responses', async (t) => {
  const { provider, stub } = await kraken(t);
  const quotes = await provider.quotes?.quotes(symbols('BTC-USD.CC', 'DOGE-BTC.CC', 'ETH-USD.CC'));
  t.deepEqual(
    quotes?.map((quote) => [quote.symbol, quote.currency]),
    [
      ['BTC-USD.CC', 'USD'],
      ['DOGE-BTC.CC', 'BTC'],
      ['ETH-USD.CC', 'USD'],
    ],
  );
  t.deepEqual(
    stub.requests.map(({ path, query }) => [path, query.get('pair')]),
    [
      ['/0/public/AssetPairs', null],
      ['/0/public/Ticker', 'XBTUSD,XDGXBT,ETHUSD'],
    ],
  );
  t.deepEqual(quotes?.[0], {
    symbol: 'BTC-USD.CC',
    currency: 'USD',
    price: 63105,
    previousClose: null,
    open: 62700,
    high: 63480,
    low: 62250,
    volume: 412.5071129,
    bid: 63105,
    ask: 63105.1,
    tradedAt: null,
  });
});

test('a response with one pair belongs to the requested pair, regardless of its name', async (t) => {
  const { provider, stub } = await kraken(t);
  stub.reply('/0/public/Ticker', {
    body: {
      error: [],
      result: { 'RENAMED/PAIR': { a: ['2'], b: ['1'], c: ['1.5', '1'], v: [], l: [], h: [], o: '1' } },
    },
  });
  const [quote] = (await provider.quotes?.quotes(symbols('BTC-USD.CC'))) ?? [];
  t.deepEqual([quote?.symbol, quote?.price, quote?.high], ['BTC-USD.CC', 1.5, null]);
});

test('an unlisted pair is missing and not requested', async (t) => {
  const { provider, stub } = await kraken(t);
  t.deepEqual(await provider.quotes?.quotes(symbols('NOPE-USD.CC')), []);
  t.deepEqual(
    (await provider.quotes?.quotes(symbols('NOPE-USD.CC', 'BTC-USD.CC')))?.map((quote) => quote.symbol),
    ['BTC-USD.CC'],
  );
  t.deepEqual(
    stub.requests.map(({ path }) => path),
    ['/0/public/AssetPairs', '/0/public/Ticker'],
  );
});

test('an error with status 200 is an error', async (t) => {
  const now = Date.UTC(2026, 3, 14, 12);
  for (const [error, code, retryAfterMs] of [
    ['EAPI:Rate limit exceeded', 'rate_limited', 10_000],
    [`EService: Throttled: ${now / 1000 + 45}`, 'rate_limited', 45_000],
    ['EService: Throttled: 1', 'rate_limited', 1_000],
    [`EService: Throttled: ${now}`, 'rate_limited', 86_400_000],
    ['EService:Unavailable', 'server_error', undefined],
    ['EGeneral:Invalid arguments', 'bad_answer', undefined],
  ] as const) {
    const { provider, stub } = await kraken(t, { now });
    stub.reply('/0/public/Ticker', { body: { error: [error], result: {} } });
    await t.throwsAsync(async () => provider.quotes?.quotes(symbols('BTC-USD.CC')), { code }, error);
    t.is(provider.pausedMs, retryAfterMs ?? 0, error);
  }
  const { provider, stub } = await kraken(t, { now });
  stub.reply('/0/public/Ticker', { body: { error: ['EQuery:Unknown asset pair'], result: {} } });
  t.deepEqual(await provider.quotes?.quotes(symbols('BTC-USD.CC')), [], 'it knows none of them');
});

test('a warning in a response is not an error', async (t) => {
  const { provider, stub } = await kraken(t);
  stub.reply('/0/public/Ticker', {
    body: {
      error: ['WGeneral:Deprecated'],
      result: { XXBTZUSD: { a: [], b: [], c: ['5', '1'], v: [], l: [], h: [], o: '5' } },
    },
  });
  t.is((await provider.quotes?.quotes(symbols('BTC-USD.CC')))?.[0]?.price, 5);
});

test('candles are oldest first, including minutes without trades and the current one', async (t) => {
  const { provider, stub } = await kraken(t);
  const [from, to] = [new Date('2026-04-14T11:00:00Z'), new Date('2026-04-14T12:00:00Z')];
  t.deepEqual(
    (await provider.candles?.candles(symbol('BTC-USD.CC'), '1m', from, to))?.map(({ time, close, volume }) => [
      time.toISOString(),
      close,
      volume,
    ]),
    [
      ['2026-04-14T11:00:00.000Z', 63040.5, 3.5121],
      ['2026-04-14T11:01:00.000Z', 63040.5, 0],
      ['2026-04-14T11:02:00.000Z', 63105, 1.02],
    ],
  );
  t.deepEqual(Object.fromEntries(stub.requests[1]?.query ?? []), {
    pair: 'XBTUSD',
    interval: '1',
    since: String(from.getTime() / 1000 - 1),
  });
});

test('a range before the candles that Kraken keeps is unavailable, not empty', async (t) => {
  const { provider, stub } = await kraken(t);
  const [from, to] = [new Date('2026-04-13T11:00:00Z'), new Date('2026-04-13T12:00:00Z')];
  await t.throwsAsync(async () => provider.candles?.candles(symbol('BTC-USD.CC'), '1m', from, to), {
    code: 'not_found',
  });
  await t.throwsAsync(async () => provider.candles?.candles(symbol('NOPE-USD.CC'), '1m', to, to), {
    code: 'not_found',
  });
  t.is(stub.requests.length, 1);
});

test('pairs are found by their usual names, dark pool pairs are not', async (t) => {
  const { provider } = await kraken(t);
  t.deepEqual(
    (await provider.search?.search('btc'))?.map((instrument) => instrument.symbol),
    ['BTC-EUR.CC', 'BTC-USD.CC'],
  );
  t.is((await provider.instrument?.instrument(symbol('DOGE-BTC.CC')))?.name, 'DOGE/BTC');
});

// The bodies have the form of the examples in the vendor's reference.
test('an order book and trades are read by the only pair of the response', async (t) => {
  const { provider, stub } = await kraken(t);
  const book = { asks: [['30384.10000', '2.059', 1688671659]], bids: [['30297.00000', '1.115', 1688671636]] };
  stub.reply('/0/public/Depth', { body: { error: [], result: { XXBTZUSD: book } } });
  t.deepEqual(await provider.depth?.orderBook(symbol('BTC-USD.CC'), 100), {
    bids: [{ price: 30297, size: 1.115 }],
    asks: [{ price: 30384.1, size: 2.059 }],
    at: null,
  });
  const older = ['30243.40000', '0.34507674', 1688669597.827, 'b', 'm', '', 61044952];
  const newer = ['30243.30000', '0.00376960', 1688669598.28, 's', 'l', '', 61044953];
  stub.reply('/0/public/Trades', { body: { error: [], result: { XXBTZUSD: [older, newer], last: '1' } } });
  t.deepEqual(await provider.depth?.trades(symbol('BTC-USD.CC'), 2), [
    { id: '61044953', price: 30243.3, size: 0.0037696, side: 'sell', at: new Date(1688669598280) },
    { id: '61044952', price: 30243.4, size: 0.34507674, side: 'buy', at: new Date(1688669597827) },
  ]);
  t.deepEqual(Object.fromEntries(stub.requests.at(-1)?.query ?? []), { pair: 'XBTUSD', count: '2' });
});
