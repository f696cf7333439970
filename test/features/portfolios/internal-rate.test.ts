import test from 'ava';
import fc from 'fast-check';
import {
  type CashFlow,
  type InternalRates,
  internalRates,
} from '../../../src/features/portfolios/returns/internal-rate.js';
import { casesOf, dayOf } from '../../support/portfolio-cases.js';

interface XirrCase {
  input: { flows: Array<[date: string, amount: number]>; dayCount?: string };
  expected: {
    rate?: number | null;
    alsoAccepted?: Array<number | null> | number | null;
    roots?: number[];
    'act/365F'?: number;
  };
  tolerance: number;
}

const flowsOf = ({ input }: XirrCase): CashFlow[] =>
  input.flows.map(([date, amount]) => ({ day: dayOf(date), amount }));
const ratesOf = (t: { fail(message: string): void }, flows: CashFlow[]): InternalRates => {
  const found = internalRates(flows);
  if (typeof found === 'string') t.fail(found);
  return found as InternalRates;
};
const isNear = (a: number, b: number, tolerance: number) => Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));

for (const one of casesOf<XirrCase>('xirr')) {
  const { expected, input, tolerance } = one;
  test(`the internal rate of return of ${one.name} equals the published one`, (t) => {
    const found = internalRates(flowsOf(one));
    const rate = 'act/365F' in expected ? expected['act/365F'] : expected.rate;
    if (typeof found === 'string')
      return t.true(rate === null || expected.alsoAccepted !== undefined, `${rate} is not found: ${found}`);
    const others = input.dayCount?.includes('365.25') === true ? 1e-3 : Math.max(tolerance, 1e-9);
    for (const own of [...(typeof rate === 'number' ? [rate] : []), ...(expected.roots ?? [])])
      t.true(
        own < -0.999_999_9 || found.all.some((other) => isNear(other, own, others)),
        `${own} is missing in ${found.all}`,
      );
    return t.true(found.all.includes(found.rate));
  });
}

test('if there are several internal rates, the one nearest to 10 % is used, and all are listed', (t) => {
  const flows = [-1000, 2300, -1320].map((amount, index) => ({ day: dayOf(`${2020 + index}-01-01`), amount }));
  const { rate, all } = ratesOf(t, flows);
  t.is(all.length, 2);
  t.is(rate, all[0] as number);
});

test('two internal rates within one step of the search are both found', (t) => {
  const roots = [0.1, 0.1005];
  const [a, b] = roots.map((root) => 1 + root) as [number, number];
  const flows = [-1, a + b, -a * b].map((amount, index) => ({ day: index * 365, amount: amount * 1e6 }));
  const { all } = ratesOf(t, flows);
  t.deepEqual(
    all.map((one) => Number(one.toFixed(7))),
    roots,
  );
});

test('flows without an internal rate have a reason', (t) => {
  const flow = (day: number, amount: number) => ({ day, amount });
  t.is(internalRates([]), 'no_flows');
  t.is(internalRates([flow(1, -5), flow(1, 6)]), 'one_day');
  t.is(internalRates([flow(1, -5), flow(90, -6)]), 'one_direction');
  t.is(internalRates([flow(0, -1000), flow(365, 2000), flow(730, -1100)]), 'no_rate');
  t.is(internalRates([flow(0, -1), flow(1, 1e9)]), 'rate_out_of_range');
});

test('an investment that grows at a rate has that internal rate, whatever its scale, its sign and the order of flows', (t) => {
  const amounts = fc.array(
    fc.record({ day: fc.integer({ min: 0, max: 3_000 }), amount: fc.integer({ min: 1, max: 100_000 }) }),
    {
      minLength: 1,
      maxLength: 20,
    },
  );
  const property = fc.property(
    amounts,
    fc.integer({ min: -60, max: 200 }),
    fc.integer({ min: 1, max: 1_000 }),
    (deposits, percent, scale) => {
      const growth = 1 + percent / 100;
      const end = 3_400;
      const value = deposits.reduce((sum, { day, amount }) => sum + amount * growth ** ((end - day) / 365), 0);
      const flows = [
        { day: end, amount: value * scale },
        ...deposits.map(({ day, amount }) => ({ day, amount: -amount * scale })),
      ];
      for (const own of [flows, flows.map(({ day, amount }) => ({ day, amount: -amount })), flows.toReversed()])
        if (!isNear(ratesOf(t, own).rate, percent / 100, 1e-8)) return false;
      return true;
    },
  );
  t.notThrows(() => fc.assert(property, { numRuns: 60 }));
});
