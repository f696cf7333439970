import { Service } from 'typedi';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import type { AssetClass } from '../asset-class.js';
import type { Interval } from '../interval.js';
import { type Capability, type MarketProvider, MarketProviders, type Operation } from '../providers/market-provider.js';

/** What is wanted of a provider. */
export interface Need {
  operation: Operation;
  /** Undefined: of whatever class (a search). */
  assetClass?: AssetClass;
  venue?: string;
  interval?: Interval;
}

export interface Routed<Answer> {
  provider: MarketProvider;
  capability: Capability;
  answer: Answer;
  /** Sentences for `provenance.warnings`: who was asked first and why not taken. */
  warnings: string[];
}

/** Which provider answers. */
@Service()
export class MarketRouter {
  constructor(private readonly providers: MarketProviders) {}

  /** Those that can, in the order in which they are asked. */
  candidates(need: Need): Array<{ provider: MarketProvider; capability: Capability }> {
    return this.providers.list.flatMap((provider) => {
      const capability = provider.capabilities.find((offered) => fits(offered, need));
      return capability === undefined ? [] : [{ provider, capability }];
    });
  }

  /**
   * Asks one after the other until one answers.
   * @throws UpstreamError of the last one asked; `not_found` when all who answered did not know it; `not_entitled` when nobody can
   */
  async ask<Answer>(need: Need, call: (provider: MarketProvider) => Promise<Answer>): Promise<Routed<Answer>> {
    let failure: unknown = new UpstreamError('not_entitled');
    for (const { provider, capability } of this.candidates(need)) {
      try {
        return { provider, capability, answer: await call(provider), warnings: [] };
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        failure = error;
      }
    }
    throw failure;
  }
}

export function fits(offered: Capability, { operation, assetClass, venue, interval }: Need): boolean {
  if (offered.operation !== operation) return false;
  if (assetClass !== undefined && !offered.assetClasses.includes(assetClass)) return false;
  if (venue !== undefined && offered.venues !== undefined && !offered.venues.includes(venue)) return false;
  return interval === undefined || offered.intervals === undefined || offered.intervals.includes(interval);
}
