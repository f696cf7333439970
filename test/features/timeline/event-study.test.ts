import test from 'ava';
import { computeStudy } from '../../../src/features/timeline/studies/compute-study.js';
import { distributionOf, holm, type PriceDays } from '../../../src/features/timeline/studies/event-study.js';
import { permutationTest } from '../../../src/features/timeline/studies/permutation-test.js';
import { caseWindows, returnOf, startAfter } from '../../../src/features/timeline/studies/study-windows.js';
import { keyOf, spread } from '../../../src/simulation/noise.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Returns trading days from 08:00 to 16:00 with random prices. */
function tradingDays(count: number, key = 1): PriceDays {
  const open = Float64Array.from({ length: count }, (_, day) => 100 + 10 * spread(key, 2 * day));
  return {
    opensAt: Float64Array.from(open, (_, day) => day * DAY + 8 * HOUR),
    closesAt: Float64Array.from(open, (_, day) => day * DAY + 16 * HOUR),
    open,
    close: Float64Array.from(open, (_, day) => 100 + 10 * spread(key, 2 * day + 1)),
  };
}

test('a window starts with the close of the day of the event, or with the next open', (t) => {
  const days = tradingDays(5);
  t.deepEqual(startAfter(days, DAY + 7 * HOUR), { day: 1, isOpen: true });
  t.deepEqual(startAfter(days, DAY + 8 * HOUR), { day: 2, isOpen: false });
  t.deepEqual(startAfter(days, DAY + 16 * HOUR - 1), { day: 2, isOpen: false });
  t.deepEqual(startAfter(days, DAY + 16 * HOUR), { day: 2, isOpen: true });
  const { close, open } = days;
  const at = (series: Float64Array, day: number) => series[day] as number;
  t.is(returnOf(days, { day: 2, isOpen: true }, 2), at(close, 3) / at(open, 2) - 1);
  t.is(returnOf(days, { day: 2, isOpen: false }, 2), at(close, 3) / at(close, 1) - 1);
});

test('no price up to the event and none after the window changes a case', (t) => {
  const days = tradingDays(30);
  const moments = [3, 9, 17].map((day) => day * DAY + 12 * HOUR);
  const { outcomes } = caseWindows(days, moments, 4);
  for (const [index, moment] of moments.entries()) {
    const others = tradingDays(30, 2);
    const { endsAt } = outcomes[index] as { endsAt: number };
    const inside = (time: number) => time > moment && time <= endsAt;
    const mixed = {
      ...days,
      open: others.open.map((one, day) => (inside(days.opensAt[day] as number) ? (days.open[day] as number) : one)),
      close: others.close.map((one, day) => (inside(days.closesAt[day] as number) ? (days.close[day] as number) : one)),
    };
    t.deepEqual(caseWindows(mixed, [moment], 4).outcomes[0], outcomes[index]);
  }
});

test('cases are dropped without prices, with an unfinished window, and when windows overlap', (t) => {
  const days = tradingDays(10);
  const reasons = (moments: number[], window: number) =>
    caseWindows(days, moments, window).outcomes.map(({ dropped }) => dropped);
  t.deepEqual(reasons([-7 * DAY + 8 * HOUR - 1, -7 * DAY + 8 * HOUR], 1), ['no_prices', null]);
  t.deepEqual(reasons([DAY, 3 * DAY, 4 * DAY], 3), [null, 'overlapping', null]);
  t.deepEqual(reasons([7 * DAY, 8 * DAY], 3), [null, 'window_incomplete']);
  t.deepEqual(reasons([10 * DAY], 1), ['window_incomplete']);
  t.deepEqual(
    caseWindows(tradingDays(0), [0], 1).outcomes.map(({ dropped }) => dropped),
    ['no_prices'],
  );
});

test('the distribution of returns has the mean, the deviation and the quantiles of R', (t) => {
  // mean, sd and quantile (type 7) of c(0.04, -0.02, 0.01, 0.03, -0.05, 0.02) in R 4.
  const { mean, deviation, quantiles, positive } = distributionOf(
    Float64Array.of(0.04, -0.02, 0.01, 0.03, -0.05, 0.02),
  );
  const isNear = (one: number, other: number) => t.true(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);
  isNear(mean, 0.005);
  isNear(deviation, 0.0339116499);
  for (const [index, value] of [-0.0425, -0.0125, 0.015, 0.0275, 0.0375].entries())
    isNear(quantiles[index] as number, value);
  isNear(positive, 4 / 6);
});

