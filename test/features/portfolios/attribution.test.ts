import test from 'ava';
import fc from 'fast-check';
import {
  brinsonFachler,
  carinoFactor,
  linkedByCarino,
  type SegmentEffects,
  type SegmentPeriod,
  segmentEffects,
} from '../../../src/features/portfolios/attribution/brinson.js';
import { casesOf } from '../../support/portfolio-cases.js';

interface Period {
  portfolioWeight: number[];
  benchmarkWeight: number[];
  portfolioReturn: Array<number | null>;
  benchmarkReturn: Array<number | null>;
}
interface AttributionCase {
  // biome-ignore lint/suspicious/noExplicitAny: each case has its own form
  input: any;
  // biome-ignore lint/suspicious/noExplicitAny: each case has its own form
  expected: any;
}
const cases = new Map(casesOf<AttributionCase>('attribution').map((one) => [one.name, one]));
const caseOf = (name: string): AttributionCase => cases.get(name) as AttributionCase;
const near = (a: number, b: number, tolerance = 1e-9) => Math.abs(a - b) <= tolerance;
const segmentsOf = ({ portfolioWeight, benchmarkWeight, portfolioReturn, benchmarkReturn }: Period): SegmentPeriod[] =>
  portfolioWeight.map((weight, index) => ({
    portfolioWeight: weight,
    benchmarkWeight: benchmarkWeight[index] as number,
    portfolioReturn: portfolioReturn[index] as number | null,
    benchmarkReturn: benchmarkReturn[index] as number | null,
  }));
const total = (effects: SegmentEffects[]) =>
  effects.reduce((sum, { allocation, selection, interaction }) => sum + allocation + selection + interaction, 0);
const topDown = ({ selection, interaction }: SegmentEffects) => selection + interaction;

test('the effects of one period of a textbook example are reproduced', (t) => {
  const { input, expected } = caseOf('bacon-single-period');
  const { portfolioReturn, benchmarkReturn, effects } = brinsonFachler(segmentsOf(input));
  t.true(near(portfolioReturn, expected.portfolioTotal) && near(benchmarkReturn, expected.benchmarkTotal));
  for (const [index, effect] of effects.entries()) {
    for (const name of ['allocation', 'selection', 'interaction'] as const)
      t.true(near(effect[name], expected.brinsonFachler[name][index]), `${name} ${index}`);
    t.true(near(topDown(effect), expected.topDownSelection[index]));
  }
  t.true(near(total(effects), expected.active));
});

test('four quarters linked by Carino sum to the compounded active return', (t) => {
  const { input, expected } = caseOf('bacon-carino-four-quarters');
  const periods = (input.periods as Period[]).map((period) => brinsonFachler(segmentsOf(period)));
  const linked = linkedByCarino(periods);
  t.true(
    near(linked.portfolioReturn, expected.portfolioTotal) && near(linked.benchmarkReturn, expected.benchmarkTotal),
  );
  t.true(near(carinoFactor(linked.portfolioReturn, linked.benchmarkReturn), expected.carinoK));
  for (const [index, { portfolioReturn, benchmarkReturn, effects }] of periods.entries()) {
    t.true(near(carinoFactor(portfolioReturn, benchmarkReturn), expected.carinoKt[index]));
    const allocation = effects.reduce((sum, effect) => sum + effect.allocation, 0);
    t.true(near(allocation, expected.perPeriodAllocation[index]));
    t.true(near(allocation * (linked.factors[index] as number), expected.linkedAllocation[index]));
  }
  t.true(near(total(linked.effects), expected.active));
  const bySegment = caseOf('bacon-carino-by-segment').expected;
  for (const [index, { allocation, selectionTopDown }] of (
    Object.values(bySegment.segments) as Array<Record<string, number>>
  ).entries()) {
    t.true(near((linked.effects[index] as SegmentEffects).allocation, allocation as number));
    t.true(near(topDown(linked.effects[index] as SegmentEffects), selectionTopDown as number));
  }
  t.true(
    near(
      linked.effects.reduce((sum, { interaction }) => sum + interaction, 0),
      bySegment.interactionTotal,
    ),
  );
});

