import test from 'ava';
import {
  type BondYield,
  bondPosition,
  figuresAtPrice,
  figuresAtYield,
} from '../../../../src/features/markets/bonds/bond-figures.js';
import { type BondTerms, bondSchedule } from '../../../../src/features/markets/bonds/bond-schedule.js';
import { type DayCount, dayCounts } from '../../../../src/features/markets/bonds/day-count.js';
import { formatDay, parseDay } from '../../../../src/features/markets/civil-day.js';

const terms = (given: Partial<BondTerms>): BondTerms => ({
  issueDay: '2016-01-01',
  maturityDay: '2026-01-01',
  couponPercent: 5,
  frequency: 2,
  dayCount: 'ACT/ACT',
  firstCouponDay: null,
  endOfMonth: false,
  faceValue: 100,
  redemptionPercent: 100,
  ...given,
});
const at = (bond: BondTerms, settlement: string) => bondPosition(bond, parseDay(settlement));
const near = (actual: number | undefined, expected: number, tolerance: number) =>
  Math.abs((actual ?? Number.NaN) - expected) <= tolerance;

test('a gilt has the figures that Bloomberg publishes', (t) => {
  // GB0009997999 on 29 May 2013, from `testExCouponGilt` of QuantLib 1.30, test-suite/bonds.cpp ("verified with
  // Bloomberg"). All digits that it states.
  const gilt = terms({
    issueDay: '1996-02-29',
    maturityDay: '2021-06-07',
    firstCouponDay: '1996-06-07',
    couponPercent: 8,
  });
  const position = at(gilt, '2013-05-29');
  t.true(near(position.accruedInterest, 3.802197802, 1e-9));
  const figures = figuresAtPrice(position, 2, 103 + position.accruedInterest);
  t.true(near(figures?.dirtyPrice, 106.8021978, 1e-7));
  t.true(near(figures?.yieldToMaturity, 0.07495180593, 1e-10));
  t.true(near(figures?.modifiedDuration, 5.676044458, 1e-8));
  t.true(near(figures?.convexity, 42.15314859, 1e-7));
});

test('a bond of an American agency has the figures of Bloomberg', (t) => {
  // 3130A0X70 on 31 July 2017, from `testThirty360BondWithSettlementOn31st` of QuantLib 1.30.
  const agency = terms({ issueDay: '2014-02-13', maturityDay: '2018-08-13', couponPercent: 1.5, dayCount: '30/360' });
  const position = at(agency, '2017-07-31');
  t.true(near(position.accruedInterest, 0.7, 1e-12));
  const figures = figuresAtPrice(position, 2, 100.7);
  t.true(near(figures?.yieldToMaturity, 0.015, 1e-4));
  t.true(near(figures?.macaulayDuration, 1.022, 1e-3));
  t.true(near((figures?.convexity ?? 0) / 100, 0.015, 1e-3));
});

// Examples of the functions PRICE, YIELD, DURATION and MDURATION in the documentation of Microsoft Excel.
test('a bond has the price of the example of PRICE', (t) => {
  const position = at(
    terms({ maturityDay: '2017-11-15', issueDay: '2007-11-15', couponPercent: 5.75, dayCount: '30/360' }),
    '2008-02-15',
  );
  t.true(near(figuresAtYield(position, 2, 0.065).cleanPrice, 94.63436162, 1e-8));
});

test('a bond has the yield of the example of YIELD', (t) => {
  const position = at(
    terms({ maturityDay: '2016-11-15', issueDay: '2006-11-15', couponPercent: 5.75, dayCount: '30/360' }),
    '2008-02-15',
  );
  const figures = figuresAtPrice(position, 2, 95.04287 + position.accruedInterest);
  t.true(near(figures?.yieldToMaturity, 0.065, 5e-8));
});

test('a bond has the durations of the examples of DURATION and MDURATION', (t) => {
  const long = at(terms({ issueDay: '2018-01-01', maturityDay: '2048-01-01', couponPercent: 8 }), '2018-07-01');
  t.true(near(figuresAtYield(long, 2, 0.09).macaulayDuration, 10.9191453, 5e-8));
  const short = at(terms({ issueDay: '2008-01-01', maturityDay: '2016-01-01', couponPercent: 8 }), '2008-01-01');
  t.true(near(figuresAtYield(short, 2, 0.09).modifiedDuration, 5.73567, 5e-6));
});

for (const frequency of [1, 2, 4, 12])
  for (const dayCount of ['ACT/ACT', '30/360', '30E/360'] as const)
    test(`at a coupon day a bond of ${frequency} coupons by ${dayCount} has the figures of the closed formulas`, (t) => {
      const position = at(
        terms({ frequency, dayCount, issueDay: '2015-01-15', maturityDay: '2035-01-15' }),
        '2025-01-15',
      );
      t.is(position.accruedInterest, 0);
      const [rate, coupon, count] = [0.043, 5 / frequency, 10 * frequency];
      const i = rate / frequency;
      const v = (1 + i) ** -count;
      const price = (coupon * (1 - v)) / i + 100 * v;
      const figures = figuresAtYield(position, frequency, rate);
      t.true(near(figures.dirtyPrice, price, 1e-10));
      // Macaulay's duration in closed form (Fabozzi, chapter 4).
      const c = coupon / 100;
      const periods = (1 + i) / i - (1 + i + count * (c - i)) / (c * ((1 + i) ** count - 1) + i);
      t.true(near(figures.macaulayDuration, periods / frequency, 1e-10));
      t.true(near(figuresAtPrice(position, frequency, price)?.yieldToMaturity, rate, 1e-13));
    });

