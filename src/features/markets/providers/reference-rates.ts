import { HOUR_MS } from '../../../time/durations.js';
import type { Candle } from '../candle.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { ProviderQuote } from '../quote.js';
import { dayOf } from './candle-rows.js';

/** The euro foreign exchange reference rates of one day. */
export interface ReferenceDay {
  /** The day, such as `2024-01-15`. */
  day: string;
  /** Units of each currency for one euro. */
  rates: Record<string, number>;
  /** Codes whose rates were sent but are malformed. */
  unusable?: readonly string[];
}

/** Returns rates with the codes whose rates are malformed. @param codes all codes that were sent */
export function withUnusable(
  rates: Record<string, number>,
  codes: readonly unknown[],
): Pick<ReferenceDay, 'rates' | 'unusable'> {
  const unusable = codes.filter(
    (code): code is string => typeof code === 'string' && /^[A-Z]{3}$/.test(code) && !Object.hasOwn(rates, code),
  );
  return unusable.length === 0 ? { rates } : { rates, unusable };
}

/** The format is created on first use: the first format of a process takes 10 ms. */
let frankfurtHour: Intl.DateTimeFormat | undefined;

/**
 * Returns the time at which the rates of a day are published: about 16:00 in Frankfurt, which is 15:00 UTC in winter
 * and 14:00 UTC in summer. The rates are fixed at 14:10 there.
 */
export function referenceTime(day: string): Date {
  const winter = new Date(Date.parse(day) + 15 * HOUR_MS);
  frankfurtHour ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', hourCycle: 'h23' });
  return frankfurtHour.format(winter) === '16' ? winter : new Date(winter.getTime() - HOUR_MS);
}

/**
 * Returns the units of `quote` for one unit of `base`: rate(quote) / rate(base).
 * @returns undefined if one of them has no rate
 */
export function crossRate(rates: Readonly<Record<string, number>>, base: string, quote: string): number | undefined {
  const [one, other] = [base, quote].map((currency) => (currency === 'EUR' ? 1 : rates[currency]));
  return one === undefined || other === undefined ? undefined : other / one;
}

/**
 * Returns the rates of the last day as quotes. The previous close is the rate of the day before; there is no bid, high
 * or volume.
 * @param days ascending
 */
export function referenceQuotes(symbols: readonly MarketSymbol[], days: readonly ReferenceDay[]): ProviderQuote[] {
  return symbols.flatMap(({ text, pair }) => {
    const known = pair === undefined ? [] : ratesOf(pair, days);
    const [last, previous] = [known.at(-1), known.at(-2)];
    if (pair === undefined || last === undefined) return [];
    const nothing = { open: null, high: null, low: null, volume: null, bid: null, ask: null };
    return {
      symbol: text,
      currency: pair.quote,
      price: last.rate,
      previousClose: previous?.rate ?? null,
      ...nothing,
      tradedAt: referenceTime(last.day),
    };
  });
}

/**
 * Returns one flat candle per day in `[from, to)`, whose open, high, low and close are the rate; in the order of
 * `days`.
 */
export function referenceCandles(
  pair: NonNullable<MarketSymbol['pair']>,
  days: readonly ReferenceDay[],
  from: Date,
  to: Date,
): Candle[] {
  const first = dayOf(new Date(from.getTime() + 24 * HOUR_MS - 1));
  const within = days.filter(({ day }) => day >= first && Date.parse(day) < to.getTime());
  return ratesOf(pair, within).map(({ day, rate }) => ({
    time: new Date(day),
    open: rate,
    high: rate,
    low: rate,
    close: rate,
    volume: null,
  }));
}

function ratesOf(
  { base, quote }: NonNullable<MarketSymbol['pair']>,
  days: readonly ReferenceDay[],
): Array<{ day: string; rate: number }> {
  return days.flatMap(({ day, rates }) => {
    const rate = crossRate(rates, base, quote);
    return rate === undefined ? [] : [{ day, rate }];
  });
}
