import type { UpstreamError } from '../../../upstream/upstream-error.js';
import type { MarketSymbol } from '../market-symbol.js';
import { type Candidate, fallbackWarning, mostUseful } from '../routing/market-router.service.js';
import type { Requirement } from '../routing/requirement.js';

/** The providers to query for the symbols of one asset class and venue, in order. */
export interface Route {
  requirement: Requirement;
  candidates: readonly Candidate[];
  /** Sentences that apply to the quote of any candidate. */
  warnings: readonly string[];
  /** The error if there are no candidates. */
  noCandidateError: UpstreamError;
}

/** One requested symbol, with the candidates queried so far. */
export class QuoteRequest {
  private readonly failures: Array<{ candidate: Candidate; error: UpstreamError }> = [];
  private next = 0;

  constructor(
    readonly symbol: MarketSymbol,
    private readonly route: Route,
  ) {}

  get requirement(): Requirement {
    return this.route.requirement;
  }

  /** True when every candidate has been queried. */
  get isExhausted(): boolean {
    return this.next >= this.route.candidates.length;
  }

  /**
   * Returns the candidates to query next: one, or two whose quotes are compared (for shares listed in the United
   * States).
   */
  nextCandidates(): Candidate[] {
    const [first, second] = this.route.candidates.slice(this.next, this.next + 2);
    if (first === undefined) return [];
    const queried =
      second !== undefined && areCompared(this.route.requirement, first, second) ? [first, second] : [first];
    this.next += queried.length;
    return queried;
  }

  recordFailure(candidate: Candidate, error: UpstreamError): void {
    this.failures.push({ candidate, error });
  }

  /** Returns the warnings of a quote of `chosen`: the candidates with a higher priority that were skipped or failed. */
  warningsFor(chosen: Candidate): string[] {
    const rank = (candidate: Candidate) =>
      this.route.candidates.findIndex(({ provider }) => provider === candidate.provider);
    const before = this.failures.filter(({ candidate }) => rank(candidate) < rank(chosen));
    return [
      ...this.route.warnings,
      ...before.map(({ candidate, error }) => fallbackWarning(candidate.provider, error.code)),
    ];
  }

  /** The error that explains best why there is no quote. */
  get failure(): UpstreamError {
    return mostUseful(this.failures.map(({ error }) => error)) ?? this.route.noCandidateError;
  }
}

/**
 * Returns true if the quotes of two candidates are compared. Simulated prices are not compared with real ones, and a
 * paused provider would only delay the response.
 */
function areCompared({ assetClass, venue }: Requirement, ...both: [Candidate, Candidate]): boolean {
  const isShare = venue === 'US' && (assetClass === 'equity' || assetClass === 'etf');
  return isShare && both.every(({ provider }) => provider.name !== 'simulator' && provider.pausedMs === 0);
}
