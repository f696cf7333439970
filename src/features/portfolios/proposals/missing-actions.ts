import { YieldTimer } from '../../../async/cooperative-yield.js';
import { DAY_MS } from '../../../time/durations.js';
import type { ListedActions } from '../../markets/actions/listed-action.js';
import { Ledger } from '../ledger/ledger.js';
import { Decimal, zero } from '../lots/decimal.js';
import { money } from '../lots/rounding.js';
import type { Transaction } from '../transactions/transaction.js';

/** A dividend or split that the ledger of a portfolio does not contain. */
export interface Proposal {
  /** The type, the symbol and the ex-day. */
  id: string;
  type: 'dividend' | 'split';
  symbol: string;
  /** The ex-day: `2026-11-10`. */
  day: string;
  /** The day on which it is booked: the day of payment of a dividend if it is known, else the ex-day. */
  bookedOn: string;
  /** Units held at the end of the day before the ex-day; for a split, new units for each old one. */
  quantity: Decimal;
  /** Dividend for each unit; null for a split. */
  price: Decimal | null;
  /** Gross dividend, rounded to the currency; null for a split. */
  amount: Decimal | null;
  currency: string;
  provider: string;
}

export interface Proposals {
  /** The proposals by ex-day, earliest first. */
  proposals: Proposal[];
  /** Symbols whose dividends and splits are unknown, with the reason. */
  missing: Array<{ symbol: string; detail: string }>;
}

/** Maximum number of proposals in a response; the next ones follow when these are accepted. */
export const MAX_PROPOSALS = 500;
/**
 * Days around an action within which a booked transaction counts as that action: brokers book splits some days later,
 * and dividends from the ex-day until some weeks after the payment.
 */
const SPLIT_DAYS = 7;
const BEFORE_EX_DAYS = 3;
const AFTER_PAYMENT_DAYS = 21;
/** Days from the ex-day to the payment if the day of payment is unknown. */
const USUAL_PAYMENT_DAYS = 45;

/**
 * Returns the dividends and splits that a ledger lacks, by ex-day.
 * @param transactions in the order of their times
 * @param dayOf returns the market's day of a transaction of a symbol; of a cash transaction (no symbol) its day in UTC
 * @param today the last day on which a proposal is booked
 */
export async function missingActions(
  transactions: readonly Transaction[],
  actions: readonly ListedActions[],
  dayOf: (symbol: string, at: Date) => string,
  today: string,
): Promise<Proposal[]> {
  const slice = new YieldTimer();
  const bySymbol = Map.groupBy(transactions, ({ symbol }) => symbol);
  const due = [];
  for (const { symbol, actions: listed, provenance } of actions) {
    const booked = bySymbol.get(symbol) ?? [];
    for (const { paymentDay, ...action } of withoutBooked(listed, booked, (at) => dayOf(symbol, at))) {
      const bookedOn = action.kind === 'dividend' ? (paymentDay ?? action.day) : action.day;
      if (bookedOn <= today) due.push({ ...action, symbol, bookedOn, provider: provenance.provider });
    }
    if (slice.isOver) await slice.next();
  }
  due.sort((a, b) => (a.day < b.day ? -1 : 1));
  // A date without a time can belong to a later day of the market than a time some hours after it.
  const dated = transactions.map((entry) => ({ entry, on: dayOf(entry.symbol ?? '', entry.tradedAt) }));
  dated.sort((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)));
  const ledger = new Ledger({ lotMethod: null, tracksCash: false });
  const found: Proposal[] = [];
  let next = 0;
  for (const { symbol, day, value, currency, provider, kind, bookedOn } of due) {
    for (; next < dated.length && (dated[next]?.on as string) < day; next += 1) {
      ledger.apply(dated[next]?.entry as Transaction);
      if (slice.isOver) await slice.next();
    }
    const held = ledger.books.get(symbol)?.quantity ?? zero;
    if (held.lte(0)) continue;
    const perUnit = new Decimal(value);
    const identity = { id: `${kind}:${symbol}:${day}`, type: kind, symbol, day, bookedOn, currency, provider };
    found.push(
      kind === 'split'
        ? { ...identity, quantity: perUnit, price: null, amount: null }
        : {
            ...identity,
            quantity: held,
            price: perUnit,
            amount: new Decimal(money(held.times(perUnit), currency) ?? 0),
          },
    );
  }
  return found;
}

/** Returns the actions for which no transaction is booked. Each transaction counts for one action. */
function withoutBooked(
  actions: ListedActions['actions'],
  booked: readonly Transaction[],
  dayOf: (at: Date) => string,
): ListedActions['actions'] {
  const left = booked.map((entry) => ({ type: entry.type, day: dayOf(entry.tradedAt) }));
  return actions.filter(({ kind, day, paymentDay }) => {
    const payment = paymentDay ?? plusDays(day, USUAL_PAYMENT_DAYS);
    const [first, last] =
      kind === 'split'
        ? [plusDays(day, -SPLIT_DAYS), plusDays(day, SPLIT_DAYS)]
        : [plusDays(day, -BEFORE_EX_DAYS), plusDays(payment, AFTER_PAYMENT_DAYS)];
    const at = left.findIndex((entry) => entry.type === kind && entry.day >= first && entry.day <= last);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
