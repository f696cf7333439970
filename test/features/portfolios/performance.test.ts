import test from 'ava';
import { performanceOf } from '../../../src/features/portfolios/performance/performance.js';
import type { ValuedDay } from '../../../src/features/portfolios/returns/time-weighted.js';
import { dayOf } from '../../support/portfolio-cases.js';

test('a return that cannot be computed is null with its reason, by every method', (t) => {
  const day = (at: number, endValue: number, paidIn = 0) => ({ day: at, endValue, paidIn, takenOut: 0 });
  for (const method of ['twr', 'modified_dietz', 'simple'] as const)
    t.is(performanceOf(method, [day(0, 0), day(1, 0)]).notComputable?.code, 'no_capital', method);
  t.is(performanceOf('mwr', [day(0, 0), day(1, 0)]).notComputable?.code, 'no_flows');
  t.is(performanceOf('mwr', [day(0, 0), day(1, 0, 100), day(2, 0)]).notComputable?.code, 'one_day');
  const grown = [day(0, 0), day(1, 100, 100), ...Array.from({ length: 364 }, (_, index) => day(index + 2, 110))];
  for (const method of ['twr', 'mwr', 'modified_dietz', 'simple'] as const) {
    const { value, annualized } = performanceOf(method, grown);
    t.true(Math.abs((value as number) - 0.1) < 1e-3, `${method} ${value}`);
    t.true(annualized !== null);
  }
});

test('the annualized money-weighted return is the internal rate, as in the example of Excel, and null for less than a year', (t) => {
  const at = dayOf('2008-01-01');
  const flows = new Map([
    [at, 10_000],
    [dayOf('2008-03-01'), -2_750],
    [dayOf('2008-10-30'), -4_250],
    [dayOf('2009-02-15'), -3_250],
    [dayOf('2009-04-01'), -2_750],
  ]);
  const flowOn = (day: number) => flows.get(day) ?? 0;
  let money = 0;
  const days: ValuedDay[] = [{ day: at - 1, endValue: 0, paidIn: 0, takenOut: 0 }];
  for (let day = at; day <= dayOf('2009-04-01'); day += 1) {
    // All interest is earned on one day; the withdrawals contain it.
    money += flowOn(day) + (day === dayOf('2008-02-28') ? 3_000 : 0);
    days.push({ day, endValue: money, paidIn: Math.max(0, flowOn(day)), takenOut: Math.max(0, -flowOn(day)) });
  }
  const { annualized, rates, value } = performanceOf('mwr', days);
  t.true(Math.abs((annualized as number) - 0.373362535) < 5e-9);
  t.deepEqual(rates, [annualized]);
  t.is(value, (1 + (annualized as number)) ** (456 / 365) - 1);
  const doubled = (length: number) =>
    [0, 100, 110].map(
      (endValue, index): ValuedDay => ({
        day: index === 2 ? length : index,
        endValue,
        paidIn: index === 1 ? 100 : 0,
        takenOut: 0,
      }),
    );
  t.deepEqual(
    [364, 365].map((length) => performanceOf('mwr', doubled(length)).annualized === null),
    [true, false],
  );
});
