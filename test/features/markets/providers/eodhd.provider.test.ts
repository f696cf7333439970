import test from 'ava';
import type { CalendarKind } from '../../../../src/features/markets/calendar-entry.js';
import { startEodhdStub } from '../../../support/vendors/eodhd-stub.js';
import { providerFor, symbol, symbols } from '../../../support/vendors/provider-for.js';

const eodhd = (t: Parameters<typeof providerFor>[0], options?: Parameters<typeof providerFor>[3]) =>
  providerFor(t, 'eodhd', startEodhdStub(), options);

test('quotes of all asset classes are requested in one call with the API key', async (t) => {
  const { provider, stub } = await eodhd(t);
  const quotes = await provider.quotes?.quotes(symbols('AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC'));
  t.is(stub.requests.length, 1);
  const [{ path, query }] = stub.requests as [(typeof stub.requests)[number]];
  t.is(path, '/api/real-time/AAPL.US');
  t.deepEqual(Object.fromEntries(query), { fmt: 'json', s: 'EURUSD.FOREX,BTC-USD.CC', api_token: 'eodhd-key' });
  const [apple, euro, bitcoin] = quotes ?? [];
  t.deepEqual(apple, {
    symbol: 'AAPL.US',
    currency: null,
    price: 231.41,
    previousClose: 230.57,
    open: 229.74,
    high: 233.22,
    low: 229.57,
    volume: 37931706,
    bid: null,
    ask: null,
    tradedAt: new Date('2024-10-25T20:28:00Z'),
  });
  t.deepEqual([euro?.currency, euro?.volume, euro?.price], ['USD', null, 1.0795]);
  t.deepEqual([bitcoin?.currency, bitcoin?.volume], ['USD', 41469984306]);
});

test('an unknown symbol (NA) is missing; NA with a previous close is a stale price', async (t) => {
  const { provider, failures } = await eodhd(t);
  const quotes = await provider.quotes?.quotes(symbols('NOPE.US', 'MSFT.US'));
  t.deepEqual(
    quotes?.map(({ symbol, price, previousClose, stale, volume }) => ({ symbol, price, previousClose, stale, volume })),
    [{ symbol: 'MSFT.US', price: 424.73, previousClose: 424.73, stale: true, volume: null }],
  );
  t.deepEqual(await provider.quotes?.quotes(symbols('NOPE.US')), []);
  t.is(failures('bad_answer'), 0);
});

test('a call has at most twenty symbols, and each counts in the budget', async (t) => {
  const { provider, stub } = await eodhd(t, { env: { SVC_EODHD_CALLS_PER_MINUTE: '45' } });
  const many = symbols(...Array.from({ length: 41 }, (_, index) => `T${index}.US`));
  await provider.quotes?.quotes(many);
  t.deepEqual(
    stub.requests
      .map(({ query }) => (query.get('s') ?? '').split(',').filter(Boolean).length + 1)
      .sort((a, b) => a - b),
    [1, 20, 20],
  );
  await t.throwsAsync(async () => provider.quotes?.quotes(many.slice(0, 5)), { code: 'budget_spent' });
  t.is(stub.requests.length, 3);
});

test('prices in pence are converted to pounds, in quotes and candles, and the unit is requested once', async (t) => {
  const { provider, stub } = await eodhd(t);
  const [quote] = (await provider.quotes?.quotes(symbols('VOD.LSE'))) ?? [];
  t.deepEqual([quote?.currency, quote?.price, quote?.previousClose, quote?.high], ['GBP', 0.7324, 0.7342, 0.739]);
  stub.reply('/api/eod/VOD.LSE', {
    body: [{ date: '2024-10-25', open: 73.5, high: 74, low: 73, close: 73.2, adjusted_close: 70, volume: 100 }],
  });
  stub.reply('/api/splits/VOD.LSE', { body: [] });
  const candles = await provider.candles?.candles(
    symbol('VOD.LSE'),
    '1d',
    new Date('2024-10-25'),
    new Date('2024-10-26'),
  );
  t.deepEqual(candles, [
    { time: new Date('2024-10-25'), open: 0.735, high: 0.74, low: 0.73, close: 0.732, volume: 100 },
  ]);
  t.is(stub.requests.filter(({ path }) => path.startsWith('/api/search')).length, 1);
});

