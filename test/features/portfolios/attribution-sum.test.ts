import test from 'ava';
import { AttributionSum } from '../../../src/features/portfolios/attribution/attribution.js';

const part = (symbol: string | null, weight: number, contribution: number, localContribution = contribution) => ({
  symbol,
  weight,
  contribution,
  localContribution,
});
/** Returns the segments of holdings that belong to one segment each. */
const whole = (segmentOf: (symbol: string | null) => string) => (symbol: string | null) => [
  { segment: segmentOf(symbol), fraction: 1 },
];
const near = (one: number | null | undefined, other: number) =>
  typeof one === 'number' && Math.abs(one - other) < 1e-12;

test('holdings of one segment are added up before its return is taken', (t) => {
  const sum = new AttributionSum(
    whole((symbol) => (symbol === 'C' ? 'other' : symbol === null ? 'cash' : 'shares')),
    100,
  );
  sum.add({
    day: 100,
    return: 0.06,
    parts: [part('A', 0.3, 0.03, 0.02), part('B', 0.3, 0.03, 0.01), part('C', 0.4, 0)],
  });
  const [shares, other] = sum.result()?.segments ?? [];
  t.is(shares?.segment, 'shares');
  t.true(near(shares?.portfolioWeight, 0.6));
  t.true(near(shares?.portfolioReturn, 0.1));
  t.true(near(shares?.localReturn, 0.05));
  t.true(near(shares?.contribution, 0.06));
  t.like(other, { segment: 'other', portfolioReturn: 0, contribution: 0 });
  t.true(near(sum.result()?.localReturn, 0.03));
});

test('returns of days are linked, weights are their mean, and months begin and end with their days', (t) => {
  const sum = new AttributionSum(
    whole(() => 'all'),
    20_000,
  );
  const days = [20_012, 20_013, 20_014];
  for (const [index, day] of days.entries())
    sum.add({ day, return: 0.1 * (index + 1), parts: [part('A', 1, 0.1 * (index + 1))] });
  const result = sum.result();
  t.true(near(result?.portfolioReturn, 1.1 * 1.2 * 1.3 - 1));
  t.true(near(result?.segments[0]?.portfolioReturn, 1.1 * 1.2 * 1.3 - 1));
  t.true(near(result?.segments[0]?.contribution, 1.1 * 1.2 * 1.3 - 1));
  t.true(near(result?.segments[0]?.portfolioWeight, 1));
  t.is(
    result?.months.reduce((count, { fromDay, toDay }) => count + toDay - fromDay + 1, 0),
    3,
  );
  t.true(
    near(
      result?.months.reduce((growth, month) => growth * (1 + month.portfolioReturn), 1),
      1.1 * 1.2 * 1.3,
    ),
  );
});

test('a weight that is only a rounding error gives a segment no return', (t) => {
  const sum = new AttributionSum(
    whole((symbol) => symbol ?? 'cash'),
    0,
  );
  sum.add({ day: 0, return: 0.1, parts: [part('A', 1, 0.1), part(null, 1e-12, 0)] });
  const cash = sum.result()?.segments.find(({ segment }) => segment === 'cash');
  t.like(cash, { portfolioReturn: null, localReturn: null, currencyEffect: null });
});

test('there is no sum for a period without days, or after a loss of the whole value', (t) => {
  t.is(
    new AttributionSum(
      whole(() => 'all'),
      0,
    ).result(),
    undefined,
  );
  const lost = new AttributionSum(
    whole(() => 'all'),
    0,
  );
  lost.add({ day: 0, return: -1, parts: [part('A', 1, -1)] });
  t.is(lost.result(), undefined);
});

test('the effects against a benchmark sum to the difference of the returns', (t) => {
  const benchmark = {
    returns: [0.02, 0.03],
    segments: new Map([
      ['A', { weights: [0.5, 0.5], contributions: [0.02, 0.01] }],
      ['B', { weights: [0.5, 0.5], contributions: [0, 0.02] }],
    ]),
  };
  const sum = new AttributionSum(
    whole((symbol) => symbol ?? 'cash'),
    10,
    benchmark as never,
  );
  sum.add({ day: 10, return: 0.05, parts: [part('A', 0.8, 0.06), part('B', 0.2, -0.01)] });
  sum.add({ day: 11, return: 0.01, parts: [part('A', 0.7, -0.01), part('B', 0.3, 0.02)] });
  const result = sum.result();
  const { allocation = 0, selection = 0, interaction = 0 } = result ?? {};
  t.true(near(result?.benchmarkReturn, 1.02 * 1.03 - 1));
  t.true(near(allocation + selection + interaction, 1.05 * 1.01 - 1.02 * 1.03 + 0));
  const [a] = result?.segments ?? [];
  t.true(near(a?.benchmarkWeight, 0.5));
  t.true(near(a?.benchmarkReturn, (1 + 0.02 / 0.5) * (1 + 0.01 / 0.5) - 1));
});

test('a holding of several segments belongs to them by its fractions', (t) => {
  const sum = new AttributionSum(
    () => [
      { segment: 'energy', fraction: 0.75 },
      { segment: 'unknown', fraction: 0.25 },
    ],
    0,
  );
  sum.add({ day: 0, return: 0.08, parts: [part('F', 0.8, 0.08, 0.04)] });
  const { segments = [], portfolioReturn, localReturn } = sum.result() ?? {};
  t.true(near(portfolioReturn, 0.08) && near(localReturn, 0.04));
  t.deepEqual(
    segments.map(({ segment }) => segment),
    ['energy', 'unknown'],
  );
  t.true(near(segments[0]?.portfolioWeight, 0.6) && near(segments[0]?.contribution, 0.06));
  t.true(near(segments[1]?.contribution, 0.02));
  t.true(segments.every((one) => near(one.portfolioReturn, 0.1) && near(one.localReturn, 0.05)));
});
