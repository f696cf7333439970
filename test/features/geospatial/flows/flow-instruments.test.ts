import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { COUNTED, FlowRepository } from '../../../../src/features/geospatial/flows/flow.repository.js';
import { PassageDays } from '../../../../src/features/geospatial/flows/passage-days.js';
import type { Quote } from '../../../../src/features/markets/quote.js';
import { QuoteHub } from '../../../../src/features/markets/quotes/quote-hub.js';
import { isProblem } from '../../../support/is-problem.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { DAY, HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

/** A Friday. */
const now = Date.UTC(2026, 10, 20, 12, 30);
const midnight = Date.UTC(2026, 10, 20);
const tanker = { key: 636019825, isForward: true, shipType: 'tanker', deadweight: null } as const;

async function sea(t: ExecutionContext) {
  const clock = new ManualClock(now);
  const timers = new ManualTimers(clock);
  const service = await serviceFor(t, { env: { SVC_AIS_SOURCES: 'none' }, parts: { clock, timers } });
  const repository = service.services.get(FlowRepository);
  /** Stores passages at some times, and hours that were counted and in which a vessel near the line was received. */
  const store = async (flowId: string, times: readonly number[], from: number, to: number, more: object = {}) => {
    const days = new PassageDays();
    for (let at = from; at < to; at += HOUR) for (const id of [COUNTED, flowId]) days.hear(id, at);
    for (const at of times) days.pass(flowId, at, { ...tanker, ...more });
    await repository.add(false, days.take());
  };
  return { ...service, clock, timers, store, ada: await service.signedIn() };
}

/** Returns one time a day at noon, for some days before midnight: `counts[0]` passages on the last day. */
const atNoon = (counts: readonly number[]) =>
  counts.flatMap((count, index) =>
    Array.from({ length: count }, (_, at) => midnight - (index + 1) * DAY + 12 * HOUR + at * MINUTE),
  );

test('a candle of a day opens and closes with the passages of 24 hours, and its volume are those of the day', async (t) => {
  const { store, ada } = await sea(t);
  await store('hormuz', [...atNoon([3, 5, 2]), midnight + 11 * HOUR], midnight - 5 * DAY, now);
  const { json } = await ada.get('/markets/candles/hormuz-tankers.flow?from=2026-11-18');
  t.deepEqual(json.items, [
    { time: '2026-11-18T00:00:00.000Z', open: 2, high: 5, low: 2, close: 5, volume: 5 },
    { time: '2026-11-19T00:00:00.000Z', open: 5, high: 5, low: 3, close: 3, volume: 3 },
    { time: '2026-11-20T00:00:00.000Z', open: 3, high: 4, low: 3, close: 4, volume: 1 },
  ]);
  t.like(json, { symbol: 'HORMUZ-TANKERS.FLOW', currency: 'XXX', gaps: [] });
  t.like(json.provenance, { provider: 'detector', asOf: '2026-11-20T12:00:00.000Z', stale: false, warnings: [] });
  const hours = (await ada.get('/markets/candles/HORMUZ.FLOW?interval=1h&from=2026-11-20T10:00:00Z')).json.items;
  t.deepEqual(
    hours.map(({ close, volume }: Json) => [close, volume]),
    [
      [3, 0],
      [4, 1],
    ],
    'the hour that has just begun has no candle',
  );
  const minutes = (await ada.get('/markets/candles/HORMUZ.FLOW?interval=1m&from=2026-11-20T11:59:00Z')).json.items;
  t.like(minutes.slice(0, 4), [{ close: 4 }, { open: 4, close: 3 }, { close: 2 }, { close: 1 }]);
  const week = (await ada.get('/markets/candles/HORMUZ.FLOW?interval=1w&from=2026-11-18')).json.items;
  t.like(week, [{ time: '2026-11-16T00:00:00.000Z', close: 4, volume: 11 }]);
});

