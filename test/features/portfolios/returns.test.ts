import test from 'ava';
import fc from 'fast-check';
import { performanceOf } from '../../../src/features/portfolios/performance/performance.js';
import { modifiedDietz, simpleDietz } from '../../../src/features/portfolios/returns/dietz.js';
import { type InternalRates, internalRates } from '../../../src/features/portfolios/returns/internal-rate.js';
import { annualized, timeWeighted, type ValuedDay } from '../../../src/features/portfolios/returns/time-weighted.js';
import { casesOf, dayOf } from '../../support/portfolio-cases.js';

interface ReturnCase {
  // biome-ignore lint/suspicious/noExplicitAny: each case has its own form
  input: any;
  // biome-ignore lint/suspicious/noExplicitAny: each case has its own form
  expected: any;
  tolerance: number;
}
const cases = new Map(casesOf<ReturnCase>('returns').map((one) => [one.name, one]));
const caseOf = (name: string): ReturnCase => cases.get(name) as ReturnCase;
const near = (a: number | null | undefined, b: number, tolerance: number) =>
  a !== null && a !== undefined && Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));
const valued = (day: number, endValue: number, paidIn = 0, takenOut = 0): ValuedDay => ({
  day,
  endValue,
  paidIn,
  takenOut,
});

for (const name of ['pp-daily-twr-excel-sample', 'pp-deposit-on-last-day-is-neutral'])
  test(`the time-weighted return of ${name} equals the published one`, (t) => {
    const { input, expected, tolerance } = caseOf(name);
    const days = (input.days as Array<{ date: string; endValue: number; paidIn: number; takenOut?: number }>).map(
      ({ date, endValue, paidIn, takenOut }) => valued(dayOf(date), endValue, paidIn, takenOut),
    );
    const cumulative = days.map((_, index) => timeWeighted(days.slice(0, index + 1)).value);
    const wanted: number[] = Array.isArray(expected.cumulativeReturn)
      ? expected.cumulativeReturn
      : [0, 0.1, expected.cumulativeReturn];
    t.is(cumulative.length, wanted.length);
    for (const [index, value] of cumulative.entries())
      t.true(near(value, wanted[index] as number, tolerance), `${value} is not ${wanted[index]}`);
  });

test('the time-weighted return of fava-twr-savings-plan is that of the price, independent of purchases', (t) => {
  const { input, expected } = caseOf('fava-twr-savings-plan');
  const days = Object.entries(input.prices as Record<string, number>).map(([date, price], index) =>
    valued(dayOf(date), (index + 1) * price, price),
  );
  // The case buys at the price of the day. The purchase is therefore a flow after the price change, so each day is
  // valued twice: before and after the purchase.
  const split = days.flatMap(({ day, endValue, paidIn }) => [
    valued(day, endValue - paidIn),
    valued(day, endValue, paidIn),
  ]);
  for (const [index, growth] of Object.values(expected.cumulativeTwr as Record<string, number>).entries())
    t.true(near(timeWeighted(split.slice(0, 2 * index + 2)).value, growth, 1e-12));
});

test('the quarters of hledger-6-quarters link to the return of the year', (t) => {
  const { input, expected } = caseOf('hledger-6-quarters');
  const days = (
    input.quarters as Array<{ begin: string; flowOnFirstDay: number; startValue: number; endValue: number }>
  ).flatMap(({ begin, flowOnFirstDay, startValue, endValue }) => [
    valued(dayOf(begin), startValue + flowOnFirstDay, Math.max(0, flowOnFirstDay), Math.max(0, -flowOnFirstDay)),
    valued(dayOf(begin) + 90, endValue),
  ]);
  t.true(near(timeWeighted(days).value, expected.linked, 1e-12));
});

test('a true time-weighted return values the portfolio before a flow; Dietz returns do not need that', (t) => {
  const { input, expected, tolerance } = caseOf('own-flow-on-valuation-date');
  const { begin, flow, end } = input;
  const [from, on, to] = [dayOf(begin.date), dayOf(flow.date), dayOf(end.date)];
  const days = [
    valued(from, begin.value, begin.value),
    valued(on, flow.valueBefore),
    valued(on, flow.valueAfter, flow.amount),
    valued(to, end.value),
  ];
  t.true(near(timeWeighted(days).value, expected.trueTwr, tolerance));
  t.true(near(timeWeighted(days.toSpliced(1, 1)).value, expected.flowBeforeValuationOfThatDay, tolerance));
  const period = {
    startValue: begin.value,
    endValue: end.value,
    days: to - from,
    flows: [{ day: on - from, amount: flow.amount }],
  };
  t.true(near(modifiedDietz(period).value, expected.modifiedDietzEndOfDay, tolerance));
  t.true(near(modifiedDietz(period, 'start_of_day').value, expected.modifiedDietzStartOfDay, tolerance));
  t.true(near(simpleDietz(period).value, expected.simpleDietz, tolerance));
});