test('duration and convexity are the derivatives of the dirty price, for every day count', (t) => {
  for (const dayCount of dayCounts) {
    const position = at(terms({ dayCount, couponPercent: 3.7 }), '2021-03-17');
    const price = (rate: number) => figuresAtYield(position, 2, rate).dirtyPrice;
    const { dirtyPrice, modifiedDuration, convexity } = figuresAtYield(position, 2, 0.051);
    const step = 1e-4;
    const [up, down] = [price(0.051 + step), price(0.051 - step)];
    t.true(near(modifiedDuration, (down - up) / (2 * step * dirtyPrice), 1e-6), dayCount);
    t.true(near(convexity, (up - 2 * dirtyPrice + down) / (step * step * dirtyPrice), 1e-4), dayCount);
  }
});

test('price and yield are inverse, also for negative yields', (t) => {
  for (const dayCount of dayCounts)
    for (const settlement of ['2016-01-01', '2020-02-29', '2025-07-01']) {
      const position = at(terms({ dayCount }), settlement);
      for (const clean of [50, 99, 100, 101, 150]) {
        const dirty = clean + position.accruedInterest;
        const { yieldToMaturity } = figuresAtPrice(position, 2, dirty) as BondYield;
        const back = figuresAtYield(position, 2, yieldToMaturity).dirtyPrice;
        t.true(near(back / dirty, 1, 1e-11), `${dayCount} ${settlement} ${clean}`);
      }
    }
  t.true((figuresAtPrice(at(terms({}), '2025-07-01'), 2, 110) as BondYield).yieldToMaturity < 0);
});

test('a zero-coupon bond has a duration of its term, and no accrued interest', (t) => {
  const position = at(terms({ couponPercent: 0, frequency: 1 }), '2021-01-01');
  t.deepEqual([position.accruedInterest, position.payments.at(-1)?.principal], [0, 100]);
  const figures = figuresAtPrice(position, 1, 100 / 1.03 ** 5) as BondYield;
  t.true(near(figures.yieldToMaturity, 0.03, 1e-13));
  t.true(near(figures.macaulayDuration, 5, 1e-12));
  t.true(near(figures.convexity, (5 * 6) / 1.03 ** 2, 1e-10));
});

test('a yield out of the range is not computed', (t) => {
  const position = at(terms({}), '2025-12-31');
  t.is(figuresAtPrice(position, 2, 1e12), undefined);
  t.is(figuresAtPrice(position, 2, 1e-9), undefined);
});

test('a long first period by ACT/ACT pays for its regular periods', (t) => {
  // The long first period of ISDA's memorandum: 15 August 2002 to 15 July 2003, 0.915760869565 of a year.
  const { periods } = bondSchedule(
    terms({ issueDay: '2002-08-15', firstCouponDay: '2003-07-15', maturityDay: '2008-07-15', couponPercent: 6 }),
  );
  t.deepEqual(
    periods.slice(0, 2).map(({ day }) => formatDay(day)),
    ['2003-07-15', '2004-01-15'],
  );
  t.true(near(periods[0]?.interest, 6 * 0.915760869565, 1e-10));
  t.is(periods[1]?.interest, 3);
  t.is(periods.at(-1)?.principal, 100);
});

const interestOf = (dayCount: DayCount) =>
  bondSchedule(terms({ dayCount, issueDay: '2024-01-15', maturityDay: '2025-01-15' })).periods.map(
    ({ interest }) => interest,
  );

test('coupons of ACT/360 and ACT/365 are for the days of their period, others are equal', (t) => {
  const isNear = (actual: number[], expected: number[]) =>
    actual.length === expected.length && actual.every((one, index) => near(one, expected[index] as number, 1e-13));
  t.true(isNear(interestOf('ACT/360'), [(5 * 182) / 360, (5 * 184) / 360]));
  t.true(isNear(interestOf('ACT/365'), [(5 * 182) / 365, (5 * 184) / 365]));
  for (const dayCount of ['ACT/ACT', '30/360', '30E/360'] as const) t.deepEqual(interestOf(dayCount), [2.5, 2.5]);
});

test('the face value and the redemption scale the payments', (t) => {
  const { periods } = bondSchedule(terms({ faceValue: 1_000, redemptionPercent: 105, maturityDay: '2017-01-01' }));
  t.deepEqual(
    periods.map(({ interest, principal }) => [interest, principal]),
    [
      [25, 0],
      [25, 1_050],
    ],
  );
});

test('the accrued interest begins at 0 on a coupon day', (t) => {
  const bond = terms({ couponPercent: 6 });
  const before = at(bond, '2020-06-30');
  t.deepEqual([formatDay(before.previousCouponDay), formatDay(before.nextCouponDay)], ['2020-01-01', '2020-07-01']);
  t.true(near(before.accruedInterest, (3 * 181) / 182, 1e-12));
  const on = at(bond, '2020-07-01');
  t.deepEqual([formatDay(on.previousCouponDay), on.accruedInterest, on.accruedDays], ['2020-07-01', 0, 0]);
});