test('a quote is the number of passages in the last 24 hours, with its change since midnight', async (t) => {
  const { store, ada } = await sea(t);
  await store('hormuz', [...atNoon([4]), midnight + HOUR, midnight + 2 * HOUR], midnight - 3 * DAY, now);
  const { json } = await ada.get('/markets/quotes/HORMUZ-TANKERS.FLOW');
  t.like(json, {
    price: 2,
    previousClose: 4,
    change: -2,
    changePercent: -50,
    high: 6,
    low: 2,
    volume: 2,
    assetClass: 'index',
    marketState: 'regular',
    tradedAt: '2026-11-20T12:30:00.000Z',
  });
  const only = async (symbol: string) => (await ada.get(`/markets/quotes/${symbol}.FLOW`)).json.price;
  t.is(await only('HORMUZ-CARGO'), 0, 'no passage is a price of zero');
  t.is(await only('HORMUZ-TANKERS-F'), 2);
  t.is(await only('HORMUZ-TANKERS-B'), 0);
  const { json: named } = await ada.get('/markets/instruments/hormuz-tankers-f.flow');
  t.is(named.name, 'Tankers through Strait of Hormuz, outbound, in 24 hours');
});

test('hours without reception have no value, and nothing of them counts as a fall', async (t) => {
  const { store, clock, ada } = await sea(t);
  const earlier = atNoon([3, 3, 3]).map((at) => at - 3 * DAY);
  await store('hormuz', earlier, midnight - 6 * DAY, midnight - 3 * DAY);
  isProblem(t, await ada.get('/markets/quotes/HORMUZ.FLOW'), 503, 'unavailable');
  const { json } = await ada.get('/markets/candles/HORMUZ.FLOW?from=2026-11-14&to=2026-11-20');
  t.deepEqual(
    json.items.map(({ time }: Json) => time.slice(0, 10)),
    ['2026-11-14', '2026-11-15', '2026-11-16'],
  );
  t.deepEqual(json.gaps, [{ from: '2026-11-17T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' }]);
  t.regex(json.provenance.warnings.join(' '), /counted in 50 % of the hours.*received in 50 %/);
  t.true(json.provenance.stale);
  // At least 0.9 of the 24 hours must be counted.
  await store('suez', [], midnight - DAY + 12 * HOUR + HOUR * 3, now);
  isProblem(t, await ada.get('/markets/quotes/SUEZ.FLOW'), 503, 'unavailable');
  await store('suez', [], midnight - DAY + 12 * HOUR + HOUR * 2, midnight);
  clock.advance(16_000);
  t.is((await ada.get('/markets/quotes/SUEZ.FLOW')).json.price, 0);
  isProblem(t, await ada.get('/markets/quotes/DOVER.FLOW'), 503, 'unavailable');
});

test('symbols of flows are found by search and listed with their flow; others are unknown', async (t) => {
  const { ada } = await sea(t);
  const { symbols } = (await ada.get('/geospatial/flows/rotterdam')).json;
  t.deepEqual(symbols.slice(0, 4), [
    'ROTTERDAM.FLOW',
    'ROTTERDAM-F.FLOW',
    'ROTTERDAM-B.FLOW',
    'ROTTERDAM-TANKERS.FLOW',
  ]);
  const { items } = (await ada.get('/markets/search?q=hormuz tankers')).json;
  t.is(items[0].symbol, 'HORMUZ-TANKERS.FLOW');
  isProblem(t, await ada.get('/markets/quotes/ATLANTIS.FLOW'), 404, 'not_found');
  isProblem(t, await ada.get('/markets/candles/HORMUZ-FERRIES.FLOW'), 404, 'not_found');
});

