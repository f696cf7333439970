import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { COUNTED, FlowRepository } from '../../../../src/features/geospatial/flows/flow.repository.js';
import { PassageDays } from '../../../../src/features/geospatial/flows/passage-days.js';
import { UnusualFlows } from '../../../../src/features/geospatial/flows/unusual-flows.service.js';
import { isPrivateFlow } from '../../../../src/features/markets/market-symbol.js';
import { PrivateQuotes } from '../../../../src/features/markets/quotes/private-quotes.service.js';
import { AlertScene, alertsOf } from '../../../support/alert-scene.js';
import { isProblem } from '../../../support/is-problem.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { DAY, HOUR, MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';
import { until } from '../../../support/stream-service.js';
import type { Json } from '../../../support/test-client.js';

const midnight = Date.UTC(2026, 10, 20);
const line = [
  { lat: 54, lon: 3 },
  { lat: 54, lon: 4 },
];
const dogger = { name: 'Dogger', forwardLabel: 'southbound', backwardLabel: 'northbound', line };

/** Starts a service with a line of an account that was drawn 200 days ago. */
async function sea(t: ExecutionContext, now = midnight + 12 * HOUR + 58 * MINUTE) {
  const clock = new ManualClock(now);
  const timers = new ManualTimers(clock);
  const made = await serviceFor(t, { env: { SVC_AIS_SOURCES: 'none' }, parts: { clock, timers } });
  const service = { ...made, clock };
  const ada = await service.signedIn();
  const { id, symbols } = (await ada.post('/geospatial/flows', dogger)).json;
  await made.database.database.query("update flow_lines set created_at = created_at - interval '200 days'");
  /** Stores passages of tankers of a day in which all hours were counted. */
  const pass = async (day: number, tankers: number, last = 24) => {
    const days = new PassageDays();
    for (let hour = 0; hour < last; hour += 1) for (const one of [COUNTED, id]) days.hear(one, day + hour * HOUR);
    const tanker = { key: 636019825, isForward: true, shipType: 'tanker', deadweight: null } as const;
    for (let at = 0; at < tankers; at += 1) days.pass(id, day + 12 * HOUR + at * MINUTE, tanker);
    await service.services.get(FlowRepository).add(false, days.take());
  };
  return { service, clock, timers, ada, id, symbols: symbols as string[], pass };
}

test('symbols of a line have quotes, candles and charts for its account alone, until the line is deleted', async (t) => {
  const { service, ada, id, symbols, pass } = await sea(t);
  const eve = await service.signedIn();
  await pass(midnight - DAY, 3);
  await pass(midnight, 5, 13);
  t.is(symbols.length, 9);
  t.true(
    symbols.every((symbol) => isPrivateFlow(symbol) && symbol.length <= 29),
    symbols.join(),
  );
  const [symbol, tankers] = [symbols[0] as string, symbols.find((one) => one.endsWith('-TANKERS.FLOW')) as string];
  const quotes = async (api: typeof ada) => (await api.get(`/markets/quotes?symbol=${tankers}`)).json;
  const [quote] = (await quotes(ada)).items;
  t.like(quote, { symbol: tankers, price: 5, currency: 'XXX' });
  t.deepEqual((await quotes(eve)).items, []);
  t.is((await quotes(eve)).errors[0].code, 'not_found');
  // A cached quote of one account reaches no other one, and stays with the first.
  t.is((await quotes(ada)).items.length, 1);
  for (const path of [
    `/markets/instruments/${symbol}`,
    `/markets/candles/${symbol.toLowerCase()}?from=2026-11-19`,
    `/markets/candles/${symbol}.svg?from=2026-11-01`,
    `/markets/indicators/${symbol}?indicator=sma:2&from=2026-11-19`,
  ]) {
    t.is((await ada.get(path)).status, 200, path);
    isProblem(t, await eve.get(path), 404, 'not_found');
  }
  const candles = (await ada.get(`/markets/candles/${tankers}?from=2026-11-19`)).json.items;
  // Candles of days read full hours, and the passages of today are after the last one.
  t.deepEqual(
    candles.map(({ volume, close }: Json) => [volume, close]),
    [
      [3, 3],
      [0, 3],
    ],
  );
  const named = (await ada.get(`/markets/instruments/${tankers}`)).json;
  t.is(named.name, 'Tankers across Dogger, in 24 hours');
  const found = async (api: typeof ada) =>
    (await api.get('/markets/search?q=dogger')).json.items.map((one: Json) => one.symbol);
  t.true((await found(ada)).includes(symbol));
  t.false((await found(eve)).some(isPrivateFlow));
  t.is((await ada.delete(`/geospatial/flows/${id}`)).status, 204);
  isProblem(t, await ada.get(`/markets/candles/${symbol}`), 404, 'not_found');
});

