import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { CurrentObservations } from '../../../src/features/alerts/sources/current-observations.service.js';
import { AlertScene, alertEvents, startAlertService } from '../../support/alert-scene.js';
import { isProblem } from '../../support/is-problem.js';
import { DAY } from '../../support/service-for.js';
import type { TestClient } from '../../support/test-client.js';
import type { TestService } from '../../support/test-service.js';

const path = '/markets/instruments';
const price = { type: 'price', symbol: 'MILL.OWN', operator: 'above', threshold: 105 };
const rule = (condition: object) => ({ name: 'Mill', condition });

/** Starts a service with two accounts that each have an instrument with the same symbol, and prices of three days. */
async function market(t: ExecutionContext) {
  const service = await startAlertService();
  t.teardown(() => service.close());
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  for (const [one, prices] of [
    [ada, [110, 100, 90]],
    [bob, [50, 40, 30]],
  ] as const) {
    await one.post(path, { symbol: 'MILL.OWN', kind: 'private', name: 'Mill', currency: 'EUR' });
    await store(service, one, prices);
  }
  return { service, ada, bob };
}

/** Stores prices, the newest first, of the last days. */
const store = ({ clock }: TestService, one: TestClient, prices: readonly number[]) => {
  const days = prices.map((value, back) => ({
    day: new Date(clock.now() - back * DAY).toISOString().slice(0, 10),
    price: value,
  }));
  return one.put(`${path}/MILL.OWN/prices`, { prices: days });
};

test('each account has its own price under the same symbol, in previews and in alerts', async (t) => {
  const { service, ada, bob } = await market(t);
  const previewed = async (one: TestClient) =>
    (await one.post('/alerts/rules/preview', rule(price))).json.instances[0].results[0];
  t.like(await previewed(ada), { status: 'ok', met: true, value: 110, distance: -5 });
  t.like(await previewed(bob), { status: 'ok', met: false, value: 50, distance: 55 });
  t.like((await previewed(ada)).records, {
    0: { type: 'symbol', id: 'MILL.OWN', href: '/api/v1/markets/quotes/MILL.OWN' },
  });
  const scene = await AlertScene.of(service);
  t.teardown(() => scene.stop());
  for (const one of [ada, bob]) t.is((await one.post('/alerts/rules', rule(price))).status, 201);
  await scene.settle();
  const current = service.services.get(CurrentObservations);
  const read = async () => {
    const keys = [ada, bob].map(({ accountId }) => `MILL.OWN@${accountId}`);
    for (const observation of await current.quotes(keys)) scene.observe(observation);
    await scene.settle();
  };
  await read();
  t.deepEqual(await alertEvents(service, ada), ['alert.firing']);
  t.deepEqual(await alertEvents(service, bob), []);
  const [alert] = (await ada.get('/alerts')).json.items;
  t.deepEqual(alert.symbols, ['MILL.OWN']);
  // The price of the same day is replaced.
  service.clock.advance(60_000);
  await store(service, bob, [120]);
  await store(service, ada, [100]);
  await read();
  t.deepEqual(await alertEvents(service, ada), ['alert.firing', 'alert.resolved']);
  t.deepEqual(await alertEvents(service, bob), ['alert.firing']);
});

test('changes, indicators and expressions of own instruments are previewed and tested on the past', async (t) => {
  const { service, ada } = await market(t);
  const first = async (condition: object) =>
    (await ada.post('/alerts/rules/preview', rule(condition))).json.instances[0].results[0];
  const change = { type: 'price_change', symbol: 'MILL.OWN', operator: 'above', percent: 5, windowSeconds: 86_400 };
  // The close of a day counts from its end: a day ago, it was that of two days ago.
  const changed = await first(change);
  t.like(changed, { status: 'ok', met: true });
  t.true(Math.abs(changed.value - 100 * (110 / 90 - 1)) < 1e-9);
  const usual = { type: 'indicator', symbol: 'MILL.OWN', interval: '1d', operator: 'above', threshold: 1 };
  t.like(await first({ ...usual, indicator: 'sma:2' }), { status: 'ok', value: 95 });
  t.like(await first({ ...usual, indicator: 'expression', expression: 'MILL.OWN * 2' }), { status: 'ok', value: 200 });
  const range = {
    from: new Date(service.clock.now() - 2 * DAY).toISOString(),
    to: new Date(service.clock.now()).toISOString(),
  };
  const tested = await ada.post('/alerts/rules/backtest', { rule: rule({ ...price, threshold: 95 }), ...range });
  t.is(tested.json.alerts.length, 1);
  t.like(tested.json.alerts[0].explanation[0], { value: 100, threshold: 95 });
  t.deepEqual(tested.json.missing, []);
});

test('volumes, shorter intervals and figures of own instruments are rejected', async (t) => {
  const { ada } = await market(t);
  const faults: Array<[object, string]> = [
    [{ type: 'volume_spike', symbol: 'MILL.OWN', interval: '1d', factor: 2, lookback: 5 }, '/condition/symbol'],
    [{ ...price, type: 'indicator', interval: '1h', indicator: 'rsi:14' }, '/condition/interval'],
    [{ ...price, type: 'indicator', interval: '1d', indicator: 'fact', fact: 'netMargin' }, '/condition/symbol'],
    [{ ...price, symbol: 'NONE.OWN' }, '/condition/symbol'],
  ];
  for (const [condition, pointer] of faults) {
    const answer = await ada.post('/alerts/rules', rule(condition));
    isProblem(t, answer, 422, 'unprocessable');
    t.is(answer.json.errors[0].pointer, pointer);
  }
});
