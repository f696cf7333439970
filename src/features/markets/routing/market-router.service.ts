import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { UpstreamError, type UpstreamFailureCode, upstreamFailures } from '../../../upstream/upstream-error.js';
import { FLOW_VENUE } from '../market-symbol.js';
import { OWN_VENUE } from '../own/own-instrument.js';
import { type Capability, type MarketProvider, MarketProviders, OutOfReach } from '../providers/market-provider.js';
import { EntitlementCache, type Refusal } from './entitlement-cache.js';
import { type Requirement, satisfies } from './requirement.js';

/** A provider and the capability that matched the requirement. */
export interface Candidate {
  provider: MarketProvider;
  capability: Capability;
}

export interface Routed<Answer> extends Candidate {
  answer: Answer;
  /** Sentences for `provenance.warnings`: the providers that were skipped or failed before this one. */
  warnings: string[];
}

/** Chooses the provider of a request by capability, priority and recent failures. */
@Service()
export class MarketRouter {
  private readonly entitlements: EntitlementCache;

  constructor(
    private readonly providers: MarketProviders,
    clock: Clock,
  ) {
    this.entitlements = new EntitlementCache(clock);
  }

  /** Returns the providers that can answer and have not refused recently, by priority; paused providers come last. */
  candidates(requirement: Requirement): Candidate[] {
    const allowed = this.allowed(requirement);
    const paused = allowed.filter(({ provider }) => provider.pausedMs > 0);
    return paused.length === 0 ? allowed : [...allowed.filter(({ provider }) => provider.pausedMs === 0), ...paused];
  }

  /**
   * Queries the candidates one after the other and returns the first result.
   * @throws UpstreamError when no candidate answers: a temporary failure with the shortest wait, if there is one;
   * otherwise `not_found` if a provider does not know the instrument; otherwise `not_entitled` or `unauthorized`
   */
  async route<Answer>(
    requirement: Requirement,
    call: (candidate: Candidate) => Promise<Answer>,
  ): Promise<Routed<Answer>> {
    const candidates = this.candidates(requirement);
    const failures: UpstreamError[] = [];
    const warnings = this.skipped(requirement, candidates[0]);
    for (const candidate of candidates) {
      const { provider } = candidate;
      try {
        const answer = await call(candidate);
        this.recordSuccess(requirement, provider);
        return { ...candidate, answer, warnings };
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        this.recordFailure(requirement, provider, error);
        failures.push(error);
        warnings.push(fallbackWarning(provider, error.code));
      }
    }
    throw mostUseful(failures) ?? new UpstreamError(this.refusalCode(requirement) ?? 'not_entitled');
  }

  /** Records that a provider answered, for callers that query candidates themselves. */
  recordSuccess(requirement: Requirement, provider: MarketProvider): void {
    this.entitlements.recordSuccess(provider.name, requirement);
  }

  /** Records a failure, so that refusals are not repeated, for callers that query candidates themselves. */
  recordFailure(requirement: Requirement, provider: MarketProvider, { code }: UpstreamError): void {
    this.entitlements.recordFailure(provider.name, requirement, code);
  }

  /** Returns the refusals that have not expired. */
  refusals(): Refusal[] {
    return this.entitlements.list();
  }

  /** Returns a warning for each paused provider that has priority over `first`. */
  skipped(requirement: Requirement, first: Candidate | undefined): string[] {
    if (first === undefined) return [];
    const allowed = this.allowed(requirement);
    const before = allowed.slice(
      0,
      allowed.findIndex(({ provider }) => provider === first.provider),
    );
    return before.map(({ provider }) => `${provider.title} has priority but was skipped: calls to it are paused.`);
  }

  /**
   * Returns the code with which a capable provider refused recently; undefined when no provider offers the requirement.
   */
  refusalCode(requirement: Requirement): UpstreamFailureCode | undefined {
    return this.capable(requirement)
      .map(({ provider }) => this.entitlements.refusalCode(provider.name, requirement))
      .find((code) => code !== undefined);
  }

  private allowed(requirement: Requirement): Candidate[] {
    return this.capable(requirement).filter(
      ({ provider }) => this.entitlements.refusalCode(provider.name, requirement) === undefined,
    );
  }

  /** Returns the providers that offer a requirement, by priority, including those that refused recently. */
  capable(requirement: Requirement): Candidate[] {
    // Symbols of own instruments are private, so that no provider may learn them; providers know no measured series.
    if (requirement.venue === OWN_VENUE || requirement.venue === FLOW_VENUE) return [];
    return this.providers.list.flatMap((provider) => {
      const capability = provider.capabilities.find((offered) => satisfies(offered, requirement));
      return capability === undefined ? [] : [{ provider, capability }];
    });
  }
}

/** Returns the warning of a result for which an earlier provider was queried first and failed. */
export const fallbackWarning = ({ title }: MarketProvider, code: UpstreamFailureCode): string =>
  `${title} was tried first: ${upstreamFailures[code]}`;

/** Returns the failure that helps a caller most: a temporary one with the shortest wait comes first. */
export function mostUseful(failures: readonly UpstreamError[]): UpstreamError | undefined {
  const temporary = failures.filter(({ code }) => !['not_found', 'not_entitled', 'unauthorized'].includes(code));
  if (temporary.length === 0)
    return longestHistory(failures) ?? failures.find(({ code }) => code === 'not_found') ?? failures.at(-1);
  const waits = temporary.map(({ retryAfterMs }) => retryAfterMs).filter((ms) => ms !== undefined);
  const soonest = waits.length === 0 ? undefined : Math.min(...waits);
  return new UpstreamError((temporary[0] as UpstreamError).code, soonest, { cause: temporary[0] });
}

/**
 * Returns the failure of the provider whose history begins earliest, among the providers whose history does not reach
 * the range.
 */
function longestHistory(failures: readonly UpstreamError[]): OutOfReach | undefined {
  const reaching = failures.filter((failure) => failure instanceof OutOfReach);
  return reaching.sort((one, other) => one.earliest.getTime() - other.earliest.getTime())[0];
}