test('hours before a line was counted have no value', async (t) => {
  const { service, ada, symbols, pass } = await sea(t);
  await service.database.database.query("update flow_lines set created_at = '2026-11-19T12:00:00Z'");
  for (const day of [2, 1, 0]) await pass(midnight - day * DAY, 4, day === 0 ? 13 : 24);
  const { items } = (await ada.get(`/markets/candles/${symbols[0]}?from=2026-11-18&interval=1h`)).json;
  t.is(items[0].time, '2026-11-20T10:00:00.000Z', 'when 0.9 of the 24 hours before were counted');
});

test('a rule on a line of an account follows it live, and its backtest reads it', async (t) => {
  const { service, timers, ada, symbols, pass } = await sea(t);
  await pass(midnight - DAY, 8);
  await pass(midnight, 6, 13);
  const condition = { type: 'price', symbol: symbols[0], operator: 'above', threshold: 5 };
  const made = await ada.post('/alerts/rules', { name: 'Dogger', condition });
  t.is(made.status, 201, made.text);
  const tested = await ada.post('/alerts/rules/backtest', {
    rule: { name: 'Dogger', condition },
    from: '2026-11-20T10:00:00Z',
    to: '2026-11-20T12:50:00Z',
  });
  t.is(tested.status, 200, tested.text);
  t.regex(tested.json.missing[0].detail, /estimated from candles of a minute/);
  t.is(tested.json.alerts.length, 1);
  const eve = await service.signedIn();
  const foreign = await eve.post('/alerts/rules', { name: 'Hers', condition });
  t.is(foreign.status, 422, 'the symbol is unknown to another account');
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  await scene.settle();
  for (let at = 0; at < 8; at += 1) {
    await timers.advance(15 * SECOND);
    await scene.settle();
  }
  await ada.refresh();
  t.deepEqual(
    (await alertsOf(ada)).map(({ ruleName, state }) => [ruleName, state]),
    [['Dogger', 'firing']],
  );
});

test('an unusual day of a line is published to its account alone, once', async (t) => {
  const { service, ada, symbols, pass, clock } = await sea(t, midnight + 20 * MINUTE);
  for (let ago = 2; ago <= 100; ago += 1) await pass(midnight - ago * DAY, 25);
  await pass(midnight - DAY, 2);
  const eve = await service.signedIn();
  const publish = () => service.services.get(UnusualFlows).publish(new AbortController().signal);
  await publish();
  await publish();
  clock.advance(MINUTE);
  await service.settle();
  const listed = async (api: typeof ada) =>
    (await api.get('/timeline?type=flow.line_unusual,flow.unusual')).json.items as Json[];
  const [event, ...others] = await listed(ada);
  t.is(others.length, 0);
  t.is(event?.type, 'flow.line_unusual');
  t.is(event?.title, 'Dogger: 2 vessels in a day, 25 expected (z -4.6)');
  t.like(event?.data, { symbol: symbols[0], passageCount: 2, baselineMean: 25 });
  t.deepEqual(await listed(eve), []);
});

test('quotes of a line reach streams and sockets of its account alone, until the line is deleted', async (t) => {
  const { service, timers, ada, id, symbols, pass } = await sea(t);
  const eve = await service.signedIn();
  await pass(midnight - DAY, 3);
  await pass(midnight, 5, 13);
  const symbol = symbols.find((one) => one.endsWith('-TANKERS.FLOW')) as string;
  const path = `/markets/quotes/stream?symbol=${symbol.toLowerCase()},AAPL.US`;
  const [own, foreign] = [await ada.stream(path), await eve.stream(path)];
  t.teardown(() => Promise.all([own.close(), foreign.close()]));
  const priceOf = async () => {
    const isOfLine = ({ event, data }: { event: string; data: string }) =>
      event === 'quote' && JSON.parse(data).symbol === symbol;
    return JSON.parse((await own.next(isOfLine)).data).price;
  };
  t.is(await priceOf(), 5);
  t.like(await foreign.nextData('unavailable'), { symbol: symbol.toLowerCase(), code: 'not_found' });
  const followed = service.services.get(PrivateQuotes);
  t.is(followed.size, 1);
  await pass(midnight, 2, 13);
  await timers.advance(MINUTE);
  t.is(await priceOf(), 7);
  const heard: number[] = [];
  const following = await followed.follow(ada.accountId, [symbol], ({ price }) => heard.push(price));
  t.deepEqual(heard, [7]);
  t.is((await ada.delete(`/geospatial/flows/${id}`)).status, 204);
  await pass(midnight, 1, 13);
  await timers.advance(MINUTE);
  t.deepEqual(heard, [7]);
  following.close();
  await own.close();
  await until(() => followed.size === 0);
  t.pass();
});
