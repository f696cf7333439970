import 'reflect-metadata';
import test from 'ava';
import { Problem, type ProblemCode } from '../../../src/api/problem.js';
import type { MarketsApi } from '../../../src/features/markets/markets.api.js';
import { textOf } from '../../../src/features/portfolios/day.js';
import { pointAt } from '../../../src/features/portfolios/valuation/daily-series.js';
import { PriceHistory } from '../../../src/features/portfolios/valuation/price-history.service.js';
import { PriceReadings } from '../../../src/features/portfolios/valuation/price-readings.service.js';
import { ManualClock } from '../../support/manual-clock.js';

const DAY_MS = 86_400_000;
const TODAY = 20_000;
const DAY = TODAY - 100;

/**
 * Returns a price history over a market with these prices.
 * @param closes by symbol, the closes of the day before `DAY` and of `DAY`
 */
function historyOf(closes: Record<string, readonly [before: number, on: number]>, failure: ProblemCode = 'not_found') {
  const requests: Array<{ symbol: string; from: string; to: string }> = [];
  const candles = async (symbol: string, { from, to }: { from: string; to: string }) => {
    requests.push({ symbol, from, to });
    const found = closes[symbol];
    if (found === undefined) throw new Problem(failure, { detail: 'There is no such symbol.' });
    const all = found.map((close, at) => ({ time: new Date((DAY - 1 + at) * DAY_MS), close }));
    const items = all.filter(({ time }) => time.getTime() >= Date.parse(from) && time.getTime() < Date.parse(to));
    return { items, provenance: { provider: symbol }, currency: symbol.slice(3, 6) };
  };
  const history = new PriceHistory(
    { candles } as unknown as MarketsApi,
    new PriceReadings(new ManualClock(TODAY * DAY_MS)),
  );
  const rates = async (from: string, to: string) => {
    const series = await history.rates(from, to, DAY - 1, DAY);
    return series && [DAY - 1, DAY].map((day) => pointAt(series, day)?.value as number);
  };
  return { history, rates, requests };
}

test('a currency that is quoted only in the other direction has the inverse rate of each day', async (t) => {
  const { rates, requests } = historyOf({ 'USDJPY.FOREX': [100, 160] });
  t.deepEqual(await rates('JPY', 'USD'), [1 / 100, 1 / 160]);
  t.deepEqual(
    requests.map(({ symbol }) => symbol),
    ['JPYUSD.FOREX', 'USDJPY.FOREX'],
  );
  t.deepEqual(await rates('USD', 'JPY'), [100, 160]);
});

test('the requested pair takes precedence over its inverse, and both over a cross', async (t) => {
  const closes = {
    'EURGBP.FOREX': [0.8, 0.9],
    'GBPEUR.FOREX': [2, 2],
    'EURUSD.FOREX': [3, 3],
    'GBPUSD.FOREX': [5, 5],
  } as const;
  t.deepEqual(await historyOf(closes).rates('EUR', 'GBP'), [0.8, 0.9]);
  const { 'EURGBP.FOREX': _, ...inverse } = closes;
  t.deepEqual(await historyOf(inverse).rates('EUR', 'GBP'), [0.5, 0.5]);
  const { 'GBPEUR.FOREX': __, ...crossed } = inverse;
  t.deepEqual(await historyOf(crossed).rates('EUR', 'GBP'), [3 * (1 / 5), 3 * (1 / 5)]);
});

test('both pairs of a cross may be inverse, and the cross names both providers', async (t) => {
  const { history, rates } = historyOf({ 'USDJPY.FOREX': [100, 160], 'CHFUSD.FOREX': [1.25, 2] });
  t.deepEqual(await rates('JPY', 'CHF'), [(1 / 100) * (1 / 1.25), (1 / 160) * (1 / 2)]);
  t.is((await history.rates('JPY', 'CHF', DAY, DAY))?.provider, 'USDJPY.FOREX, CHFUSD.FOREX');
});

test('a cross without one of its pairs is undefined', async (t) => {
  const { rates } = historyOf({ 'USDJPY.FOREX': [100, 160] });
  t.is(await rates('JPY', 'CHF'), undefined);
  t.is(await rates('CHF', 'JPY'), undefined);
  t.is(await rates('CHF', 'USD'), undefined);
  t.is(await rates('USD', 'CHF'), undefined);
});

test('the rate of a currency to itself is 1 and that of its hundredths 100, without a request', async (t) => {
  const { rates, requests } = historyOf({ 'GBPUSD.FOREX': [1.25, 1.5] });
  t.deepEqual(
    [await rates('GBP', 'GBP'), await rates('GBP', 'GBX'), await rates('GBX', 'GBP')],
    [
      [1, 1],
      [100, 100],
      [0.01, 0.01],
    ],
  );
  t.deepEqual(requests, []);
  t.deepEqual(await rates('GBX', 'USD'), [0.0125, 0.015]);
  t.deepEqual(await rates('USD', 'GBX'), [(1 / 1.25) * 100, (1 / 1.5) * 100]);
});

test('prices that a provider does not have are undefined, and other failures are thrown', async (t) => {
  for (const code of ['not_found', 'unprocessable', 'unavailable', 'invalid_request'] as const)
    t.is(await historyOf({}, code).history.prices('A.US', DAY, DAY), undefined, code);
  for (const code of ['forbidden', 'deadline_exceeded'] as const)
    await t.throwsAsync(historyOf({}, code).history.prices('A.US', DAY, DAY), { instanceOf: Problem }, code);
});

test('a price is used for 14 days after its own day, and no longer', async (t) => {
  const { history } = historyOf({ 'A.US': [10, 11] });
  const on = async (day: number) => {
    const series = await history.prices('A.US', day, day);
    return series && pointAt(series, day);
  };
  t.deepEqual(await on(DAY + 14), { value: 11, asOf: DAY });
  t.is(await on(DAY + 15), undefined);
});

test('a long period is read in parts that skip no day and repeat none', async (t) => {
  const { history, requests } = historyOf({ 'A.US': [10, 11] });
  for (const [days, pieces] of [
    [4_885, 1],
    [4_886, 1],
    [4_887, 2],
    [15_000, 4],
  ] as const) {
    requests.length = 0;
    await history.prices('A.US', TODAY - days + 1, TODAY);
    t.is(requests.length, pieces, `${days} days`);
    t.is(requests[0]?.from, textOf(TODAY - days + 1 - 14));
    t.is(requests.at(-1)?.to, textOf(TODAY + 1));
    t.deepEqual(
      requests.slice(1).map(({ from }) => from),
      requests.slice(0, -1).map(({ to }) => to),
    );
  }
});
