import type { Provenance } from '../../../upstream/provenance.js';
import { plus } from '../decimals.js';
import type { Quote, Tick } from '../quote.js';
import { changeOf } from './quote-of.js';

/** Clocks differ by less (ms). */
const AHEAD_MS = 60_000;

/** A time that has not come is none: taken for one, it would keep out all that comes after it. */
export const isAhead = (at: Date, now: number): boolean => at.getTime() > now + AHEAD_MS;

const highest = (one: number | null, other: number): number => Math.max(one ?? other, other);
const lowest = (one: number | null, other: number): number => Math.min(one ?? other, other);

/** A quote as a tick leaves it. @param isNewDay the tick is the first of another trading day than the quote is of */
export function withTick(quote: Quote, { price, bid, ask, size, at }: Tick, provenance: Provenance, isNewDay: boolean): Quote {
  const day = isNewDay
    ? { previousClose: quote.price, open: price, high: price, low: price, volume: size }
    : { high: highest(quote.high, price), low: lowest(quote.low, price), volume: quote.volume === null ? null : plus(quote.volume, size ?? 0) };
  const changed = { ...quote, ...day };
  return { ...changed, price, bid: bid ?? quote.bid, ask: ask ?? quote.ask, tradedAt: at, ...changeOf(price, changed.previousClose), provenance };
}

/**
 * What was read anew, and of the quote told so far what is newer: a vendor may tick at once and answer a quarter of an hour late.
 * @param isSameDay both are of one trading day
 */
export function renewed(told: Quote | undefined, read: Quote, isSameDay: boolean): Quote {
  if (told === undefined || (told.tradedAt?.getTime() ?? 0) <= (read.tradedAt?.getTime() ?? 0)) return read;
  if (!isSameDay) return { ...told, marketState: read.marketState };
  const { price, bid, ask, tradedAt, provenance } = told;
  const range = { high: highest(read.high, told.high ?? price), low: lowest(read.low, told.low ?? price) };
  const volume = read.volume === null ? null : Math.max(read.volume, told.volume ?? 0);
  return { ...read, price, bid, ask, tradedAt, provenance, ...range, volume, ...changeOf(price, read.previousClose) };
}

const told: ReadonlyArray<keyof Quote> = ['price', 'previousClose', 'open', 'high', 'low', 'volume', 'bid', 'ask', 'marketState'];

/** Whether there is something to tell. */
export function differs(one: Quote | undefined, other: Quote): boolean {
  if (one === undefined || one.tradedAt?.getTime() !== other.tradedAt?.getTime()) return true;
  return told.some((field) => one[field] !== other[field]) || one.provenance.stale !== other.provenance.stale;
}
