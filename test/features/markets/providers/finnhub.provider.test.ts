import test from 'ava';
import { startFinnhubStub } from '../../../support/vendors/finnhub-stub.js';
import { providerFor, symbol, symbols } from '../../../support/vendors/provider-for.js';

const finnhub = (t: Parameters<typeof providerFor>[0], options?: Parameters<typeof providerFor>[3]) =>
  providerFor(t, 'finnhub', startFinnhubStub(), options);

test('each quote is one call, with the API key in a header, not in the URL', async (t) => {
  const { provider, stub } = await finnhub(t);
  t.deepEqual(await provider.quotes?.quotes(symbols('AAPL.US')), [
    {
      symbol: 'AAPL.US',
      currency: 'USD',
      price: 308.82,
      previousClose: 304.99,
      open: 306.12,
      high: 311.4,
      low: 305.84,
      volume: null,
      bid: null,
      ask: null,
      tradedAt: new Date('2026-05-22T20:00:00Z'),
    },
  ]);
  const { path, query, headers } = stub.requests[0] as (typeof stub.requests)[number];
  t.is(path, '/api/v1/quote');
  t.deepEqual(Object.fromEntries(query), { symbol: 'AAPL' });
  t.is(headers['x-finnhub-token'], 'finnhub-key');
});

test('an unknown symbol (zeros) is missing, the others are not', async (t) => {
  const { provider, stub, failures } = await finnhub(t);
  const quotes = await provider.quotes?.quotes(symbols('NOPE.US', 'AAPL.US', 'NADA.US'));
  t.deepEqual(
    quotes?.map((quote) => quote.symbol),
    ['AAPL.US'],
  );
  t.is(stub.requests.length, 3);
  t.is(failures('not_found'), 2);
  t.is(provider.pausedMs, 0);
});

test('a zero price with a time, a negative price and a price without a time are not quotes', async (t) => {
  const { provider, stub } = await finnhub(t);
  for (const body of [
    { c: 0, pc: 3, t: 1779480000 },
    { c: -5, pc: 3, t: 1779480000 },
    { c: 5, pc: 3, t: 0 },
    { c: {}, t: 1 },
  ]) {
    stub.reply('/api/v1/quote', { body });
    await t.throwsAsync(
      async () => provider.quotes?.quotes(symbols('AAPL.US')),
      { code: 'bad_answer' },
      JSON.stringify(body),
    );
  }
});

test('share classes are converted from a dot to a hyphen', async (t) => {
  const { provider, stub } = await finnhub(t);
  await provider.quotes?.quotes(symbols('BRK-B.US'));
  t.is(stub.requests[0]?.query.get('symbol'), 'BRK.B');
  const row = { description: 'Berkshire Hathaway Inc', displaySymbol: 'BRK.B', symbol: 'BRK.B', type: 'Common Stock' };
  stub.reply('/api/v1/search', { body: { count: 2, result: [row, { ...row, symbol: 'VOD.L' }] } });
  t.deepEqual(
    (await provider.search?.search('berkshire'))?.map((found) => found.symbol),
    ['BRK-B.US'],
  );
});

test('a search returns US listings only', async (t) => {
  const { provider, stub } = await finnhub(t);
  t.deepEqual(
    (await provider.search?.search('apple'))?.map((found) => found.symbol),
    ['AAPL.US', 'APLE.US', 'MLP.US', 'AAPI.US', 'PAPL.US', 'SUNE.US'],
  );
  t.deepEqual(Object.fromEntries(stub.requests[0]?.query ?? []), { q: 'apple', exchange: 'US' });
});

test('a profile has exchange, sector and country; an empty one means an unknown symbol', async (t) => {
  const { provider } = await finnhub(t);
  t.deepEqual(await provider.instrument?.instrument(symbol('AAPL.US')), {
    symbol: 'AAPL.US',
    name: 'Apple Inc',
    assetClass: 'equity',
    exchange: 'XNAS',
    currency: 'USD',
    isin: null,
    sector: 'Technology',
    country: 'US',
    firstDay: '1980-12-12',
  });
  await t.throwsAsync(async () => provider.instrument?.instrument(symbol('NOPE.US')), { code: 'not_found' });
});

