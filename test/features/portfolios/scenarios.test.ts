import test from 'ava';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let ada: TestClient;
let path: string;
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  path = `/portfolios/${(await ada.post('/portfolios/demo', undefined)).json.portfolio.id}`;
});
test.after.always(() => service.close());

const asOf = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
const run = (scenario: object, more: object = {}) => ada.post(`${path}/scenarios`, { scenario, asOf, ...more });
type Holding = {
  symbol: string;
  startValue: number;
  endValue: number;
  treatment: string;
  effects: Array<{ beta: number; betaSource: string }>;
};

test('shocks change the holdings that they name, in the currency of the report', async (t) => {
  const { value } = (await ada.get(`${path}/valuation?asOf=${asOf}&currency=EUR`)).json;
  const { status, json } = await run(
    { type: 'shocks', shocks: [{ target: 'asset_class', assetClass: 'equity', change: -0.2 }] },
    { currency: 'EUR' },
  );
  t.is(status, 200);
  t.true(Math.abs(json.startValue - Number(value)) < 0.01);
  const lost = json.outcome.holdings.reduce((sum: number, one: Holding) => sum + one.startValue - one.endValue, 0);
  t.true(Math.abs(json.startValue - json.endValue - lost) < 1e-6 && json.change < -0.05 && json.change > -0.2);
});

test('a factor changes holdings by the beta of their own history', async (t) => {
  const { json } = await run({ type: 'shocks', shocks: [{ target: 'factor', factor: 'equities', change: -0.3 }] });
  const of = (symbol: string) => json.outcome.holdings.find((one: Holding) => one.symbol === symbol).effects[0];
  t.like(of('VTI.US'), { betaSource: 'history' });
  // In the simulator, VTI.US follows the index of SPY.US.
  t.true(Math.abs(of('VTI.US').beta - 1) < 0.3, String(of('VTI.US').beta));
});

test('an economic series changes holdings by a regression of their returns on its changes', async (t) => {
  const shock = { target: 'factor', factor: 'economy', seriesId: 'simulator:US-UNEMPLOYMENT-RATE', change: 0.5 };
  const { status, json } = await run({ type: 'shocks', shocks: [shock] });
  t.is(status, 200);
  const vti = json.outcome.holdings.find((one: Holding) => one.symbol === 'VTI.US');
  const [effect] = vti.effects;
  t.like(effect, { shockIndex: 0, betaSource: 'history' });
  t.true(Math.abs(effect.change - Math.max(-1, effect.beta * 0.5)) < 1e-12 && effect.beta !== 0);
  t.true(Math.abs(vti.endValue - vti.startValue * (1 + effect.change)) < 1e-6);
});

test('a factor without its series, an unknown series and a change below -1 are rejected', async (t) => {
  const series = { target: 'factor', factor: 'economy', change: 1 };
  const faults: Array<[object, string]> = [
    [series, 'seriesId'],
    [{ ...series, seriesId: 'simulator:NONE' }, 'seriesId'],
    [{ ...series, factor: 'oil', seriesId: 'simulator:US-UNEMPLOYMENT-RATE' }, 'seriesId'],
    [{ ...series, factor: 'oil', change: -1.5 }, 'change'],
  ];
  for (const [shock, field] of faults) {
    const { status, json } = await run({ type: 'shocks', shocks: [shock] });
    t.is(status, 400);
    t.deepEqual(
      json.errors.map(({ pointer }: { pointer: string }) => pointer),
      [`/scenario/shocks/0/${field}`],
    );
  }
});

test('a replay ends with the last prices of the window', async (t) => {
  const { json } = await run({ type: 'replay', startDay: '2025-01-10', endDay: '2025-06-30' });
  const { items } = (await ada.get('/markets/candles/VTI.US?from=2025-01-10&to=2025-07-01&adjustment=all')).json;
  const vti = json.outcome.holdings.find((one: Holding) => one.symbol === 'VTI.US');
  t.true(Math.abs(vti.endValue / vti.startValue - items.at(-1).close / items[0].close) < 1e-3);
  t.true(json.outcome.holdings.every(({ treatment }: Holding) => treatment === 'own_prices'));
  t.true(Math.abs(json.outcome.days.at(-1).value - json.endValue) < 1e-6);
});

test('a Monte Carlo simulation with the same seed has the same bytes, also as the result of a stream', async (t) => {
  const scenario = { type: 'monte_carlo', seed: 7, pathCount: 500, horizonMonths: 24, historyYears: 3 };
  const [first, again, other] = await Promise.all([run(scenario), run(scenario), run({ ...scenario, seed: 8 })]);
  t.is(first.status, 200, first.text);
  t.is(first.text, again.text);
  t.not(first.text, other.text);
  t.like(first.json.outcome, { months: { length: 25 }, heldConstant: [] });
  t.true(first.json.outcome.probabilityOfLoss > 0 && first.json.outcome.observationCount > 700);
  const source = await ada.stream(`${path}/scenarios`, { method: 'POST', body: { scenario, asOf } });
  t.deepEqual(await source.nextData('progress'), { fraction: 0 });
  await source.ended;
  const last = source.received.at(-1);
  t.is(last?.event, 'result');
  t.deepEqual(JSON.parse(last?.data ?? ''), first.json);
});

test('the simulation is drawn as SVG and PNG', async (t) => {
  const query = `pathCount=300&horizonMonths=24&historyYears=3&asOf=${asOf}`;
  const svg = await ada.get(`${path}/scenarios/monte-carlo.svg?${query}`);
  t.true(svg.text.startsWith('<svg ') && svg.text.includes('median') && svg.text.includes('Simulated data'));
  const png = await ada.get(`${path}/scenarios/monte-carlo.png?${query}`);
  t.is(png.headers.get('content-type'), 'image/png');
});

test('an invalid window or shock is a 400 with a pointer to the field, and an empty portfolio has no change', async (t) => {
  const pointers = async (scenario: object) => {
    const { status, json } = await run(scenario);
    return [status, ...json.errors.map(({ pointer }: { pointer: string }) => pointer)];
  };
  t.deepEqual(await pointers({ type: 'replay', startDay: '2025-01-10', endDay: '2025-01-10' }), [
    400,
    '/scenario/endDay',
  ]);
  t.deepEqual(await pointers({ type: 'replay', startDay: '2025-01-10', endDay: '2999-01-10' }), [
    400,
    '/scenario/endDay',
  ]);
  t.deepEqual(await pointers({ type: 'replay', startDay: '1999-01-10', endDay: '2025-01-10' }), [
    400,
    '/scenario/startDay',
  ]);
  t.deepEqual(await pointers({ type: 'shocks', shocks: [{ target: 'symbol', symbol: 'AAPL.US', change: -2 }] }), [
    400,
    '/scenario/shocks/0/change',
  ]);
  const { id } = (await ada.post('/portfolios', { name: 'Empty', baseCurrency: 'USD' })).json;
  const { json } = await ada.post(`/portfolios/${id}/scenarios`, {
    scenario: { type: 'monte_carlo', pathCount: 100, horizonMonths: 1 },
  });
  t.like(json, { startValue: 0, change: null, outcome: { probabilityOfLoss: null, valueAtRisk: null } });
});
