import test from 'ava';
import { drawdowns, maxDrawdown } from '../../../src/features/portfolios/risk/drawdown.js';
import {
  annualReturn,
  betaOf,
  downsideDeviation,
  informationRatio,
  sharpe,
  sortino,
  trackingError,
  volatility,
} from '../../../src/features/portfolios/risk/ratios.js';
import { correlation, linked, quantile } from '../../../src/features/portfolios/risk/statistics.js';
import {
  normalQuantile,
  normalShare,
  type RiskMethod,
  valueAtRisk,
} from '../../../src/features/portfolios/risk/value-at-risk.js';
import { casesOf } from '../../support/portfolio-cases.js';

interface RiskCase {
  // biome-ignore lint/suspicious/noExplicitAny: each case has its own form
  input: any;
  // biome-ignore lint/suspicious/noExplicitAny: each case has its own form
  expected: any;
  tolerance: number;
}
const cases = new Map(casesOf<RiskCase>('risk').map((one) => [one.name, one]));
const caseOf = (name: string): RiskCase => cases.get(name) as RiskCase;
const near = (a: number | null | undefined, b: number, tolerance = 1e-8) =>
  typeof a === 'number' && Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));

test('the figures of 24 months of a textbook example are reproduced', (t) => {
  const { input, expected } = caseOf('bacon-24-months-more');
  const { portfolio, benchmark } = input;
  t.true(near(annualReturn(portfolio, 12), expected.annualisedReturn));
  t.true(near(annualReturn(benchmark, 12), expected.annualisedBenchmark));
  t.true(near(volatility(portfolio, 12), expected['volatilityAnnualised(n-1)']));
  t.true(near(betaOf(portfolio, benchmark)?.beta, expected.beta));
  t.true(near(correlation(portfolio, benchmark), expected.correlation));
  t.true(near(trackingError(portfolio, benchmark, 12), expected['trackingErrorAnnualised(n-1)']));
  t.true(near(maxDrawdown(portfolio)?.depth, -expected.maxDrawdown));
  const published = caseOf('bacon-24-months').expected;
  t.true(near(downsideDeviation(portfolio, 0.005), published['downsideDeviation(MAR=0.005)'].unrounded));
  t.true(near(sortino(portfolio, 1, 0.005), published['kappa l=2 (Sortino, not annualised, MAR=0.005)'].unrounded));
});

test('the figures of a manager against the S&P 500 are reproduced', (t) => {
  const { input, expected } = caseOf('managers-ham1');
  const { portfolio, benchmark, riskFree } = input;
  const unrounded = (name: string) => expected[name].unrounded;
  t.true(near(annualReturn(portfolio, 12), unrounded('annualisedReturn')));
  t.true(near(sharpe(portfolio, 1, 0.035 / 12), unrounded('sharpeMonthly(Rf=0.035/12)')));
  t.true(near(sharpe(portfolio, 1, riskFree), unrounded('sharpeMonthly(Rf=3m)')));
  t.true(near(sharpe(portfolio, 12, 0.035 / 12), unrounded('sharpeAnnualised(Rf=0.035/12, mean * sqrt(12) / sd)')));
  t.true(near(sortino(portfolio, 1), unrounded('sortinoMonthly(MAR=0)')));
  t.true(near(downsideDeviation(portfolio), unrounded('downsideDeviation(MAR=0)')));
  t.true(near(maxDrawdown(portfolio)?.depth, -unrounded('maxDrawdown')));
  t.true(near(trackingError(portfolio, benchmark, 12), unrounded('trackingErrorAnnualised')));
  t.true(near(informationRatio(portfolio, benchmark, 12), unrounded('informationRatio')));
  const regression = betaOf(portfolio, benchmark, riskFree);
  t.true(near(regression?.beta, unrounded('betaExcess(Rf=3m)')));
  t.true(near(regression?.alpha, unrounded('alphaMonthly(Rf=3m)')));
});

test('small vectors give the published ratios', (t) => {
  const { input, expected } = caseOf('empyrical-small-vectors');
  const mixed = (input.mixed as Array<number | null>).slice(1) as number[];
  const { positive, negative, benchmark } = input;
  t.true(near(sharpe(mixed, 252), expected['mixed.sharpe']));
  t.true(near(sharpe(mixed, 252, benchmark.slice(1)), expected['mixed.sharpe(rf=benchmark series)']));
  t.true(near(sharpe(positive, 252), expected['positive.sharpe']));
  t.true(near(sharpe(negative, 252), expected['negative.sharpe']));
  t.true(near(volatility(mixed, 252), expected['mixed.annualVolatility(252)']));
  t.true(near(maxDrawdown(mixed)?.depth, expected['mixed.maxDrawdown']));
  t.true(near((downsideDeviation(mixed) as number) * Math.sqrt(252), expected['mixed.downsideRisk(0)']));
  t.true(near((downsideDeviation(mixed, 0.1) as number) * Math.sqrt(252), expected['mixed.downsideRisk(0.1)']));
  t.true(near(sortino(mixed, 252), expected['mixed.sortino(0)']));
  t.true(near(sortino(mixed, 252, 0.01), expected['mixed.sortino(target 0.01)']));
  t.true(near(sortino(negative, 252), expected['negative.sortino(0)']));
  const regression = betaOf(mixed, negative.slice(1));
  t.true(near(regression?.beta, expected['mixed.beta(vs negative)']));
  t.true(
    near(
      (1 + (regression?.alpha as number)) ** 252 - 1,
      expected['mixed.alphaAnnualised(vs negative, (1+a)^252-1)'],
      1e-7,
    ),
  );
  t.true(near(linked(mixed), expected['mixed.cumulativeReturn'], 5e-6));
  t.true(near(linked(negative), expected['negative.cumulativeReturn'], 5e-5));
});

