import type { UpstreamError } from '../../../upstream/upstream-error.js';
import type { MarketSymbol } from '../market-symbol.js';
import { type Candidate, fallbackWarning, mostUseful } from '../routing/market-router.service.js';
import type { Requirement } from '../routing/requirement.js';

/** Whom symbols of one kind are asked of, in turn. */
export interface Way {
  requirement: Requirement;
  candidates: readonly Candidate[];
  /** Sentences that hold whoever answers. */
  warnings: readonly string[];
  /** Why there is no quote when there are no candidates. */
  nobody: UpstreamError;
}

/** A symbol that is asked for, and whom it was asked of. */
export class QuoteWish {
  private readonly failures: Array<{ candidate: Candidate; error: UpstreamError }> = [];
  private next = 0;

  constructor(
    readonly symbol: MarketSymbol,
    private readonly way: Way,
  ) {}

  get requirement(): Requirement {
    return this.way.requirement;
  }

  get isHopeless(): boolean {
    return this.next >= this.way.candidates.length;
  }

  /** Whom to ask now: one, or both of the two sources of a share in the United States, which are compared. */
  turn(): Candidate[] {
    const [first, second] = this.way.candidates.slice(this.next, this.next + 2);
    if (first === undefined) return [];
    const asked = second !== undefined && areCompared(this.way.requirement, first, second) ? [first, second] : [first];
    this.next += asked.length;
    return asked;
  }

  failed(candidate: Candidate, error: UpstreamError): void {
    this.failures.push({ candidate, error });
  }

  /** Why it is this one that answers, and none that has the priority. */
  sentences(chosen: Candidate): string[] {
    const rank = (candidate: Candidate) => this.way.candidates.findIndex(({ provider }) => provider === candidate.provider);
    const before = this.failures.filter(({ candidate }) => rank(candidate) < rank(chosen));
    return [...this.way.warnings, ...before.map(({ candidate, error }) => fallbackWarning(candidate.provider, error.code))];
  }

  /** Why there is no quote. */
  get failure(): UpstreamError {
    return mostUseful(this.failures.map(({ error }) => error)) ?? this.way.nobody;
  }
}

/** Made-up prices are compared with nothing; who is paused would be waited for in vain. */
function areCompared({ assetClass, venue }: Requirement, ...both: [Candidate, Candidate]): boolean {
  const isShare = venue === 'US' && (assetClass === 'equity' || assetClass === 'etf');
  return isShare && both.every(({ provider }) => provider.name !== 'simulator' && provider.pausedMs === 0);
}
