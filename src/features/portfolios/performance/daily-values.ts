import { withoutLots } from '../ledger/ledger.js';
import type { LedgerWarning } from '../ledger/ledger-entries.js';
import type { ValuedDay } from '../returns/time-weighted.js';
import { type DailyInputs, DayPrices, flowValue, walkDays } from './day-walk.js';

export interface DailyValues {
  /** One entry for each day from the day before `fromDay`, whose flows are left out, to `toDay`. */
  days: ValuedDay[];
  /** Symbols valued at the price of their last trade on some day, and currencies without a rate on some day. */
  withoutPrice: ReadonlySet<string>;
  withoutRate: ReadonlySet<string>;
  warnings: readonly LedgerWarning[];
}

/**
 * Computes the value of a portfolio at the end of every day and the external flows of the day, in one currency. Ratios
 * need no exact decimals, so this uses numbers; the ledger itself stays exact.
 */
export async function dailyValues(inputs: DailyInputs, signal?: AbortSignal): Promise<DailyValues> {
  const prices = new DayPrices(inputs);
  const days: ValuedDay[] = [];
  const ledger = await walkDays(
    { ...inputs, portfolio: withoutLots(inputs.portfolio, inputs.transactions) },
    ({ day, entries, flows, units, cash }, current) => {
      for (const entry of entries) prices.note(entry);
      let [endValue, paidIn, takenOut] = [0, 0, 0];
      for (const { symbol, currency, quantity } of units)
        endValue += quantity * prices.price(symbol, day) * prices.rate(currency, day);
      for (const [currency, amount] of cash) endValue += amount * prices.rate(currency, day);
      for (const flow of day < inputs.fromDay ? [] : flows) {
        const value = flowValue(flow, day, prices, current);
        if (value > 0) paidIn += value;
        else takenOut -= value;
      }
      days.push({ day, endValue, paidIn, takenOut });
    },
    signal,
  );
  return { days, withoutPrice: prices.withoutPrice, withoutRate: prices.withoutRate, warnings: ledger.warnings };
}
