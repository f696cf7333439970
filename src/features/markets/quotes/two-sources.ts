import type { MarketProvider } from '../providers/market-provider.js';
import type { ProviderQuote } from '../quote.js';

/** What one of two sources said. */
export interface SourceQuote {
  provider: MarketProvider;
  quote: ProviderQuote;
}

/** Prices further apart in time (ms) than this differ because the market moved: a delayed source is 15 to 20 minutes behind. */
const COMPARABLE_MS = 30 * 60_000;

/** The one traded later; the first when that cannot be told. A price that its own provider calls old gives way. */
export function fresher(first: SourceQuote, second: SourceQuote): SourceQuote {
  if (first.quote.stale === true && second.quote.stale !== true) return second;
  if (second.quote.stale === true && first.quote.stale !== true) return first;
  const [one, other] = [first.quote.tradedAt?.getTime(), second.quote.tradedAt?.getTime()];
  if (other === undefined) return first;
  return one === undefined || other > one ? second : first;
}

/**
 * A sentence when two prices differ by more than `share` of the smaller one. Prices of different times are compared only while there is no
 * trading: then the market has hardly moved between them.
 */
export function disagreement(first: SourceQuote, second: SourceQuote, share: number, isTrading: boolean): string | undefined {
  const [one, other] = [first.quote, second.quote];
  if (one.tradedAt === null || other.tradedAt === null) return undefined;
  const isApart = Math.abs(one.tradedAt.getTime() - other.tradedAt.getTime()) > COMPARABLE_MS;
  if (isApart && isTrading) return undefined;
  const difference = Math.abs(one.price - other.price) / Math.min(one.price, other.price);
  if (difference <= share) return undefined;
  const times = isApart ? `: one is of ${timeOf(one.tradedAt)}, the other of ${timeOf(other.tradedAt)}` : '';
  return `${first.provider.title} and ${second.provider.title} differ by ${(difference * 100).toFixed(2)} % on the price${times}.`;
}

const timeOf = (time: Date) => `${time.toISOString().slice(0, 16)}Z`;

/** Of two prices no further apart in time (ms) than this the volumes are of one session. */
const SAME_SESSION_MS = 12 * 3_600_000;

/** The volume of the other source where the chosen one has none, with a sentence that says whose it is. */
export function volumeOf({ quote: chosen }: SourceQuote, { quote, provider }: SourceQuote): { volume: number; warning: string } | undefined {
  if (chosen.volume !== null || quote.volume === null || quote.stale === true) return undefined;
  const isSameSession =
    chosen.tradedAt !== null && quote.tradedAt !== null && Math.abs(chosen.tradedAt.getTime() - quote.tradedAt.getTime()) <= SAME_SESSION_MS;
  return isSameSession ? { volume: quote.volume, warning: `The volume is by ${provider.title}.` } : undefined;
}