test('a symbol with an unknown unit is missing, the others of its call are not', async (t) => {
  const { provider, stub } = await eodhd(t);
  const [vodafone] = (await provider.quotes?.quotes(symbols('VOD.LSE'))) ?? [];
  const row = (code: string) => ({
    code,
    timestamp: 1729888080,
    open: 2,
    high: 3,
    low: 1,
    close: 2,
    volume: 5,
    previousClose: 2,
  });
  stub.reply('/api/search/GONE', { body: [] });
  stub.reply('/api/real-time', { body: [row('AAPL.US'), row('GONE.LSE'), row('VOD.LSE')] });
  t.deepEqual(
    (await provider.quotes?.quotes(symbols('AAPL.US', 'GONE.LSE', 'VOD.LSE')))?.map((quote) => [
      quote.symbol,
      quote.currency,
    ]),
    [
      ['AAPL.US', null],
      ['VOD.LSE', vodafone?.currency ?? 'GBP'],
    ],
  );
});

test('daily candles are raw: prices and volume as traded on their day', async (t) => {
  const { provider, stub } = await eodhd(t);
  stub.reply('/api/splits/AAPL.US', { body: [{ date: '2020-08-31', split: '4.000000/1.000000' }] });
  const candles = await provider.candles?.candles(
    symbol('AAPL.US'),
    '1d',
    new Date('2019-09-30'),
    new Date('2019-10-03'),
  );
  t.deepEqual(
    candles?.map(({ time, close }) => [time.toISOString(), close]),
    [
      ['2019-09-30T00:00:00.000Z', 223.97],
      ['2019-10-01T00:00:00.000Z', 224.59],
      ['2019-10-02T00:00:00.000Z', 218.96],
    ],
  );
  t.is(candles?.at(-1)?.volume, 34612300 / 4);
  const { query } = stub.requests.find(({ path }) => path === '/api/eod/AAPL.US') as (typeof stub.requests)[number];
  t.deepEqual(
    [query.get('from'), query.get('to'), query.get('period'), query.get('order')],
    ['2019-09-30', '2019-10-02', 'd', 'a'],
  );
});

test('a plan without splits still has candles', async (t) => {
  const { provider, stub } = await eodhd(t);
  stub.reply('/api/splits/', { status: 403, body: 'Forbidden' });
  const candles = await provider.candles?.candles(
    symbol('AAPL.US'),
    '1d',
    new Date('2019-10-02'),
    new Date('2019-10-03'),
  );
  t.is(candles?.[0]?.volume, 34612300);
});

test('flat days without volume are skipped for shares and kept for indices; malformed days are skipped and counted', async (t) => {
  const { provider, stub, failures } = await eodhd(t);
  const flat = { date: '2024-01-01', open: 5, high: 5, low: 5, close: 5, volume: 0 };
  const good = { date: '2024-01-02', open: 5, high: 6, low: 5, close: 6, volume: 10 };
  stub.reply('/api/eod/', {
    body: [flat, good, { ...good, date: '2024-01-03', close: -1 }, { ...good, date: 'soon' }],
  });
  stub.reply('/api/splits/', { body: [] });
  const ask = async (text: string) =>
    (await provider.candles?.candles(symbol(text), '1d', new Date('2024-01-01'), new Date('2024-01-05')))?.map(
      ({ volume }) => volume,
    );
  t.deepEqual(await ask('AAPL.US'), [10]);
  t.is(failures('bad_answer'), 2);
  t.is(provider.pausedMs, 0);
  t.deepEqual(await ask('GSPC.INDX'), [0, 10]);
});

test('intraday candles are requested in seconds and cost five calls; rows of nulls are skipped', async (t) => {
  const { provider, stub } = await eodhd(t, { env: { SVC_EODHD_CALLS_PER_MINUTE: '12' } });
  const [from, to] = [new Date('2019-09-03T13:35:00Z'), new Date('2019-09-03T13:45:00Z')];
  const ask = () => provider.candles?.candles(symbol('AAPL.US'), '5m', from, to);
  t.deepEqual(
    (await ask())?.map(({ time, open }) => [time.toISOString(), open]),
    [
      ['2019-09-03T13:35:00.000Z', 206.505],
      ['2019-09-03T13:40:00.000Z', 206.21],
    ],
  );
  const { path, query } = stub.requests[0] as (typeof stub.requests)[number];
  t.is(path, '/api/intraday/AAPL.US');
  t.deepEqual([query.get('interval'), query.get('from'), query.get('to')], ['5m', '1567517700', '1567518300']);
  stub.reply('/api/intraday/', {
    body: [{ timestamp: 1567517700, open: null, high: null, low: null, close: null, volume: null }],
  });
  t.deepEqual(await ask(), []);
  await t.throwsAsync(async () => ask(), { code: 'budget_spent' });
});

