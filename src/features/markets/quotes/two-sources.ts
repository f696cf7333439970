import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import type { MarketProvider } from '../providers/market-provider.js';
import type { ProviderQuote } from '../quote.js';

/** A quote of one of two sources that are compared. */
export interface SourceQuote {
  provider: MarketProvider;
  quote: ProviderQuote;
}

/**
 * Maximum distance in time (ms) of compared prices during trading: prices further apart may differ because the market
 * moved. A delayed source is 15 to 20 minutes behind.
 */
const MAX_COMPARABLE_MS = 30 * MINUTE_MS;
/** Maximum distance in time (ms) of quotes whose volumes are of the same session. */
const SAME_SESSION_MS = 12 * HOUR_MS;

/**
 * Returns the quote that was traded later. A quote with a trade time is preferred to a quote without; if neither has a
 * trade time, or both have the same, the first quote is returned. A quote that its own provider marks as stale is not
 * chosen if the other one is not stale.
 */
export function fresher(first: SourceQuote, second: SourceQuote): SourceQuote {
  if (first.quote.stale === true && second.quote.stale !== true) return second;
  if (second.quote.stale === true && first.quote.stale !== true) return first;
  const [one, other] = [first.quote.tradedAt?.getTime(), second.quote.tradedAt?.getTime()];
  if (other === undefined) return first;
  return one === undefined || other > one ? second : first;
}

/** A difference between two prices. */
export interface Disagreement {
  /** A sentence for `provenance.warnings`. */
  warning: string;
}

/**
 * Returns a disagreement when two prices differ by more than `share` of the smaller one. Prices of distant times are
 * compared only outside trading hours, when the market has hardly moved between them.
 */
export function disagreement(
  first: SourceQuote,
  second: SourceQuote,
  share: number,
  isTrading: boolean,
): Disagreement | undefined {
  const [one, other] = [first.quote, second.quote];
  if (one.tradedAt === null || other.tradedAt === null) return undefined;
  const isApart = Math.abs(one.tradedAt.getTime() - other.tradedAt.getTime()) > MAX_COMPARABLE_MS;
  if (isApart && isTrading) return undefined;
  const difference = Math.abs(one.price - other.price) / Math.min(one.price, other.price);
  if (difference <= share) return undefined;
  const times = isApart ? `: one is from ${timeOf(one.tradedAt)}, the other from ${timeOf(other.tradedAt)}` : '';
  const warning = `${first.provider.title} and ${second.provider.title} differ by ${(difference * 100).toFixed(2)} % on the price${times}.`;
  return { warning };
}

const timeOf = (time: Date) => `${time.toISOString().slice(0, 16)}Z`;

/**
 * Returns the other source's volume of the same session when the chosen source has no volume, with a warning that names
 * the source.
 */
export function volumeOf(
  { quote: chosen }: SourceQuote,
  { quote, provider }: SourceQuote,
): { volume: number; warning: string } | undefined {
  if (chosen.volume !== null || quote.volume === null || quote.stale === true) return undefined;
  const isSameSession =
    chosen.tradedAt !== null &&
    quote.tradedAt !== null &&
    Math.abs(chosen.tradedAt.getTime() - quote.tradedAt.getTime()) <= SAME_SESSION_MS;
  return isSameSession ? { volume: quote.volume, warning: `The volume is from ${provider.title}.` } : undefined;
}