const figures: Array<[name: string, method: RiskMethod, of: 'valueAtRisk' | 'expectedShortfall']> = [
  ['historicalVaR95', 'historical', 'valueAtRisk'],
  ['historicalES95', 'historical', 'expectedShortfall'],
  ['gaussianVaR95', 'parametric', 'valueAtRisk'],
  ['gaussianES95', 'parametric', 'expectedShortfall'],
  ['cornishFisherVaR95', 'cornish_fisher', 'valueAtRisk'],
  ['cornishFisherES95', 'cornish_fisher', 'expectedShortfall'],
];
for (const name of ['100-months', 'cta-global', 'emerging-markets', 'funds-of-funds'])
  test(`value at risk and expected shortfall of edhec-var-es-${name} are reproduced`, (t) => {
    const { input, expected } = caseOf(`edhec-var-es-${name}`);
    for (const [figure, method, of] of figures)
      if (figure in expected)
        t.true(
          near(valueAtRisk(input.returns, 0.95, method)?.[of], expected[figure].unrounded, 1e-9),
          `${figure} of ${name}`,
        );
  });

test('an expected shortfall that would be a smaller loss than the value at risk equals the value at risk', (t) => {
  const { input, expected } = caseOf('cornish-fisher-es-below-var');
  const found = valueAtRisk(input.returns, 0.99, 'cornish_fisher');
  t.true(near(found?.valueAtRisk, expected.cornishFisherVaR99));
  t.true(near(found?.expectedShortfall, expected.reportedES99));
});

test('quantiles are interpolated linearly', (t) => {
  const { input, expected } = caseOf('empyrical-historical-var');
  for (const [index, { returns, cutoffs }] of input.cases.entries())
    t.deepEqual(
      cutoffs.map((share: number) => Number(quantile(returns, share).toFixed(12))),
      expected.values[index],
    );
});

test('drawdowns are measured from the highest value so far, including the first', (t) => {
  const { input, expected } = caseOf('fava-drawdown-series');
  const prices = Object.values(input.prices as Record<string, number>);
  const returns = prices.slice(1).map((price, index) => price / (prices[index] as number) - 1);
  const found = [0, ...drawdowns(returns)];
  for (const [index, depth] of found.entries()) t.true(near(depth, expected.drawdown[index], 1e-12));
  t.deepEqual(maxDrawdown([-0.1, 0.2, -0.5, 0.1, 1.5]), { depth: -0.5, from: 2, to: 2, recovered: 4 });
  t.like(maxDrawdown([-0.1]), { from: 0, to: 0, recovered: null });
});

test('figures that are not defined are null, never infinite', (t) => {
  const constant = Array.from({ length: 30 }, () => 0.01);
  const { expected } = caseOf('empyrical-degenerate');
  const found = [
    sharpe([], 252),
    sharpe([0.01], 252),
    sharpe(constant, 252),
    sharpe([0.01, 0.02], 252, [0.01, 0.02]),
    sortino([0.01, 0.02], 252),
    betaOf([0.01, 0.02, 0.03], [0.01, 0.01, 0.01])?.alpha ?? null,
    maxDrawdown([])?.depth ?? null,
    maxDrawdown([0.01, 0.02])?.depth ?? null,
  ];
  t.deepEqual(found, expected.service);
  t.is(valueAtRisk(constant, 0.95, 'cornish_fisher'), null);
  t.is(valueAtRisk([0.01], 0.95, 'historical'), null);
});

test('the normal distribution and its inverse are exact to 1e-14', (t) => {
  // Sources: Abramowitz and Stegun, table 26.1, and scipy.stats.norm.
  const known: Array<[x: number, share: number]> = [
    [0, 0.5],
    [-1.6448536269514722, 0.05],
    [-2.3263478740408408, 0.01],
    [1.2815515655446004, 0.9],
    [-5, 2.866515718791939e-7],
  ];
  for (const [x, share] of known) {
    t.true(Math.abs(normalShare(x) / share - 1) < 1e-13, `share below ${x}`);
    t.true(Math.abs(normalQuantile(share) - x) < 1e-13, `quantile of ${share}`);
  }
});
