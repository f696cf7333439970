import 'reflect-metadata';
import test from 'ava';
import { textOf } from '../../../src/features/portfolios/day.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let ada: TestClient;
let path: string;
let today: number;
/** Returns the day `days` days ago, as text. */
const ago = (days: number) => textOf(today - days);
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  today = Math.floor(service.clock.now() / 86_400_000);
  path = `/portfolios/${(await ada.post('/portfolios', { name: 'Old', baseCurrency: 'USD' })).json.id}`;
  for (const tradedAt of [ago(20_010), ago(30)])
    await ada.post(`${path}/transactions`, { type: 'deposit', amount: '100', currency: 'USD', tradedAt });
});
test.after.always(() => service.close());

const problemOf = async (query: string) => {
  const { status, json } = await ada.get(`${path}${query}`);
  return status === 200 ? 200 : [status, json.code, json.errors?.[0]?.name];
};

test('a period has at most 20,000 days', async (t) => {
  for (const figure of ['/performance', '/risk', '/performance/series']) {
    t.is(await problemOf(`${figure}?from=${ago(19_999)}`), 200, figure);
    t.deepEqual(await problemOf(`${figure}?from=${ago(20_000)}`), [400, 'invalid_request', 'from'], figure);
    // Without `from`, a period begins with the first transaction.
    t.deepEqual(await problemOf(figure), [400, 'invalid_request', 'from'], figure);
    t.is(await problemOf(`${figure}?to=${ago(11)}`), 200, figure);
  }
});

test('a rule can observe a portfolio that is older than the longest period', async (t) => {
  const { status, json } = await ada.post('/alerts/rules/preview', {
    name: 'Old',
    condition: {
      type: 'portfolio',
      operator: 'above',
      threshold: 1,
      portfolioId: path.split('/').at(-1),
      metric: 'cash',
    },
  });
  t.is(status, 200);
  t.like(json.instances[0].results, [{ status: 'ok', value: 200 }]);
});

test('a period ends after its start, and no later than today', async (t) => {
  for (const figure of ['/performance', '/risk', '/performance/series']) {
    t.is(await problemOf(`${figure}?from=${ago(20)}&to=${ago(19)}`), 200, figure);
    t.deepEqual(await problemOf(`${figure}?from=${ago(20)}&to=${ago(20)}`), [400, 'invalid_request', 'from'], figure);
    t.is(await problemOf(`${figure}?from=${ago(0)}&to=${ago(-30)}`), 200, figure);
    t.deepEqual(await problemOf(`${figure}?from=${ago(-1)}`), [400, 'invalid_request', 'from'], figure);
  }
  t.like((await ada.get(`${path}/performance?from=${ago(20)}&to=${ago(-30)}`)).json, {
    firstDay: ago(20),
    lastDay: ago(0),
  });
});

test('the confidence and the riskless rate have limits on both sides', async (t) => {
  for (const [parameter, least, most, below, above] of [
    ['confidence', 0.5, 0.999, 0.499, 0.9991],
    ['riskFreeRate', -0.5, 1, -0.501, 1.001],
  ] as const) {
    for (const value of [least, most])
      t.is(await problemOf(`/risk?from=${ago(30)}&${parameter}=${value}`), 200, `${parameter} ${value}`);
    for (const value of [below, above])
      t.deepEqual(
        await problemOf(`/risk?from=${ago(30)}&${parameter}=${value}`),
        [400, 'invalid_request', parameter],
        `${parameter} ${value}`,
      );
  }
});

test('a benchmark has at most 10 components', async (t) => {
  const symbols = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'META', 'TSLA', 'JPM', 'SPY', 'AGG', 'QQQ'].map(
    (symbol) => `${symbol}.US:1`,
  );
  const benchmark = (count: number) => `/performance?from=${ago(30)}&benchmark=${symbols.slice(0, count).join(',')}`;
  t.is(await problemOf(benchmark(10)), 200);
  t.deepEqual(await problemOf(benchmark(11)), [400, 'invalid_request', 'benchmark']);
});

test('a replayed window has at most 3,660 days, ends after its start, and not in the future', async (t) => {
  const refusalOf = async (from: string, to: string) => {
    const { status, json } = await ada.post(`${path}/scenarios`, {
      scenario: { type: 'replay', startDay: from, endDay: to },
    });
    return status === 200 ? 200 : [status, json.errors?.[0]?.pointer];
  };
  t.is(await refusalOf(ago(3_670), ago(10)), 200);
  t.deepEqual(await refusalOf(ago(3_671), ago(10)), [400, '/scenario/startDay']);
  t.is(await refusalOf(ago(11), ago(10)), 200);
  t.deepEqual(await refusalOf(ago(10), ago(10)), [400, '/scenario/endDay']);
  t.is(await refusalOf(ago(10), ago(0)), 200);
  t.deepEqual(await refusalOf(ago(10), ago(-1)), [400, '/scenario/endDay']);
});