test('other methods of linking and grouping the same periods explain the same difference', (t) => {
  const { input, expected } = caseOf('bacon-other-linkings');
  const linked = linkedByCarino((input.periods as Period[]).map((period) => brinsonFachler(segmentsOf(period))));
  for (const { allocation, selection } of [expected.menchero, expected.grap])
    t.true(near(allocation + selection, total(linked.effects)));
  const geometric = caseOf('bacon-geometric');
  const { portfolioReturn, benchmarkReturn } = brinsonFachler(segmentsOf(geometric.input));
  t.true(near((1 + portfolioReturn) / (1 + benchmarkReturn) - 1, geometric.expected.active));
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  const { allocation, selection } = geometric.expected;
  t.true(near((1 + sum(allocation)) * (1 + sum(selection)) - 1, geometric.expected.active));
});

test('segments that only the portfolio or only the benchmark has are included', (t) => {
  const { input, expected } = caseOf('own-degenerate');
  for (const name of ['onlyInPortfolio', 'onlyInBenchmark']) {
    const { wp, wb, rp, rb } = input[name];
    const { effects } = brinsonFachler(
      segmentsOf({ portfolioWeight: wp, benchmarkWeight: wb, portfolioReturn: rp, benchmarkReturn: rb }),
    );
    const benchmarkReturn = wb.reduce(
      (sum: number, weight: number, index: number) => sum + weight * (rb[index] ?? 0),
      0,
    );
    for (const [index, effect] of effects.entries()) {
      const shares = {
        weight: wp[index],
        contribution: wp[index] * (rp[index] ?? 0),
        benchmarkWeight: wb[index],
        benchmarkContribution: wb[index] * (rb[index] ?? 0),
      };
      const own = segmentEffects(shares, benchmarkReturn);
      for (const kind of ['allocation', 'selection', 'interaction'] as const)
        t.true(near(own[kind], effect[kind], 1e-12), `${name} ${kind} ${index}`);
    }
    for (const effect of ['allocation', 'selection', 'interaction'] as const)
      for (const [index, value] of expected[name][effect].entries())
        t.true(near((effects[index] as SegmentEffects)[effect], value, 1e-12), `${name} ${effect} ${index}`);
    t.true(near(total(effects), expected[name].active, 1e-12));
  }
  t.true(
    near(
      carinoFactor(input.equalTotals.portfolioTotal, input.equalTotals.benchmarkTotal),
      expected.equalTotalsCarinoK,
      1e-12,
    ),
  );
  t.throws(
    () =>
      brinsonFachler(
        segmentsOf({
          portfolioWeight: [0.6, 0.6],
          benchmarkWeight: [0.5, 0.5],
          portfolioReturn: [0, 0],
          benchmarkReturn: [0, 0],
        }),
      ),
    {
      instanceOf: RangeError,
    },
  );
});

test('the effects of any periods sum to the compounded active return', (t) => {
  const segment = fc.record({
    a: fc.integer({ min: 1, max: 100 }),
    b: fc.integer({ min: 1, max: 100 }),
    own: fc.double({ min: -0.5, max: 0.8, noNaN: true }),
    market: fc.double({ min: -0.5, max: 0.8, noNaN: true }),
  });
  const property = fc.property(
    fc.array(fc.array(segment, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
    (raw) => {
      const periods = raw.map((segments) => {
        const sums = { a: segments.reduce((sum, { a }) => sum + a, 0), b: segments.reduce((sum, { b }) => sum + b, 0) };
        return brinsonFachler(
          segments.map(({ a, b, own, market }) => ({
            portfolioWeight: a / sums.a,
            benchmarkWeight: b / sums.b,
            portfolioReturn: own,
            benchmarkReturn: market,
          })),
        );
      });
      const { portfolioReturn, benchmarkReturn, effects } = linkedByCarino(periods);
      return near(
        total(effects),
        portfolioReturn - benchmarkReturn,
        1e-7 * Math.max(1, Math.abs(portfolioReturn), Math.abs(benchmarkReturn)),
      );
    },
  );
  t.notThrows(() => fc.assert(property, { numRuns: 100 }));
});
