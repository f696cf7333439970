import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { RuleSources } from '../../../src/features/alerts/alerts.api.js';
import type { Needs } from '../../../src/features/alerts/engine/engine-rule.js';
import type { Candle } from '../../../src/features/markets/candle.js';
import { AlertScene, alertsOf } from '../../support/alert-scene.js';
import { FakeCandleProvider } from '../../support/candle-provider.js';
import { isProblem } from '../../support/is-problem.js';
import { DAY, serviceFor } from '../../support/service-for.js';

/** Starts a service in which a share closes at 100 on every day, another one at a price that a test changes. */
async function market(t: ExecutionContext) {
  const prices = new Map([['AAPL.US', 200]]);
  const candles = new FakeCandleProvider({ name: 'simulator' });
  candles.answer = ({ text }, _interval, from, to) => {
    const close = prices.get(text) ?? 100;
    const days = Math.ceil((to.getTime() - from.getTime()) / DAY);
    return Array.from({ length: days }, (_, day): Candle => {
      const time = new Date(from.getTime() + day * DAY);
      return { time, open: close, high: close, low: close, close, volume: 1 };
    });
  };
  const service = await serviceFor(t, { marketProviders: [candles] });
  const now = service.clock.now();
  service.clock.advance((9 - new Date(now).getUTCDay()) * DAY - (now % DAY) + DAY / 2);
  return { service, prices, ada: await service.signedIn() };
}

const ratio = {
  type: 'indicator',
  symbol: 'AAPL.US',
  interval: '1d',
  indicator: 'expression',
  expression: 'AAPL.US / MSFT.US',
  operator: 'above',
  threshold: 3,
};
const rule = (condition: object) => ({ name: 'Ratio', condition });

test('a rule fires when an expression crosses its threshold, for each symbol of a group', async (t) => {
  const { service, prices, ada } = await market(t);
  const alerts = await AlertScene.of(service);
  t.teardown(() => alerts.stop());
  const preview = await ada.post('/alerts/rules/preview', rule(ratio));
  t.like(preview.json.instances[0].results[0], { status: 'ok', met: false, value: 2, distance: 1 });
  const list = (await ada.post('/markets/watchlists', { name: 'Two', symbols: ['AAPL.US', 'TSLA.US'] })).json;
  const group = { ...ratio, symbol: 'EACH.GROUP', symbols: { watchlistId: list.id } };
  const condition = { ...group, expression: 'EACH.GROUP / MSFT.US' };
  const created = await ada.post('/alerts/rules', rule(condition));
  t.is(created.status, 201);
  t.deepEqual(created.json.condition, condition);
  await alerts.settle();
  const source = service.services.get(RuleSources).find('expression');
  const read = async () => {
    const figures = ['AAPL.US', 'TSLA.US'].map((symbol) => `${ada.accountId} 1d ${symbol} / MSFT.US`);
    for (const one of (await source?.current?.({ figures: new Set(figures) } as unknown as Needs)) ?? [])
      alerts.observe(one);
    await alerts.settle();
  };
  await read();
  t.deepEqual(await alertsOf(ada), []);
  prices.set('AAPL.US', 400);
  service.clock.advance(DAY);
  await read();
  // The token of the caller has expired by now.
  const { rows } = await service.database.database.query<{ data: { alert: { entity: string; symbols: string[] } } }>(
    `select data from events where type = 'alert.firing'`,
  );
  t.deepEqual(
    rows.map(({ data: { alert } }) => `${alert.entity} ${alert.symbols}`),
    ['symbol:AAPL.US AAPL.US'],
  );
});

test('an expression is checked, tested on the past and put in words', async (t) => {
  const { ada, service } = await market(t);
  const faults: Array<[object, string]> = [
    [{ ...ratio, expression: 'AAPL.US /' }, '/condition/expression'],
    [{ ...ratio, expression: 'portfolio("x")' }, '/condition/expression'],
    [{ ...ratio, interval: '1h', expression: 'economy("fred:UNRATE")' }, '/condition/expression'],
    [{ ...ratio, expression: undefined }, '/condition/expression'],
    [{ ...ratio, indicator: 'rsi:14' }, '/condition/expression'],
  ];
  for (const [condition, pointer] of faults) {
    const answer = await ada.post('/alerts/rules', rule(condition));
    isProblem(t, answer, 422, 'unprocessable');
    t.is(answer.json.errors[0].pointer, pointer);
  }
  const { description } = (await ada.post('/alerts/rules/validate', rule(ratio))).json;
  t.regex(description, /AAPL.US \/ MSFT.US \(1d\) is above 3/);
  const to = new Date(service.clock.now()).toISOString();
  const from = new Date(service.clock.now() - 5 * DAY).toISOString();
  const tested = await ada.post('/alerts/rules/backtest', { rule: rule({ ...ratio, threshold: 1.5 }), from, to });
  t.is(tested.status, 200);
  t.is(tested.json.alerts.length, 1);
  t.like(tested.json.alerts[0].explanation[0], { value: 2, threshold: 1.5 });
});

test('a value that was missing for a while counts as soon as it is there again', async (t) => {
  const { service, ada } = await market(t);
  const alerts = await AlertScene.of(service);
  t.teardown(() => alerts.stop());
  t.is((await ada.post('/alerts/rules', rule(ratio))).status, 201);
  await alerts.settle();
  const figure = `${ada.accountId} 1d AAPL.US / MSFT.US`;
  const observe = async (value: number | null, at: number) => {
    alerts.observe({ kind: 'figure', figure, value, at });
    await alerts.settle();
  };
  const [closed, later] = [service.clock.now() - 2 * 3_600_000, service.clock.now()];
  await observe(2, closed);
  await observe(null, later - 60_000);
  t.deepEqual(await alertsOf(ada), []);
  // A candle that ended before is corrected.
  await observe(4, closed);
  t.is((await alertsOf(ada)).length, 1);
  // A candle that ended before that one is outdated.
  await observe(2, closed - 3_600_000);
  t.is((await ada.get('/alerts')).json.items[0].resolvedAt ?? null, null);
});