test('splits and dividends have their ex-date, ascending and unadjusted', async (t) => {
  const { provider, stub } = await eodhd(t);
  const actions = (await provider.actions?.actions(symbol('AAPL.US'), '2014-05-01', '2014-08-07')) ?? [];
  t.deepEqual(
    actions.map(({ day, kind }) => `${day} ${kind}`),
    ['2014-05-08 dividend', '2014-06-09 split', '2014-08-07 dividend'],
  );
  t.deepEqual(actions[1], { day: '2014-06-09', kind: 'split', value: 7 });
  stub.reply('/api/div/', {
    body: [
      { date: '2014-05-08', value: '0.47', unadjustedValue: 3.29001, currency: 'USD' },
      { date: '2014-05-08', value: '0.1', unadjustedValue: 1, currency: 'USD', paymentDate: '2014-05-15' },
      { date: '2014-05-09', value: 4.5, unadjustedValue: 'NA', currency: 'GBX' },
    ],
  });
  stub.reply('/api/splits/', {
    body: [
      { date: '2014-06-09', split: '7.000000/1.000000' },
      { date: '2014-06-10', split: '1/0' },
    ],
  });
  t.deepEqual(
    (await provider.actions?.actions(symbol('AAPL.US'), '2014-05-01', '2014-08-07'))?.map(
      ({ day, value, currency }) => [day, Math.round(value * 1e6) / 1e6, currency],
    ),
    [
      ['2014-05-08', 4.29001, 'USD'],
      ['2014-05-09', 0.045, 'GBP'],
      ['2014-06-09', 7, undefined],
    ],
  );
});

test('a search returns instruments that this service quotes, in its units and codes', async (t) => {
  const { provider, stub } = await eodhd(t);
  t.deepEqual(await provider.search?.search('s&p 500?'), []);
  t.deepEqual([stub.requests[0]?.path, stub.requests[0]?.query.get('limit')], ['/api/search/s&p 500?', '50']);
  t.deepEqual(
    (await provider.search?.search('aapl'))?.map(({ symbol, exchange, country, currency }) => [
      symbol,
      exchange,
      country,
      currency,
    ]),
    [
      ['AAPL.US', null, 'US', 'USD'],
      ['AAPL.XETRA', 'XETR', 'DE', 'EUR'],
    ],
  );
  t.deepEqual(await provider.search?.search('schwab'), []);
  t.deepEqual(await provider.instrument?.instrument(symbol('VOD.LSE')), {
    symbol: 'VOD.LSE',
    name: 'Vodafone Group PLC',
    assetClass: 'equity',
    exchange: 'XLON',
    firstDay: null,
    currency: 'GBP',
    isin: 'GB00BH4HKS39',
    sector: null,
    country: 'GB',
  });
  t.is((await provider.instrument?.instrument(symbol('VTI.US')))?.assetClass, 'etf');
  await t.throwsAsync(async () => provider.instrument?.instrument(symbol('VOD.US')), { code: 'not_found' });
});

test('names of JavaScript object members are no known asset class, exchange or unit', async (t) => {
  const { provider, stub } = await eodhd(t);
  const row = {
    Code: 'ODD',
    Exchange: 'valueOf',
    Name: 'Odd',
    Type: 'ETF',
    Country: 'constructor',
    Currency: 'toString',
    ISIN: null,
  };
  stub.reply('/api/search/odd', { body: [row, { ...row, Type: 'constructor' }] });
  t.deepEqual(
    (await provider.search?.search('odd'))?.map(({ exchange, currency, country, assetClass }) => [
      exchange,
      currency,
      country,
      assetClass,
    ]),
    [[null, 'TOSTRING', null, 'etf']],
  );
});

test('HTML instead of JSON is rejected, and a 429 with HTML keeps its Retry-After', async (t) => {
  const { provider, stub } = await eodhd(t);
  const ask = async () => provider.quotes?.quotes(symbols('AAPL.US'));
  stub.reply('/api/real-time', { body: '<html>Maintenance</html>' });
  await t.throwsAsync(ask, { code: 'bad_answer' });
  stub.reply('/api/real-time', { body: '{"code":"AAPL.US","close":23' });
  await t.throwsAsync(ask, { code: 'bad_answer' });
  stub.reply('/api/real-time', { body: '{"code":"AAPL.US","timestamp":1,"close":NaN}' });
  await t.throwsAsync(ask, { code: 'bad_answer' });
  stub.reply('/api/real-time', {
    status: 429,
    headers: { 'retry-after': '17' },
    body: '<html>Too many requests</html>',
  });
  await t.throwsAsync(ask, { code: 'rate_limited' });
  t.is(provider.pausedMs, 17_000);
});

