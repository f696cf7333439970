import { HOUR_MS } from '../../../time/durations.js';
import type { ProviderQuote } from '../quote.js';

/** Tolerance, as a fraction, for a price outside high and low: vendors round them separately. */
const ROUNDING_TOLERANCE = 1e-4;
/** Factor above its own high, or below its own low, from which a price has a misplaced decimal point. */
const IMPOSSIBLE_FACTOR = 10;
/** Time (ms) for which a price must stay after a jump until it is trusted: crashes and splits happen. */
const CONFIRMATION_MS = HOUR_MS;

/** Returns true for a tick so far from the previous price that it is probably an error; the next quote decides. */
export const isProbableError = (price: number, before: number): boolean => isFar(price, before, IMPOSSIBLE_FACTOR - 1);

/** Returns true for a quote that contradicts itself in a way that makes all of its parts unusable. */
export function isImpossible({ price, high, low }: ProviderQuote): boolean {
  if (!Number.isFinite(price) || price <= 0) return true;
  if (high === null || low === null || high < low) return false;
  return price >= high * IMPOSSIBLE_FACTOR || price <= low / IMPOSSIBLE_FACTOR;
}

/** The last trusted price, with the time (ms) since which prices differ from it too much; null while they do not. */
export interface TrustedPrice {
  price: number;
  doubtedSince: number | null;
}

export interface PriceContext {
  /** The last trusted price; undefined for the first quote of a symbol. */
  trusted: TrustedPrice | undefined;
  /** True: another source reports the same price. */
  isConfirmed: boolean;
  /** Time (ms) at which the last completed session opened; undefined when unknown. */
  lastSessionOpen: number | undefined;
  now: number;
  /** Fraction of the smaller price above which a change is doubted. */
  jumpShare: number;
}

export interface Assessment {
  quote: ProviderQuote;
  trusted: TrustedPrice;
  /** Sentences for `provenance.warnings`. */
  warnings: string[];
}

/**
 * Compares a quote with its own range, its previous close and the last trusted price. The price is never changed; a
 * high below the low is removed, together with the low.
 */
export function assess(
  quote: ProviderQuote,
  { trusted, isConfirmed, lastSessionOpen, now, jumpShare }: PriceContext,
): Assessment {
  const { price, previousClose, tradedAt } = quote;
  const warnings: string[] = [];
  const isInverted = quote.high !== null && quote.low !== null && quote.high < quote.low;
  const range = isInverted ? { high: null, low: null } : { high: quote.high, low: quote.low };
  if (isInverted) warnings.push(`The high (${quote.high}) was below the low (${quote.low}); both were removed.`);
  if (isOutside(price, range))
    warnings.push(`The price is outside its session's range of ${range.low} to ${range.high}.`);
  const isOld = tradedAt !== null && lastSessionOpen !== undefined && tradedAt.getTime() < lastSessionOpen;
  if (isOld) warnings.push(`The price is from ${tradedAt.toISOString().slice(0, 10)}, before the last session.`);
  const isJump = trusted !== undefined && !isConfirmed && isFar(price, trusted.price, jumpShare);
  const since = isJump ? (trusted.doubtedSince ?? now) : null;
  const isUnconfirmed = since !== null && now - since < CONFIRMATION_MS;
  if (isUnconfirmed)
    warnings.push(
      `${jump(price, (trusted as TrustedPrice).price)} the last known price (${trusted?.price}): another unit, a split or an error.`,
    );
  else if (!isConfirmed && previousClose !== null && previousClose > 0 && isFar(price, previousClose, jumpShare))
    warnings.push(
      `${jump(price, previousClose)} the previous close (${previousClose}): another unit, a split, an error or a real jump.`,
    );
  return {
    quote: { ...quote, ...range, ...(isOld && { stale: true }) },
    trusted: isUnconfirmed
      ? { price: (trusted as TrustedPrice).price, doubtedSince: since }
      : { price, doubtedSince: null },
    warnings,
  };
}

const isOutside = (price: number, { high, low }: { high: number | null; low: number | null }): boolean =>
  (high !== null && price > high * (1 + ROUNDING_TOLERANCE)) ||
  (low !== null && price < low * (1 - ROUNDING_TOLERANCE));

/** Returns true if two prices differ by more than a fraction of the smaller one. */
export const isFar = (one: number, other: number, share: number): boolean =>
  Math.max(one, other) / Math.min(one, other) - 1 > share;

const jump = (price: number, before: number): string => `The price is ${Number((price / before).toPrecision(3))} times`;
