import { Service } from 'typedi';
import { BoundedCache } from '../../../cache/bounded-cache.js';

/** A difference between two providers on the price of a symbol. */
export interface SourceDisagreement {
  symbol: string;
  first: { provider: string; price: number };
  second: { provider: string; price: number };
  /** Time (ms) at which the difference was found. */
  at: number;
}

/** Collects the disagreements that this process has found and not yet published: the latest of each symbol. */
@Service()
export class SourceDisagreements {
  private readonly latest = new BoundedCache<SourceDisagreement>(1_000);

  report(disagreement: SourceDisagreement): void {
    this.latest.set(disagreement.symbol, disagreement);
  }

  /** Returns all disagreements and removes them. */
  take(): SourceDisagreement[] {
    const taken = [...this.latest.values()];
    this.latest.clear();
    return taken;
  }
}
