import { modifiedDietz } from '../returns/dietz.js';
import { type InternalRates, internalRates, type NoInternalRate } from '../returns/internal-rate.js';
import { annualized, annualRate, type SubPeriod, timeWeighted, type ValuedDay } from '../returns/time-weighted.js';

export const performanceMethods = ['twr', 'mwr', 'modified_dietz', 'simple'] as const;
export type PerformanceMethod = (typeof performanceMethods)[number];

export interface NotComputable {
  code: NoInternalRate | 'no_transactions' | 'no_capital' | 'no_benchmark_price';
  detail: string;
}

export interface Performance {
  method: PerformanceMethod;
  /** Return of the period as a fraction; null with a reason in `notComputable`. */
  value: number | null;
  /**
   * Return per year; null below one year. For the money-weighted return, the internal rate, which is a rate per year
   * already.
   */
  annualized: number | null;
  notComputable: NotComputable | null;
  startValue: number;
  endValue: number;
  /** External money: paid in minus taken out. */
  netFlow: number;
  /** End value - start value - net flow. */
  gain: number;
  subPeriods: SubPeriod[];
  /** For the money-weighted return, all annual rates that solve the equation; otherwise empty. */
  rates: number[];
  undefinedDays: number;
}

const reasons: Record<NotComputable['code'], string> = {
  no_transactions: 'The portfolio has no transaction before the end of the period.',
  no_capital: 'No money was invested in the period.',
  no_benchmark_price: 'A component of the benchmark has no price, or no exchange rate, at the start of the period.',
  no_flows: 'No money was invested in the period.',
  one_day: 'All money moved on one day, so there is no period to measure.',
  one_direction: 'Money only went in or only came out, so no rate makes them equal.',
  no_rate: 'No annual rate makes the present value of all flows zero.',
  rate_out_of_range: 'The annual rate is too large to be meaningful.',
};
export const notComputable = (code: NotComputable['code']): NotComputable => ({ code, detail: reasons[code] });

/** Returns the performance of a period without a transaction before its end. */
export const withoutTransactions = (method: PerformanceMethod): Performance => ({
  method,
  value: null,
  annualized: null,
  notComputable: notComputable('no_transactions'),
  startValue: 0,
  endValue: 0,
  netFlow: 0,
  gain: 0,
  subPeriods: [],
  rates: [],
  undefinedDays: 0,
});

/** Computes the return of a period by a method. @param days the first is the day before the period and has no flows */
export function performanceOf(method: PerformanceMethod, days: readonly ValuedDay[]): Performance {
  const [start, end] = [days[0] as ValuedDay, days.at(-1) as ValuedDay];
  const netFlow = days.reduce((sum, { paidIn, takenOut }) => sum + paidIn - takenOut, 0);
  const length = end.day - start.day;
  const common = {
    method,
    startValue: start.endValue,
    endValue: end.endValue,
    netFlow,
    gain: end.endValue - start.endValue - netFlow,
  };
  const { subPeriods, value, undefinedDays } = timeWeighted(days.slice(1), start);
  const of = (
    result: number | null,
    code: NotComputable['code'],
    { rate, all }: Partial<InternalRates> = {},
  ): Performance => ({
    ...common,
    value: result,
    annualized: result === null ? null : rate === undefined ? annualized(result, length) : annualRate(rate, length),
    notComputable: result === null ? notComputable(code) : null,
    subPeriods: method === 'twr' ? subPeriods : [],
    rates: all ?? [],
    undefinedDays: method === 'twr' ? undefinedDays : 0,
  });
  if (method === 'twr') return of(value, 'no_capital');
  if (method === 'mwr') return moneyWeighted(days, of);
  const flows = days.flatMap(({ day, paidIn, takenOut }) =>
    paidIn === takenOut ? [] : [{ day: day - start.day, amount: paidIn - takenOut }],
  );
  if (method === 'modified_dietz')
    return of(modifiedDietz({ ...common, days: length, flows }, 'start_of_day').value, 'no_capital');
  const invested = common.startValue + days.reduce((sum, { paidIn }) => sum + paidIn, 0);
  return of(invested > 0 ? common.gain / invested : null, 'no_capital');
}

function moneyWeighted(
  days: readonly ValuedDay[],
  of: (result: number | null, code: NotComputable['code'], found?: InternalRates) => Performance,
): Performance {
  const [start, end] = [days[0] as ValuedDay, days.at(-1) as ValuedDay];
  const flows = [
    { day: start.day, amount: -start.endValue },
    ...days.map(({ day, paidIn, takenOut }) => ({ day, amount: takenOut - paidIn })),
  ];
  const found = internalRates([...flows, { day: end.day, amount: end.endValue }]);
  if (typeof found === 'string') return of(null, found);
  // The annual rate of a short period is of little use, so the return is that rate applied to the time since the first
  // flow.
  const first = flows.find(({ amount }) => amount !== 0)?.day ?? start.day;
  return of((1 + found.rate) ** ((end.day - first) / 365) - 1, 'no_rate', found);
}
