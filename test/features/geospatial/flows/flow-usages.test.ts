import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { COUNTED, FlowRepository } from '../../../../src/features/geospatial/flows/flow.repository.js';
import { PassageDays } from '../../../../src/features/geospatial/flows/passage-days.js';
import { WaitingRepository } from '../../../../src/features/geospatial/waiting/waiting.repository.js';
import { AlertScene, alertEvents, alertsOf } from '../../../support/alert-scene.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { DAY, HOUR, MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

/** A Friday. */
const now = Date.UTC(2026, 10, 20, 12, 58);
const midnight = Date.UTC(2026, 10, 20);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

async function sea(t: ExecutionContext) {
  const clock = new ManualClock(now);
  const timers = new ManualTimers(clock);
  const made = await serviceFor(t, { env: { SVC_AIS_SOURCES: 'none' }, parts: { clock, timers } });
  const service = { ...made, clock };
  const { services } = service;
  /** Stores passages of tankers through Hormuz, and the hours from a time on in which they were counted. */
  const pass = async (times: readonly number[], from: number) => {
    const days = new PassageDays();
    for (let at = from; at < now; at += HOUR) for (const id of [COUNTED, 'hormuz']) days.hear(id, at);
    const tanker = { key: 636019825, isForward: true, shipType: 'tanker', deadweight: null } as const;
    for (const at of times) days.pass('hormuz', at, tanker);
    await services.get(FlowRepository).add(false, days.take());
  };
  /** Stores the tankers that wait off Rotterdam in each hour of some days. */
  const wait = (countOf: (hour: number) => number | null, daysAgo = 0, count = 1) =>
    services.get(WaitingRepository).add(
      false,
      Array.from({ length: count }, (_, at) => {
        const start = midnight - (daysAgo - at) * DAY;
        const tanker = Array.from({ length: 24 }, (_, hour) => countOf(start / HOUR + hour));
        return { locode: 'NLRTM', day: iso(start), tanker, cargo: tanker.map((one) => one && 0) };
      }),
    );
  return { service, clock, timers, pass, wait, ada: await service.signedIn() };
}

/** Returns the same number of passages at noon of a day. */
const atNoon = (day: number, count: number) => Array.from({ length: count }, (_, at) => day + 12 * HOUR + at * MINUTE);

/** Follows the rules live for some minutes. */
async function alerting(
  t: ExecutionContext,
  service: Awaited<ReturnType<typeof sea>>['service'],
  timers: ManualTimers,
) {
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  const live = async (minutes: number) => {
    for (let at = 0; at < minutes * 4; at += 1) {
      await timers.advance(15 * SECOND);
      await scene.settle();
    }
  };
  await scene.settle();
  return live;
}

test('a rule on passages and one on waiting ships follow the flow live', async (t) => {
  const { service, timers, pass, wait, ada } = await sea(t);
  // Five tankers passed 24 hours ago; these passages are no longer in the last 24 hours two minutes later.
  await pass(
    Array.from({ length: 5 }, (_, at) => now - DAY + MINUTE + at * SECOND),
    now - 2 * DAY,
  );
  const hour = Math.floor(now / HOUR);
  await wait((at) => (at === hour ? 9 : at < hour ? 3 : null));
  const rule = (symbol: string, operator: string, threshold: number) =>
    ada.post('/alerts/rules', { name: symbol, condition: { type: 'price', symbol, operator, threshold } });
  t.is((await rule('HORMUZ-TANKERS.FLOW', 'below', 2)).status, 201);
  t.is((await rule('ROTTERDAM-WAITING.FLOW', 'above', 5)).status, 201);
  const live = await alerting(t, service, timers);
  await live(1);
  t.deepEqual(await alertEvents(service, ada), []);
  await live(4);
  t.deepEqual((await alertsOf(ada)).map(({ ruleName, state }) => `${ruleName} ${state}`).sort(), [
    'HORMUZ-TANKERS.FLOW firing',
    'ROTTERDAM-WAITING.FLOW firing',
  ]);
});

test('a rule over a watchlist has an alert for each flow', async (t) => {
  const { service, timers, pass, wait, ada } = await sea(t);
  await pass(atNoon(midnight, 8), now - 2 * DAY);
  await wait((at) => (at < Math.floor(now / HOUR) ? 7 : null));
  const symbols = ['HORMUZ-TANKERS.FLOW', 'ROTTERDAM-WAITING.FLOW', 'ROTTERDAM-WAITING-C.FLOW'];
  const list = await ada.post('/markets/watchlists', { name: 'Sea', symbols });
  t.is(list.status, 201, list.text);
  const condition = { type: 'price', symbol: 'EACH.GROUP', operator: 'above', threshold: 5 };
  const rule = { name: 'Sea', condition: { ...condition, symbols: { watchlistId: list.json.id } } };
  t.is((await ada.post('/alerts/rules', rule)).status, 201);
  const live = await alerting(t, service, timers);
  await live(1);
  t.deepEqual((await alertsOf(ada)).map(({ entity, state }) => `${entity} ${state}`).sort(), [
    'symbol:HORMUZ-TANKERS.FLOW firing',
    'symbol:ROTTERDAM-WAITING.FLOW firing',
  ]);
});

