import { MINUTE_MS } from '../../../time/durations.js';
import type { Provenance } from '../../../upstream/provenance.js';
import { plus } from '../decimals.js';
import type { Quote, Tick } from '../quote.js';
import { changeOf } from './quote-of.js';

/** Maximum time (ms) by which the clock of a vendor may be ahead of the clock of this machine. */
const MAX_CLOCK_SKEW_MS = MINUTE_MS;

/**
 * Returns true for a time in the future. Such a time is invalid: if it were accepted, every later tick would look older
 * and be dropped.
 */
export const isInFuture = (at: Date, now: number): boolean => at.getTime() > now + MAX_CLOCK_SKEW_MS;

const highest = (one: number | null, other: number): number => Math.max(one ?? other, other);
const lowest = (one: number | null, other: number): number => Math.min(one ?? other, other);

/** Returns the quote after a tick. @param isNewDay true for the first tick of a later trading day than the quote's */
export function withTick(
  quote: Quote,
  { price, bid, ask, size, at }: Tick,
  provenance: Provenance,
  isNewDay: boolean,
): Quote {
  const day = isNewDay
    ? { previousClose: quote.price, open: price, high: price, low: price, volume: size }
    : {
        high: highest(quote.high, price),
        low: lowest(quote.low, price),
        volume: quote.volume === null ? null : plus(quote.volume, size ?? 0),
      };
  const changed = { ...quote, ...day };
  return {
    ...changed,
    price,
    bid: bid ?? quote.bid,
    ask: ask ?? quote.ask,
    tradedAt: at,
    ...changeOf(price, changed.previousClose),
    provenance,
  };
}

/**
 * Returns a quote that was just read, with newer fields of the live quote: a vendor may stream in real time but answer
 * requests 15 minutes late.
 * @param isSameDay true if both are of the same trading day; if not, a newer live quote replaces the one that was read
 */
export function merged(live: Quote | undefined, read: Quote, isSameDay: boolean): Quote {
  if (live === undefined || (live.tradedAt?.getTime() ?? 0) <= (read.tradedAt?.getTime() ?? 0)) return read;
  if (!isSameDay) return { ...live, marketState: read.marketState };
  const { price, bid, ask, tradedAt, provenance } = live;
  const range = { high: highest(read.high, live.high ?? price), low: lowest(read.low, live.low ?? price) };
  const volume = read.volume === null ? null : Math.max(read.volume, live.volume ?? 0);
  return { ...read, price, bid, ask, tradedAt, provenance, ...range, volume, ...changeOf(price, read.previousClose) };
}

const compared: ReadonlyArray<keyof Quote> = [
  'price',
  'previousClose',
  'open',
  'high',
  'low',
  'volume',
  'bid',
  'ask',
  'marketState',
];

/** Returns true if `next` must be sent to followers after `sent`. */
export function isChanged(sent: Quote | undefined, next: Quote): boolean {
  if (sent === undefined || sent.tradedAt?.getTime() !== next.tradedAt?.getTime()) return true;
  return compared.some((field) => sent[field] !== next[field]) || sent.provenance.stale !== next.provenance.stale;
}