test('the modified Dietz returns of a textbook and of an encyclopedia are reproduced', (t) => {
  const cfa = caseOf('modified-dietz-cfa-question');
  const found = modifiedDietz({
    startValue: cfa.input.begin,
    endValue: cfa.input.end,
    days: cfa.input.days,
    flows: cfa.input.flows,
  });
  t.true(near(found.averageCapital, cfa.expected.averageCapital, 1e-6) && near(found.gain, cfa.expected.gain, 1e-9));
  t.true(near(found.value, cfa.expected.return, cfa.tolerance));
  const wiki = caseOf('modified-dietz-wikipedia');
  const { value, averageCapital } = modifiedDietz({
    startValue: 100,
    endValue: 300,
    days: 730,
    flows: [{ day: 365, amount: 50 }],
  });
  t.deepEqual([value, averageCapital], [wiki.expected.modifiedDietz, wiki.expected.averageCapital]);
  const flows = [-100, -50, 300].map((amount, index) => ({ day: index * 365, amount }));
  t.true(near((internalRates(flows) as InternalRates).rate, wiki.expected.irrPerYear, 1e-12));
});

test('a Dietz return on an average capital of zero or less is undefined', (t) => {
  t.is(modifiedDietz({ startValue: 0, endValue: 10, days: 30, flows: [] }).value, null);
  t.is(modifiedDietz({ startValue: 100, endValue: 10, days: 30, flows: [{ day: 0, amount: -200 }] }).value, null);
});

test('the internal rates of fava-stock-fee-irr are reproduced', (t) => {
  const { input, expected, tolerance } = caseOf('fava-stock-fee-irr');
  for (const [index, { received, amount }] of input.closing.entries()) {
    const found = internalRates([
      { day: dayOf(input.paid.date), amount: -input.paid.amount },
      { day: dayOf(received), amount },
    ]);
    t.true(near((found as InternalRates).rate, expected.rate[index], tolerance));
  }
});

test('returns are annualized by calendar days, and not if the period is shorter than a year', (t) => {
  const { input, expected, tolerance } = caseOf('own-annualisation');
  for (const [index, { return: value, from, to }] of input.cases.entries()) {
    const days = dayOf(to) - dayOf(from);
    t.is(days, expected.days[index]);
    const found = annualized(value, days);
    if (expected.annualised[index] === null) t.is(found, null);
    else t.true(near(found, expected.annualised[index], tolerance));
  }
});

test('a sub-period without capital is excluded from the link and counted, and is not a loss', (t) => {
  const days = [
    valued(1, 100, 100),
    valued(2, 110),
    valued(3, 0, 0, 110),
    valued(4, 0),
    valued(5, 50, 50),
    valued(6, 55),
  ];
  const { value, subPeriods, undefinedDays } = timeWeighted(days);
  t.true(near(value, 0.21, 1e-12));
  t.is(undefinedDays, 0);
  t.deepEqual(
    subPeriods.map(({ flow }) => flow),
    [100, -110, 50],
  );
  t.deepEqual(timeWeighted([valued(1, -5), valued(2, -6)]), {
    value: null,
    subPeriods: [{ fromDay: 1, toDay: 2, startValue: 0, endValue: -6, flow: 0, return: null }],
    undefinedDays: 2,
  });
});

test('the time-weighted return does not depend on flows, and the returns of two parts of a period link to that of the whole', (t) => {
  const day = fc.record({ growth: fc.integer({ min: -50, max: 80 }), flow: fc.integer({ min: -40, max: 400 }) });
  const property = fc.property(fc.array(day, { minLength: 1, maxLength: 40 }), (changes) => {
    let value = 1_000;
    let growth = 1;
    const days = [valued(0, value, value)];
    for (const [index, { growth: percent, flow }] of changes.entries()) {
      const factor = 1 + percent / 100;
      growth *= factor;
      // Deposits are invested from the start of the day; withdrawals leave at its end.
      const paidIn = Math.max(0, flow);
      const grown = (value + paidIn) * factor;
      const takenOut = (grown * Math.max(0, -flow)) / 100;
      value = grown - takenOut;
      days.push(valued(index + 1, value, paidIn, takenOut));
    }
    const whole = timeWeighted(days).value as number;
    const product = timeWeighted(days).subPeriods.reduce(
      (product, { return: own }) => product * (1 + (own as number)),
      1,
    );
    return near(whole, growth - 1, 1e-9) && near(product - 1, growth - 1, 1e-9);
  });
  t.notThrows(() => fc.assert(property, { numRuns: 100 }));
});

test('if a period begins with money, the money is the start value of its first sub-period, not a flow', (t) => {
  const days = [
    { day: 10, endValue: 1_000, paidIn: 0, takenOut: 0 },
    { day: 11, endValue: 1_320, paidIn: 200, takenOut: 0 },
    { day: 12, endValue: 1_386, paidIn: 0, takenOut: 0 },
  ];
  const { value, netFlow, gain, startValue, subPeriods } = performanceOf('twr', days);
  t.deepEqual([netFlow, gain, startValue], [200, 186, 1_000]);
  t.true(near(value as number, 1.1 * 1.05 - 1, 1e-12));
  t.deepEqual(
    subPeriods.map((period) => ({ ...period, return: period.return?.toFixed(12) })),
    [{ fromDay: 10, toDay: 12, startValue: 1_000, endValue: 1_386, flow: 200, return: (1.1 * 1.05 - 1).toFixed(12) }],
  );
  const [quiet] = performanceOf('twr', [days[0], { ...days[1], paidIn: 0 }, days[2]] as typeof days).subPeriods;
  t.like(quiet, { fromDay: 10, startValue: 1_000, flow: 0 });
  // The portfolio was empty before, so the first sub-period begins on the day before the first flow.
  t.like(performanceOf('twr', [{ ...(days[0] as (typeof days)[0]), endValue: 0 }, ...days.slice(1)]).subPeriods[0], {
    fromDay: 10,
    startValue: 0,
    flow: 200,
  });
});
