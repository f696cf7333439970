import { Service } from 'typedi';
import { BoundedCache } from '../../../cache/bounded-cache.js';

/** Two providers that differ on the price of a symbol. */
export interface SourceDisagreement {
  symbol: string;
  first: { provider: string; price: number };
  second: { provider: string; price: number };
  /** Difference as a fraction of the smaller price. */
  differenceShare: number;
  /** When (ms) it was found. */
  at: number;
}

/** The disagreements that this process found and did not publish yet: the latest of each symbol. */
@Service()
export class SourceDisagreements {
  private readonly latest = new BoundedCache<SourceDisagreement>(1_000);

  report(disagreement: SourceDisagreement): void {
    this.latest.set(disagreement.symbol, disagreement);
  }

  /** Returns all and forgets them. */
  take(): SourceDisagreement[] {
    const taken = [...this.latest.values()];
    this.latest.clear();
    return taken;
  }
}