test('a rejected key, a plan without the data and a used-up daily quota are distinguished', async (t) => {
  for (const [status, code] of [
    [401, 'unauthorized'],
    [403, 'not_entitled'],
    [402, 'budget_spent'],
    [404, 'not_found'],
  ] as const) {
    const { provider, stub } = await eodhd(t);
    stub.reply('/api/', { status, body: '<html>No</html>' });
    await t.throwsAsync(async () => provider.actions?.actions(symbol('AAPL.US'), '2014-05-01', '2014-08-07'), { code });
  }
});

test('calendars of a week are read in the forms of the documentation, without rows of unknown symbols', async (t) => {
  const { provider, stub } = await eodhd(t);
  const read = (kind: CalendarKind) => provider.calendar?.entries(kind, '2026-11-16', '2026-11-22');
  const report = { report_date: '2026-11-18', date: '2026-10-31', currency: 'USD', actual: null, difference: 0 };
  stub.reply('/api/calendar/earnings', {
    body: {
      earnings: [
        { ...report, code: 'NVDA.US', before_after_market: 'AfterMarket', estimate: 1.23 },
        { ...report, code: 'not a symbol', before_after_market: 'BeforeMarket', estimate: 1 },
        { ...report, code: 'TGT.US', before_after_market: 'BeforeMarket', actual: 1.78, estimate: null },
        { ...report, code: 'BAD.US', report_date: 'soon' },
      ],
    },
  });
  t.deepEqual(await read('earnings'), [
    {
      kind: 'earnings',
      day: '2026-11-18',
      reportTime: 'after_close',
      symbol: 'NVDA.US',
      currency: 'USD',
      period: '2026-10-31',
      estimate: 1.23,
      actual: null,
    },
    {
      kind: 'earnings',
      day: '2026-11-18',
      reportTime: 'before_open',
      symbol: 'TGT.US',
      currency: 'USD',
      period: '2026-10-31',
      estimate: null,
      actual: 1.78,
    },
  ]);
  t.like(Object.fromEntries(stub.requests.at(-1)?.query ?? []), { from: '2026-11-16', to: '2026-11-22', fmt: 'json' });
  stub.reply('/api/calendar/splits', {
    body: { splits: [{ code: 'AAPL.US', split_date: '2026-11-17', old_shares: 2, new_shares: 3 }] },
  });
  t.deepEqual(await read('split'), [{ kind: 'split', day: '2026-11-17', symbol: 'AAPL.US', ratio: 1.5 }]);
  const offering = { code: 'NEW.US', name: 'New Company', currency: 'USD', price_from: 17, price_to: 19, shares: 0 };
  stub.reply('/api/calendar/ipos', {
    body: {
      ipos: [
        { ...offering, start_date: '2026-11-19', offer_price: 0 },
        { ...offering, start_date: '2026-11-20', offer_price: 18 },
        { ...offering, start_date: null },
      ],
    },
  });
  t.deepEqual(
    (await read('ipo'))?.map(({ day, priceLow, priceHigh, shareCount }) => [day, priceLow, priceHigh, shareCount]),
    [
      ['2026-11-19', 17, 19, null],
      ['2026-11-20', 18, 18, null],
    ],
  );
  const figure = { type: 'GDP', comparison: 'qoq', period: 'Q3', country: 'DE', estimate: 0.2, previous: 0 };
  stub.reply('/api/economic-events', {
    body: [
      { ...figure, date: '2026-11-19 07:00:00', actual: 0.3 },
      { ...figure, date: 'today', actual: 1 },
    ],
  });
  t.deepEqual(await read('economic'), [
    {
      kind: 'economic',
      day: '2026-11-19',
      at: new Date('2026-11-19T07:00:00Z'),
      title: 'GDP (qoq)',
      country: 'DE',
      period: 'Q3',
      estimate: 0.2,
      actual: 0.3,
      previous: 0,
    },
  ]);
});

test('a week with more economic figures than a call returns is read in two calls', async (t) => {
  const { provider, stub } = await eodhd(t);
  const read = async () => (await provider.calendar?.entries('economic', '2026-11-16', '2026-11-22'))?.length;
  const figures = (count: number) =>
    Array.from({ length: count }, () => ({ type: 'GDP', date: '2026-11-19 07:00:00' }));
  stub.reply('/api/economic-events', { body: figures(999) });
  t.is(await read(), 999);
  t.is(stub.requests.at(-1)?.query.get('offset'), '0');
  stub.reply('/api/economic-events', { body: figures(1000) });
  t.is(await read(), 2000);
  t.is(stub.requests.at(-1)?.query.get('offset'), '1000');
});
