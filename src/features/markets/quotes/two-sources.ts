import type { MarketProvider } from '../providers/market-provider.js';
import type { ProviderQuote } from '../quote.js';

/** What one of two sources said. */
export interface Said {
  provider: MarketProvider;
  quote: ProviderQuote;
}

/** Prices further apart in time (ms) than this differ because the market moved: a delayed source is 15 to 20 minutes behind. */
const COMPARABLE_MS = 30 * 60_000;

/** The one traded later; the first when that cannot be told. A price that its own provider calls old gives way. */
export function fresher(first: Said, second: Said): Said {
  if (first.quote.stale === true && second.quote.stale !== true) return second;
  if (second.quote.stale === true && first.quote.stale !== true) return first;
  const [one, other] = [first.quote.tradedAt?.getTime(), second.quote.tradedAt?.getTime()];
  if (other === undefined) return first;
  return one === undefined || other > one ? second : first;
}

/** A sentence when two prices of about the same time differ by more than `share` of the smaller one. */
export function disagreement(first: Said, second: Said, share: number): string | undefined {
  const [one, other] = [first.quote, second.quote];
  if (one.tradedAt === null || other.tradedAt === null) return undefined;
  if (Math.abs(one.tradedAt.getTime() - other.tradedAt.getTime()) > COMPARABLE_MS) return undefined;
  const difference = Math.abs(one.price - other.price) / Math.min(one.price, other.price);
  if (difference <= share) return undefined;
  return `${first.provider.title} and ${second.provider.title} differ by ${(difference * 100).toFixed(2)} % on the price.`;
}