test('indicators, images, comparisons, screens and charts take a flow', async (t) => {
  const { store, ada } = await sea(t);
  const days = Array.from({ length: 100 }, (_, at) => (at === 40 ? 0 : 4 + ((at * 7) % 5)));
  await store('hormuz', atNoon(days), midnight - 102 * DAY, now);
  const indicators = await ada.get('/markets/indicators/HORMUZ-TANKERS.FLOW?indicator=sma:20,rsi:14');
  t.is(indicators.status, 200, indicators.text);
  const images = [
    '/markets/candles/HORMUZ-TANKERS.FLOW.svg?overlay=sma:20',
    '/markets/candles/HORMUZ-TANKERS.FLOW.svg?compare=AAPL.US',
    '/markets/compare.svg?symbol=HORMUZ-TANKERS.FLOW,AAPL.US&from=2026-09-01',
  ];
  for (const path of images) {
    const image = await ada.get(path);
    t.is(image.status, 200, image.text);
    t.notRegex(image.text, /XXX/, `${path}: the code for no currency is not for people`);
    if (path.includes('/candles/')) t.regex(image.text, /HORMUZ-TANKERS\.FLOW – Tankers through/);
  }
  const compared = await ada.get('/markets/compare?symbol=HORMUZ-TANKERS.FLOW,AAPL.US&from=2026-09-01');
  t.is(compared.status, 200, compared.text);
  t.notRegex(compared.text, /Infinity|NaN/);
  const screen = { name: 'Straits', universe: { symbols: ['HORMUZ-TANKERS.FLOW', 'SUEZ.FLOW'] }, columns: ['price'] };
  const made = (await ada.post('/markets/screens', screen)).json;
  let results = { loadingCount: 1, items: [] as Json[] };
  while (results.loadingCount > 0) results = (await ada.get(`/markets/screens/${made.id}/results`)).json;
  t.is(results.items[0]?.values[0].value, days[0]);
  const series = [{ expression: 'sma(HORMUZ-TANKERS.FLOW, 5) / AAPL.US' }];
  const drawn = await ada.post('/graphs/charts', { name: 'Ships against shares', series });
  t.is(drawn.status, 201, drawn.text);
  const image = await ada.get(`/graphs/charts/${drawn.json.id}/image.svg`);
  t.is(image.status, 200, image.text);
});

test('an alert rule fires on a flow, and its back-test uses the candles of each minute', async (t) => {
  const { store, ada } = await sea(t);
  await store('hormuz', atNoon([1, 3, 9, 9, 9, 9, 9]), midnight - 9 * DAY, now);
  const condition = { type: 'price', symbol: 'HORMUZ-TANKERS.FLOW', operator: 'below', threshold: 2 };
  const rule = { name: 'Hormuz', condition };
  const made = await ada.post('/alerts/rules', rule);
  t.is(made.status, 201, made.text);
  const tested = await ada.post('/alerts/rules/backtest', { rule, from: '2026-11-14', to: '2026-11-20' });
  t.is(tested.status, 200, tested.text);
  const [alert, ...others] = tested.json.alerts;
  t.is(others.length, 0);
  t.like(alert, { firedAt: '2026-11-19T12:02:40.000Z', resolvedAt: null });
  t.like(alert.explanation[0], { value: 1, threshold: 2, met: true });
});

test('a stream follows a flow', async (t) => {
  const { store, services } = await sea(t);
  await store('hormuz', atNoon([4]), midnight - 3 * DAY, now);
  const quotes: Quote[] = [];
  const following = await services.get(QuoteHub).follow(['HORMUZ.FLOW', 'SUEZ.FLOW'], (quote) => quotes.push(quote));
  t.teardown(() => following.close());
  t.like(following.errors, [{ symbol: 'SUEZ.FLOW', code: 'unavailable' }], 'a value may become known again');
  t.deepEqual(
    quotes.map(({ symbol, price }) => [symbol, price]),
    [['HORMUZ.FLOW', 0]],
  );
});

test('a transaction refuses a flow, since a count cannot be held', async (t) => {
  const { ada } = await sea(t);
  const { id } = (await ada.post('/portfolios', { name: 'Savings', baseCurrency: 'EUR' })).json;
  const bought = {
    type: 'buy',
    tradedAt: '2026-11-19',
    symbol: 'HORMUZ.FLOW',
    quantity: '2',
    price: '1',
    currency: 'EUR',
  };
  const answer = await ada.post(`/portfolios/${id}/transactions`, bought);
  isProblem(t, answer, 400, 'invalid_request');
  t.regex(answer.text, /is a count, which cannot be held/);
});
