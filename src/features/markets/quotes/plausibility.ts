import type { ProviderQuote } from '../quote.js';

/** Vendors round a price apart from the high and low: so far (share) it may lie outside of them. */
const ROUNDING = 1e-4;
/** A price this many times above its own high, or below its own low, is a slip of the decimal point and not a price. */
const IMPOSSIBLE = 10;

/** Whether a tick is so far from the price before that it is rather a slip than a trade; the next quote decides. */
export const isSlip = (price: number, before: number): boolean => isFar(price, before, IMPOSSIBLE - 1);
/** A jump counts as real once the new price has held for so long (ms): crashes and splits happen. */
const HELD_MS = 3_600_000;

/** Whether a quote contradicts itself so that no part of it can be believed. */
export function isImpossible({ price, high, low }: ProviderQuote): boolean {
  if (!Number.isFinite(price) || price <= 0) return true;
  if (high === null || low === null || high < low) return false;
  return price >= high * IMPOSSIBLE || price <= low / IMPOSSIBLE;
}

/** The last price that was believed, and since when (ms) prices are far from it; null while they are not. */
export interface Believed {
  price: number;
  doubtedSince: number | null;
}

export interface Circumstances {
  /** Undefined for the first quote of a symbol. */
  believed: Believed | undefined;
  /** Another source says the same. */
  isConfirmed: boolean;
  /** When the last session that is over began (ms); undefined when it is not known. */
  sessionBegan: number | undefined;
  now: number;
  /** A change by more than this share is doubted. */
  jumpShare: number;
}

export interface Judged {
  quote: ProviderQuote;
  believed: Believed;
  /** Sentences for `provenance.warnings`. */
  warnings: string[];
}

/**
 * Holds a quote against itself, its previous close and the last price that was believed. The price is served as it is; a high below its low is left out.
 */
export function judged(quote: ProviderQuote, circumstances: Circumstances): Judged {
  const { price, previousClose, tradedAt } = quote;
  const { believed, isConfirmed, sessionBegan, now, jumpShare } = circumstances;
  const warnings: string[] = [];
  const isUpsideDown = quote.high !== null && quote.low !== null && quote.high < quote.low;
  const range = isUpsideDown ? { high: null, low: null } : { high: quote.high, low: quote.low };
  if (isUpsideDown) warnings.push(`The high (${quote.high}) was below the low (${quote.low}): both are left out.`);
  if (isOutside(price, range)) warnings.push(`The price is outside of the range of its session, ${range.low} to ${range.high}.`);
  const isOld = tradedAt !== null && sessionBegan !== undefined && tradedAt.getTime() < sessionBegan;
  if (isOld) warnings.push(`The price is of ${tradedAt.toISOString().slice(0, 10)}, before the last session.`);
  const isJump = believed !== undefined && !isConfirmed && isFar(price, believed.price, jumpShare);
  const since = isJump ? (believed.doubtedSince ?? now) : null;
  const isDoubted = since !== null && now - since < HELD_MS;
  if (isDoubted) warnings.push(`${jump(price, believed as Believed)} the last known price, ${believed?.price}: another unit, a split or an error.`);
  else if (!isConfirmed && previousClose !== null && previousClose > 0 && isFar(price, previousClose, jumpShare))
    warnings.push(`${jump(price, { price: previousClose })} the previous close, ${previousClose}: another unit, a split, an error or a real jump.`);
  return {
    quote: { ...quote, ...range, ...(isOld && { stale: true }) },
    believed: isDoubted ? { price: (believed as Believed).price, doubtedSince: since } : { price, doubtedSince: null },
    warnings,
  };
}

const isOutside = (price: number, { high, low }: { high: number | null; low: number | null }): boolean =>
  (high !== null && price > high * (1 + ROUNDING)) || (low !== null && price < low * (1 - ROUNDING));

/** Whether two prices are apart by more than a share of the smaller. */
export const isFar = (one: number, other: number, share: number): boolean => Math.max(one, other) / Math.min(one, other) - 1 > share;

const jump = (price: number, { price: before }: { price: number }): string => `The price is ${Number((price / before).toPrecision(3))} times`;