test('the listing date of a profile is not a first day: some are years too late', async (t) => {
  const { provider, stub } = await finnhub(t);
  const profile = {
    country: 'US',
    currency: 'USD',
    exchange: 'NASDAQ NMS - GLOBAL MARKET',
    ipo: '2018-05-01',
    name: 'Acme Inc',
    ticker: 'ACME',
  };
  stub.reply('/api/v1/stock/profile2', { body: profile });
  t.is((await provider.instrument?.instrument(symbol('ACME.US')))?.firstDay, null);
  stub.reply('/api/v1/stock/profile2', { body: { ...profile, ticker: 'INTC' } });
  t.is((await provider.instrument?.instrument(symbol('INTC.US')))?.firstDay, '1971-10-13');
});

test('candles are refused on a free plan and read as columns on a paid one', async (t) => {
  const { provider, stub } = await finnhub(t);
  const [from, to] = [new Date(1_779_462_000_000), new Date(1_779_463_200_000)];
  const ask = async () => provider.candles?.candles(symbol('AAPL.US'), '5m', from, to);
  await t.throwsAsync(ask, { code: 'not_entitled' });
  t.deepEqual(Object.fromEntries(stub.requests[0]?.query ?? []), {
    symbol: 'AAPL',
    resolution: '5',
    from: '1779462000',
    to: '1779463200',
  });
  const body = { s: 'ok', t: [1779462000, 1779462300], o: [1, 2], h: [2, 3], l: [1, 2], c: [2, 3], v: [10, 0] };
  stub.reply('/api/v1/stock/candle', { body });
  t.deepEqual(await ask(), [
    { time: from, open: 1, high: 2, low: 1, close: 2, volume: 10 },
    { time: new Date(1_779_462_300_000), open: 2, high: 3, low: 2, close: 3, volume: 0 },
  ]);
  stub.reply('/api/v1/stock/candle', { body: { s: 'no_data' } });
  t.deepEqual(await ask(), []);
  stub.reply('/api/v1/stock/candle', { body: { ...body, c: [2] } });
  await t.throwsAsync(ask, { code: 'bad_answer' });
});

test('more symbols than calls per minute are rejected before the first call', async (t) => {
  const { provider, stub } = await finnhub(t, { env: { SVC_FINNHUB_CALLS_PER_MINUTE: '3' } });
  await t.throwsAsync(async () => provider.quotes?.quotes(symbols('A.US', 'B.US', 'C.US', 'D.US')), {
    code: 'budget_spent',
  });
  t.is(stub.requests.length, 0);
  t.deepEqual(await provider.quotes?.quotes(symbols('A.US', 'B.US', 'C.US')), []);
});

test('earnings and offerings of a week are read, without withdrawn offerings and listings elsewhere', async (t) => {
  const { provider, stub } = await finnhub(t);
  const report = { date: '2026-11-18', epsActual: null, epsEstimate: 1.2, quarter: 4, year: 2026 };
  stub.reply('/api/v1/calendar/earnings', {
    body: {
      earningsCalendar: [
        { ...report, hour: 'bmo', symbol: 'BRK.B' },
        { ...report, hour: '', symbol: 'VOD.L' },
        { ...report, hour: 'dmh', symbol: 'TGT', epsActual: 1.3 },
      ],
    },
  });
  const earnings = await provider.calendar?.entries('earnings', '2026-11-16', '2026-11-22');
  t.deepEqual(
    earnings?.map(({ symbol: text, reportTime, period, actual }) => [text, reportTime, period, actual]),
    [
      ['BRK-B.US', 'before_open', '2026-Q4', null],
      ['TGT.US', 'during_session', '2026-Q4', 1.3],
    ],
  );
  const offering = { date: '2026-11-19', name: 'New Company', symbol: 'NEWC', numberOfShares: 1_000_000 };
  stub.reply('/api/v1/calendar/ipo', {
    body: {
      ipoCalendar: [
        { ...offering, price: '13.00-15.00', status: 'expected' },
        { ...offering, price: '14.00', status: 'priced' },
        { ...offering, price: '14.00', status: 'withdrawn' },
      ],
    },
  });
  const offerings = await provider.calendar?.entries('ipo', '2026-11-16', '2026-11-22');
  t.deepEqual(
    offerings?.map(({ symbol: text, priceLow, priceHigh, shareCount }) => [text, priceLow, priceHigh, shareCount]),
    [
      ['NEWC.US', 13, 15, 1_000_000],
      ['NEWC.US', 14, 14, 1_000_000],
    ],
  );
});