test('p-values are adjusted as Holm defines it', (t) => {
  const values = [0.01, 0.04, 0.03, 0.005, 0.5, 0.03];
  const defined = values.map((value) =>
    Math.max(
      ...values
        .filter((other) => other <= value)
        .map((other) => Math.min(1, other * (values.length - values.filter((one) => one < other).length))),
    ),
  );
  t.deepEqual(holm(values), defined);
  t.deepEqual(holm([]), []);
});

/** Returns all sets of `count` days below `length` with at least `window` days from each to the next. */
function allSets(count: number, length: number, window: number, first = 0): number[][] {
  if (count === 0) return [[]];
  const sets: number[][] = [];
  for (let day = first; day < length; day += 1)
    for (const rest of allSets(count - 1, length, window, day + window)) sets.push([day, ...rest]);
  return sets;
}

for (const window of [1, 3])
  test(`base rate and p-value agree with all sets of random moments, for windows of ${window} days`, (t) => {
    const length = window === 1 ? 14 : 32;
    const days = tradingDays(length + window);
    const cases = window === 1 ? [0, 2, 3, 5, 8, 9, 11, 13] : [0, 3, 6, 11, 14, 20, 23, 30];
    const starts = cases.map((day) => ({ day: day + 1, isOpen: true }));
    const meanOf = (set: number[]) =>
      set.reduce((sum, day) => sum + returnOf(days, { day: day + 1, isOpen: true }, window), 0) / set.length;
    const means = allSets(8, length, window).map(meanOf);
    const center = means.reduce((sum, mean) => sum + mean, 0) / means.length;
    const distance = Math.abs(meanOf(cases) - center) - 1e-12;
    const exact = means.filter((mean) => Math.abs(mean - center) >= distance).length / means.length;
    const { pValue, base } = permutationTest(days, starts, window, [1, length], 10_000, 7);
    t.true(means.length > 1_000 && Math.abs(pValue - exact) < 4 * Math.sqrt(0.25 / 10_000), `${pValue}, ${exact}`);
    t.true(Math.abs(base.mean - center) < 0.1 * base.deviation, `${base.mean}, ${center}`);
  });

test('random moments have the kinds of first prices that the cases have', (t) => {
  const days = tradingDays(200);
  // Every day rises by half from open to close and falls as much overnight: only starts at the open gain.
  days.open.fill(100);
  days.close.fill(150);
  const at = (isOpen: boolean) => Array.from({ length: 10 }, (_, index) => ({ day: 1 + 9 * index, isOpen }));
  t.is(permutationTest(days, at(true), 1, [1, 199], 100, 1).base.mean, 0.5);
  t.is(permutationTest(days, at(false), 1, [1, 199], 100, 1).base.mean, 0);
  t.is(permutationTest(days, at(false), 1, [1, 199], 100, 1).pValue, 1);
});

test('under chance the p-values of many studies are evenly distributed, and Holm keeps the family error', (t) => {
  let [small, family] = [0, 0];
  const studies = 300;
  for (let study = 0; study < studies; study += 1) {
    const targets = [1, 2].map((one) => ({
      type: 'symbol' as const,
      name: `S${one}`,
      days: tradingDays(120, keyOf(study, `S${one}`)),
    }));
    const times = Array.from({ length: 12 }, (_, index) => (5 + 9 * index) * DAY + 12 * HOUR);
    const input = { targets, windows: [1, 3], times, from: 0, to: 119 * DAY, permutationCount: 199, seed: study };
    const figures = computeStudy(input).map((one) => one.figures);
    small += figures.filter((one) => (one?.pValue ?? 1) <= 0.1).length;
    family += figures.some((one) => (one?.adjustedPValue ?? 1) <= 0.1) ? 1 : 0;
  }
  const rate = small / (4 * studies);
  t.true(rate > 0.06 && rate < 0.14, `${rate}`);
  t.true(family / studies < 0.15, `${family}`);
});

test('below 8 cases a result has no figures, and p-values are corrected for the others only', (t) => {
  const targets = [{ type: 'symbol' as const, name: 'A', days: tradingDays(100) }];
  const study = (count: number) =>
    computeStudy({
      ...{ targets, windows: [1, 20], from: 0, to: 99 * DAY, permutationCount: 199, seed: 1 },
      times: Array.from({ length: count }, (_, index) => (1 + 8 * index) * DAY),
    });
  const [short, long] = study(8);
  t.deepEqual([short?.caseCount, long?.caseCount], [8, 3]);
  t.is(long?.figures, null);
  t.is(short?.figures?.adjustedPValue, short?.figures?.pValue);
  t.is(study(7)[0]?.figures, null);
});
