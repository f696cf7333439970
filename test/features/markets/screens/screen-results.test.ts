import 'reflect-metadata';
import test from 'ava';
import { EventLog } from '../../../../src/events/event-log.js';
import { filingPublished } from '../../../../src/features/markets/events/filing.events.js';
import { isProblem } from '../../../support/is-problem.js';
import { serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';
import { filingAt, market, named } from './screen-market.js';

const DAY_MS = 86_400_000;

const valuesOf = (item: Json): Record<string, Json> =>
  Object.fromEntries(item.values.map((value: Json) => [value.field, value]));

test('a value has its period and the time since which it was known, and a past moment sees what was known then', async (t) => {
  const { ada } = await market(t);
  const body = { universe: named('tsla.us'), columns: ['netMargin:annual', 'revenue', 'price', 'sector'] };
  const now = (await ada.post('/markets/screens/evaluate?knownAt=2022-08-31', body)).json;
  t.like(now, { resultCount: 1, instrumentCount: 1, loadingCount: 0, undecidedCount: 0, nextCursor: null });
  t.is(now.knownAt, '2022-08-31T23:59:59.999Z');
  t.deepEqual(now.providers, ['eodhd', 'sec']);
  const values = valuesOf(now.items[0]);
  t.like(values['netMargin:annual'], { firstDay: '2021-01-01', lastDay: '2021-12-31', missing: null });
  t.true(Math.abs(values['netMargin:annual']?.value - 5_519 / 53_823) < 1e-11);
  t.like(values['revenue:ttm'], { currency: 'USD', lastDay: '2022-06-30' });
  t.like(values.price, {
    value: 200,
    firstDay: '2022-08-30',
    lastDay: '2022-08-30',
    knownSince: '2022-08-31T00:00:00.000Z',
  });
  const before = (await ada.post('/markets/screens/evaluate?knownAt=2022-02-06', body)).json;
  t.is(valuesOf(before.items[0])['netMargin:annual']?.lastDay, '2020-12-31');
  const after = (await ada.post('/markets/screens/evaluate?knownAt=2022-02-08', body)).json;
  t.is(valuesOf(after.items[0])['netMargin:annual']?.lastDay, '2021-12-31');
});

test('ratios and figures are those of the company, and indicators those of its candles', async (t) => {
  const { ada } = await market(t);
  const columns = ['netMargin', 'returnOnEquity:annual', 'priceToSales', 'marketCap', 'rsi:14', 'bbands:20:2.upper'];
  const query = 'knownAt=2022-08-31';
  const { json } = await ada.post(`/markets/screens/evaluate?${query}`, { universe: named('TSLA.US'), columns });
  const values = valuesOf(json.items[0]);
  const ratios = async (period: string) =>
    (await ada.get(`/markets/companies/TSLA.US/ratios?${query}&period=${period}&limit=1`)).json;
  const find = (list: Json, ratio: string) => list.find((one: Json) => one.ratio === ratio).value;
  const [ttm, annual] = [await ratios('ttm'), await ratios('annual')];
  const near = (value: number, expected: number, field: string) =>
    t.true(Math.abs(value - expected) <= 1e-9 * Math.abs(expected), `${field}: ${value} is not ${expected}`);
  near(values['netMargin:ttm']?.value, find(ttm.items[0].ratios, 'netMargin'), 'netMargin');
  near(values['returnOnEquity:annual']?.value, find(annual.items[0].ratios, 'returnOnEquity'), 'returnOnEquity');
  for (const field of ['priceToSales', 'marketCap'])
    if (find(ttm.valuation, field) === null) t.is(values[field]?.missing, 'unavailable');
    else near(values[field]?.value, find(ttm.valuation, field), field);
  const path = '/markets/indicators/TSLA.US?indicator=rsi:14,bbands:20:2&to=2022-08-31&adjustment=none';
  const indicators = (await ada.get(path)).json;
  for (const { indicator, lines } of indicators.items)
    for (const { name, values: line } of lines) {
      const value = values[name === 'upper' ? `${indicator}.upper` : indicator]?.value;
      if (value !== undefined && (name === 'upper' || indicator === 'rsi:14')) near(value, line.at(-1), indicator);
    }
});

test('instruments without a value are counted with the reason, and leave a condition undecided', async (t) => {
  const { ada } = await market(t);
  const condition = { type: 'compare', field: 'netMargin', operator: 'above', value: 0 };
  const universe = named('TSLA.US', 'XXXX.US', 'EURUSD.FOREX', 'SPY.US');
  const { json } = await ada.post('/markets/screens/evaluate?knownAt=2022-08-31', { universe, condition });
  t.deepEqual(
    json.items.map(({ symbol }: Json) => symbol),
    ['TSLA.US'],
  );
  t.deepEqual([json.undecidedCount, json.undecidedSymbols], [3, ['XXXX.US', 'EURUSD.FOREX', 'SPY.US']]);
  t.deepEqual(json.missing, [
    { field: 'netMargin:ttm', reason: 'not_applicable', count: 2 },
    { field: 'netMargin:ttm', reason: 'not_reported', count: 1 },
  ]);
  const later = { universe: named('TSLA.US'), condition };
  const old = (await ada.post('/markets/screens/evaluate?knownAt=2025-01-01', later)).json;
  t.deepEqual(old.missing, [{ field: 'netMargin:ttm', reason: 'outdated', count: 1 }]);
});

test('prices of the past are per share of then, and those of today per share of today', async (t) => {
  const { ada } = await market(t, [{ day: '2026-11-18', kind: 'split', value: 2 }]);
  const body = { universe: named('TSLA.US'), columns: ['price', 'priceChange:5', 'highest:5'] };
  const read = async (query: string) => {
    const { json } = await ada.post(`/markets/screens/evaluate${query}`, body);
    return Object.values(valuesOf(json.items[0])).map(({ value }) => value);
  };
  t.deepEqual(await read(''), [100, 0, 102]);
  t.deepEqual(await read('?knownAt=2026-11-17'), [200, 0, 202]);
});

test('a request waits for figures, then answers without them and counts them as loading', async (t) => {
  const { ada, candles, timers } = await market(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  candles.gate = promise;
  const body = { universe: named('TSLA.US', 'AAPL.US'), columns: ['price'] };
  const pending = ada.post('/markets/screens/evaluate', body);
  while (timers.waiting.size === 0 || candles.calls.length < 2) await new Promise(setImmediate);
  timers.expire();
  const first = (await pending).json;
  t.like(first, { loadingCount: 2, loadingSeconds: null });
  t.deepEqual(first.missing, [{ field: 'price', reason: 'loading', count: 2 }]);
  resolve();
  const second = (await ada.post('/markets/screens/evaluate', body)).json;
  t.deepEqual([second.loadingCount, second.missing], [0, []]);
  t.is(candles.calls.length, 2, 'candles are read once');
});

test('a load waits while the calls to its source are used up, and its instrument counts as loading', async (t) => {
  const { ada, candles, timers } = await market(t);
  const { UpstreamError } = await import('../../../../src/upstream/upstream-error.js');
  candles.failure = new UpstreamError('budget_spent', 1_000);
  const run = async () => {
    let answer: Json | undefined;
    void ada.post('/markets/screens/evaluate', { universe: named('TSLA.US'), columns: ['price'] }).then(({ json }) => {
      answer = json;
    });
    // The request waits for some seconds, and the load for the calls.
    while (answer === undefined && timers.waiting.size < 2) await new Promise(setImmediate);
    while (answer === undefined) {
      timers.expire();
      await new Promise(setImmediate);
    }
    return answer;
  };
  let json = await run();
  t.deepEqual([json.loadingCount, json.missing[0].reason], [1, 'loading']);
  candles.failure = undefined;
  while (json.loadingCount > 0) json = await run();
  t.deepEqual(json.missing, []);
});

test('a source that does not answer is queried again after a minute, and its earlier values stay', async (t) => {
  const { ada, candles, clock, signedIn } = await market(t);
  const body = { universe: named('TSLA.US'), columns: ['price'] };
  const { UpstreamError } = await import('../../../../src/upstream/upstream-error.js');
  candles.failure = new UpstreamError('timeout');
  const failed = (await ada.post('/markets/screens/evaluate', body)).json;
  t.deepEqual(failed.missing, [{ field: 'price', reason: 'unavailable', count: 1 }]);
  candles.failure = undefined;
  t.is((await ada.post('/markets/screens/evaluate', body)).json.missing[0].reason, 'unavailable');
  clock.advance(60_000);
  t.deepEqual((await (await signedIn()).post('/markets/screens/evaluate', body)).json.missing, []);
});

test('a filing makes the next run read the figures of its company again', async (t) => {
  const { ada, source, services, settle, clock, signedIn } = await market(t);
  const body = { universe: named('SNOW.US'), columns: ['revenue'] };
  const calls = () => source.calls.filter((call) => call === 'facts SNOW').length;
  await ada.post('/markets/screens/evaluate', body);
  await settle();
  clock.advance(2 * 3_600_000);
  await (await signedIn()).post('/markets/screens/evaluate', body);
  t.is(calls(), 1, 'figures are fresh for some hours');
  const data = filingAt(clock.now());
  await services.get(EventLog).append(filingPublished, { subject: 'symbol:SNOW.US', data });
  await settle();
  await (await signedIn()).post('/markets/screens/evaluate', body);
  t.is(calls(), 2);
});

test('a screen is run on a watchlist or portfolio of its owner alone', async (t) => {
  const { ada, signedIn } = await market(t);
  const { json: list } = await ada.post('/markets/watchlists', { name: 'One', symbols: ['AAPL.US', 'EURUSD.FOREX'] });
  const universe = { watchlistId: list.id, assetClasses: ['fx'] };
  const { json: screen } = await ada.post('/markets/screens', { name: 'One', universe });
  const found = await ada.get(`/markets/screens/${screen.id}/results`);
  t.deepEqual(
    found.json.items.map(({ symbol }: Json) => symbol),
    ['EURUSD.FOREX'],
  );
  const { json: portfolio } = await ada.post('/portfolios', { name: 'Empty', baseCurrency: 'USD' });
  const held = await ada.post('/markets/screens/evaluate', { universe: { portfolioId: portfolio.id } });
  t.like(held.json, { instrumentCount: 0, resultCount: 0 });
  const eve = await signedIn();
  isProblem(t, await eve.get(`/markets/screens/${screen.id}/results`), 404, 'not_found');
  isProblem(t, await eve.post('/markets/screens/evaluate', { universe }), 404, 'not_found');
  isProblem(
    t,
    await eve.post('/markets/screens/evaluate', { universe: { portfolioId: portfolio.id } }),
    404,
    'not_found',
  );
});

test('a missing body is a screen without a condition on the shares of the directory', async (t) => {
  const { ada } = await market(t);
  const [without, empty] = [
    await ada.post('/markets/screens/evaluate'),
    await ada.post('/markets/screens/evaluate', {}),
  ];
  t.is(without.status, 200);
  t.true(without.json.resultCount > 3_000);
  t.deepEqual(without.json.items, empty.json.items);
});

test('a moment in the future is rejected, the end of today is not', async (t) => {
  const { ada } = await market(t);
  const body = { universe: named('EURUSD.FOREX') };
  isProblem(t, await ada.post('/markets/screens/evaluate?knownAt=2026-11-21', body), 400, 'invalid_request');
  t.is((await ada.post('/markets/screens/evaluate?knownAt=2026-11-20', body)).status, 200);
});

test('the directory is screened by class and venue, page by page, with a warning about currencies', async (t) => {
  const { ada } = await market(t);
  const universe = { assetClasses: ['equity'], venue: 'lse' };
  const { json: screen } = await ada.post('/markets/screens', { name: 'London', universe, columns: ['sector'] });
  const path = `/markets/screens/${screen.id}/results`;
  const whole = (await ada.get(`${path}?limit=200`)).json;
  t.true(whole.items.length > 20);
  t.true(whole.items.every(({ symbol }: Json) => symbol.endsWith('.LSE')));
  t.deepEqual(whole.warnings, []);
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const page = (await ada.get(`${path}?limit=9${cursor}`)).json;
    seen.push(...page.items.map(({ symbol }: Json) => symbol));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  t.deepEqual(
    seen,
    whole.items.map(({ symbol }: Json) => symbol),
  );
  const csv = await ada.get(`${path}?format=csv&limit=1`);
  t.regex(csv.text, /^symbol,name,assetClass,sector,sector lastDay,sector knownSince\r\n\w+\.LSE,/);
  const mixed = { universe: named('AAPL.US', 'SAP.XETRA'), columns: ['price'] };
  t.regex(
    (await ada.post('/markets/screens/evaluate', mixed)).json.warnings[0],
    /^price: amounts are compared as they/,
  );
  const past = await ada.get(`${path}?knownAt=2020-01-01`);
  t.regex(past.json.warnings[0], /^The instruments are those of today/);
});

test('the fields are listed with their units and parameters', async (t) => {
  const { ada } = await market(t);
  const { json } = await ada.get('/markets/screens/fields');
  const find = (field: string) => json.items.find((one: Json) => one.field === field);
  t.deepEqual(find('priceChange').parameters, ['days']);
  t.like(find('netMargin'), { group: 'ratio', unit: 'fraction', parameters: ['period'] });
  t.deepEqual(find('macd').outputs, ['macd', 'signal', 'histogram']);
  t.is(find('obv'), undefined, 'a sum without a beginning cannot be compared');
});

test('the simulated market gives results that are labeled as simulated', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const symbols = ['AAPL.US', 'MSFT.US', 'NVDA.US', 'KO.US', 'JPM.US'];
  const condition = {
    type: 'all',
    conditions: [
      { type: 'compare', field: 'priceToEarnings', operator: 'above', value: 0 },
      { type: 'compare', field: 'rsi:14', operator: 'above', value: 0 },
    ],
  };
  const sort = [{ field: 'marketCap', order: 'desc' }];
  const run = async () =>
    (await ada.post('/markets/screens/evaluate', { universe: { symbols }, condition, sort })).json;
  let json = await run();
  // A busy machine may need longer than a request waits.
  while (json.loadingCount > 0) json = await run();
  t.deepEqual(json.providers, ['simulator']);
  t.is(json.resultCount + json.undecidedCount, symbols.length);
  t.true(json.resultCount >= 3);
  const caps = json.items.map((item: Json) => valuesOf(item).marketCap?.value);
  t.deepEqual(
    caps,
    caps.toSorted((one: number, other: number) => other - one),
  );
});

test('figures of the simulated market are those of its candles and companies, and need no stored candles', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const symbols = ['AAPL.US', 'NVDA.US', 'KO.US'];
  const columns = ['price', 'priceChange:60', 'sma:50', 'marketCap', 'revenue'];
  const run = async (query: string) =>
    (await ada.post(`/markets/screens/evaluate${query}`, { universe: { symbols }, columns })).json;
  for (const query of ['', '?knownAt=2026-02-03']) {
    let json = await run(query);
    while (json.loadingCount > 0) json = await run(query);
    const stored = await service.database.database.query(`select from candles where symbol = any($1)`, [symbols]);
    t.deepEqual(stored.rows, []);
    for (const item of json.items) {
      const values = valuesOf(item);
      const adjustment = query === '' ? 'splits' : 'none';
      const day = values.price?.lastDay;
      const after = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
      const path = `/markets/candles/${item.symbol}?interval=1d&from=${day}&to=${after}&adjustment=${adjustment}`;
      const [candle] = (await ada.get(path)).json.items;
      t.is(values.price?.value, candle?.close, `${item.symbol}${query}`);
      const ratios = (await ada.get(`/markets/companies/${item.symbol}/ratios${query}`)).json;
      const cap = ratios.valuation.find(({ ratio }: Json) => ratio === 'marketCap')?.value;
      t.true(Math.abs(values.marketCap?.value / cap - 1) < 1e-9);
    }
    await service.database.database.query(`delete from candles where symbol = any($1)`, [symbols]);
  }
});

test('a response estimates when the figures that are being read are there', async (t) => {
  const { ada, candles, clock, timers } = await market(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  const symbols = Array.from({ length: 60 }, (_, at) => `A${String.fromCharCode(65 + (at % 26))}${at}.US`);
  const { answer } = candles;
  let answered = 0;
  candles.answer = (...call) => {
    answered += 1;
    clock.advance(1_000);
    if (answered === 30) candles.gate = promise;
    return answer(...call);
  };
  // Four instruments are read at a time, and wait from the thirtieth on.
  const isWaiting = () => timers.waiting.size > 0 && answered >= 30 && candles.calls.length === answered + 4;
  const pending = ada.post('/markets/screens/evaluate', { universe: { symbols }, columns: ['price'] });
  while (!isWaiting()) await new Promise(setImmediate);
  timers.expire();
  const { json } = await pending;
  t.is(json.loadingCount, symbols.length - answered);
  t.true(Math.abs(json.loadingSeconds - json.loadingCount) <= 5, `${json.loadingSeconds}`);
  resolve();
});
