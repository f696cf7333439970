import type { Income, RealizedGain } from '../../portfolios/ledger/ledger-entries.js';
import type { BookedOrigin, CostOrigins } from '../../portfolios/lots/cost-pool.js';
import { Decimal } from '../../portfolios/lots/decimal.js';
import type { ReportIncome, ReportSale } from './client-report.js';

/** Returns the units of the report's currency for one unit of `currency` on a day; null if unknown. */
export type RateOn = (currency: string, at: Date) => Decimal | null;

const zero = new Decimal(0);
const kinds = ['dividend', 'interest', 'fee', 'tax'];

/**
 * Adds up income and costs by kind and symbol. Entries without a rate are left out.
 * @param usesBooked true: booked rates are to the report's currency
 */
export function incomeOf(
  entries: ReadonlyArray<{ income: readonly Income[]; usesBooked: boolean }>,
  rateOn: RateOn,
): ReportIncome[] {
  const sums = new Map<string, ReportIncome>();
  for (const { income, usesBooked } of entries)
    for (const { kind, symbol, amount, currency, at, rate } of income) {
      const applied = (usesBooked ? rate : null) ?? rateOn(currency, at);
      if (applied === null) continue;
      const key = `${kind}|${symbol ?? ''}`;
      const sum = sums.get(key) ?? { kind, symbol, amount: zero };
      sums.set(key, { ...sum, amount: sum.amount.plus(amount.times(applied)) });
    }
  return [...sums.values()].sort(
    (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || ((a.symbol ?? '') < (b.symbol ?? '') ? -1 : 1),
  );
}

/**
 * Adds up sales by symbol: proceeds at the rate of the sale, cost at the rate of the purchase, or of all purchases that
 * an average cost consists of. Sales without a rate are left out; the cost is unknown if a purchase has no rate.
 */
export function salesOf(
  entries: ReadonlyArray<{ realized: readonly RealizedGain[]; usesBooked: boolean }>,
  rateOn: RateOn,
): ReportSale[] {
  const sums = new Map<string, ReportSale>();
  for (const { realized, usesBooked } of entries) {
    const averages = new AverageRates(
      (currency, { rate, acquiredAt }) => (usesBooked ? rate : null) ?? rateOn(currency, new Date(acquiredAt)),
    );
    for (const {
      symbol,
      quantity,
      proceeds,
      cost,
      currency,
      at,
      acquiredAt,
      rate,
      costRate,
      costOrigins,
    } of realized) {
      const sold = (usesBooked ? rate : null) ?? rateOn(currency, at);
      if (sold === null) continue;
      const bought =
        costOrigins === null
          ? ((usesBooked ? costRate : null) ?? rateOn(currency, acquiredAt))
          : averages.of(currency, costOrigins);
      const sum = sums.get(symbol) ?? { symbol, quantity: zero, proceeds: zero, cost: zero, gain: zero };
      const [own, spent] = [proceeds.times(sold), cost === null || bought === null ? null : cost.times(bought)];
      const total = sum.cost && spent && sum.cost.plus(spent);
      const received = sum.proceeds.plus(own);
      sums.set(symbol, {
        symbol,
        quantity: sum.quantity.plus(quantity),
        proceeds: received,
        cost: total,
        gain: total && received.minus(total),
      });
    }
  }
  return [...sums.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

interface SumsUntil {
  cost: Decimal;
  /** Amount in the currency of the report; null: a rate is unknown. */
  converted: Decimal | null;
}

/**
 * Computes the average rates of costs that consist of several purchases. Running sums are kept for each list of
 * purchases, so that a thousand sales cost no more than one.
 */
class AverageRates {
  private readonly sums = new Map<CostOrigins['all'], SumsUntil[]>();

  constructor(private readonly rateOf: (currency: string, origin: BookedOrigin) => Decimal | null) {}

  /** Returns the average rate of the first `count` purchases; null when a rate is unknown or the cost is zero. */
  of(currency: string, { all, count }: CostOrigins): Decimal | null {
    const known = this.sums.get(all) ?? [];
    this.sums.set(all, known);
    for (let at = known.length; at < count; at += 1) {
      const [origin, before] = [all[at] as BookedOrigin, known[at - 1] ?? { cost: zero, converted: zero }];
      const rate = before.converted && this.rateOf(currency, origin);
      known.push({
        cost: before.cost.plus(origin.cost),
        converted: rate && (before.converted as Decimal).plus(origin.cost.times(rate)),
      });
    }
    const { cost, converted } = known[count - 1] ?? { cost: zero, converted: null };
    return cost.isZero() ? null : (converted?.div(cost) ?? null);
  }
}