test('an event study measures the changes of flows after events', async (t) => {
  const { service, pass, wait, ada } = await sea(t);
  const noted = Array.from({ length: 10 }, (_, index) => 200 - 20 * index);
  const after = new Set(noted.map((ago) => midnight - (ago - 1) * DAY));
  // The day after each note has 26 passages and waiting ships, other days have 20.
  const countOf = (day: number) => (after.has(day) ? 26 : 20);
  const days = Array.from({ length: 260 }, (_, at) => midnight - (260 - at) * DAY);
  await pass(
    days.flatMap((day) => atNoon(day, countOf(day))),
    days[0] as number,
  );
  await wait((hour) => countOf(Math.floor(hour / 24) * DAY), 260, 260);
  for (const ago of noted)
    await ada.post('/timeline/notes', {
      title: 'Strait closed',
      time: new Date(midnight - ago * DAY + HOUR).toISOString(),
    });
  await service.settle();
  const study = { events: { q: 'strait' }, windowTradingDays: [1, 3], permutationCount: 500 };
  const symbols = ['HORMUZ-TANKERS.FLOW', 'ROTTERDAM-WAITING.FLOW'];
  const { status, json, text } = await ada.post('/timeline/studies', { ...study, symbols });
  t.is(status, 200, text);
  for (const target of symbols) {
    const [day, later] = json.items.filter((one: Json) => one.target === target);
    t.like(day, { windowTradingDays: 1, caseCount: 10 }, target);
    t.true(Math.abs(day.returns.meanReturn - 0.3) < 1e-9, JSON.stringify(day));
    t.true(day.pValue < 0.01, `${day.pValue}`);
    t.true(Math.abs(later.returns.meanReturn) < 1e-9, JSON.stringify(later));
  }
});

test('a flow is a factor of a scenario, which holdings follow by their beta', async (t) => {
  const { pass, wait, ada } = await sea(t);
  const { items } = (await ada.get('/markets/candles/VTI.US?from=2024-11-10&to=2026-11-20&adjustment=all')).json;
  const closes = new Map<string, number>(items.map(({ time, close }: Json) => [time.slice(0, 10), close]));
  let last = items[0].close;
  const priceOf = (hour: number) => (last = closes.get(iso(Math.floor(hour / 24) * DAY)) ?? last);
  await wait((hour) => Math.round(20 * priceOf(hour)), 740, 740);
  await pass([], now - 30 * DAY);
  const { id } = (await ada.post('/portfolios', { name: 'Savings', baseCurrency: 'USD' })).json;
  const path = `/portfolios/${id}`;
  const tradedAt = '2026-11-02';
  await ada.post(`${path}/transactions`, { type: 'deposit', tradedAt, amount: '10000', currency: 'USD' });
  const bought = { type: 'buy', tradedAt, symbol: 'VTI.US', quantity: '10', price: '100', currency: 'USD' };
  t.is((await ada.post(`${path}/transactions`, bought)).status, 201);
  const run = (shock: object) => {
    const scenario = { type: 'shocks', shocks: [{ target: 'factor', factor: 'flow', change: -0.1, ...shock }] };
    return ada.post(`${path}/scenarios`, { scenario, asOf: '2026-11-19' });
  };
  const { status, json, text } = await run({ symbol: 'rotterdam-waiting.flow' });
  t.is(status, 200, text);
  const [{ effects, startValue, endValue }] = json.outcome.holdings;
  t.is(effects[0].betaSource, 'history');
  t.true(Math.abs(effects[0].beta - 1) < 0.05, `${effects[0].beta}`);
  t.true(Math.abs(endValue - startValue * (1 - 0.1 * effects[0].beta)) < 1e-6);
  const short = (await run({ symbol: 'HORMUZ-TANKERS.FLOW' })).json;
  t.deepEqual(short.outcome.unmatchedShocks, [0], 'too few weeks');
  for (const shock of [{}, { symbol: 'ATLANTIS.FLOW' }, { symbol: 'VTI.US' }, { factor: 'oil', symbol: 'SUEZ.FLOW' }]) {
    const wrong = await run(shock);
    t.is(wrong.status, 400, JSON.stringify(shock));
    t.deepEqual(
      wrong.json.errors.map(({ pointer }: Json) => pointer),
      ['/scenario/shocks/0/symbol'],
    );
  }
  t.is((await run({ symbol: 'SUEZ.FLOW', change: -1.1 })).status, 400);
});
