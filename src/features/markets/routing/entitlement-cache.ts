import type { Clock } from '../../../time/clock.js';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import type { UpstreamFailureCode } from '../../../upstream/upstream-error.js';
import type { ProviderName } from '../providers/market-provider.js';
import type { Requirement } from './requirement.js';

/** A requirement that a provider refused, with the time until which the provider is not queried for it. */
export interface Refusal {
  provider: ProviderName;
  /** The refused requirement; null: the provider rejects the key, so the refusal concerns every requirement. */
  requirement: Requirement | null;
  code: UpstreamFailureCode;
  until: Date;
}

/** Durations of refusals (ms). Plans seldom change; a wrong key is usually corrected within minutes. */
const NOT_ENTITLED_MS = 6 * HOUR_MS;
const UNAUTHORIZED_MS = 10 * MINUTE_MS;
/** Maximum number of entries: venues come from callers, so the number of requirements is unbounded. */
const MAX_ENTRIES = 5_000;

/**
 * Remembers the requirements that providers refused, so that they are not queried repeatedly. It is in memory: a
 * restart clears it.
 */
export class EntitlementCache {
  private readonly refusals = new Map<string, Refusal>();
  /** Requirements that were answered at least once: a later refusal then concerns a single instrument, not the plan. */
  private readonly answered = new Set<string>();

  constructor(private readonly clock: Clock) {}

  recordFailure(provider: ProviderName, requirement: Requirement, code: UpstreamFailureCode): void {
    const now = this.clock.now();
    if (code === 'unauthorized')
      this.store(provider, { provider, requirement: null, code, until: new Date(now + UNAUTHORIZED_MS) });
    const key = keyOf(provider, requirement);
    if (code === 'not_entitled' && !this.answered.has(key))
      this.store(key, { provider, requirement, code, until: new Date(now + NOT_ENTITLED_MS) });
  }

  recordSuccess(provider: ProviderName, requirement: Requirement): void {
    if (this.answered.size < MAX_ENTRIES) this.answered.add(keyOf(provider, requirement));
  }

  /** Returns the code of the refusal for which the provider must not be queried; undefined when it may be queried. */
  refusalCode(provider: ProviderName, requirement: Requirement): UpstreamFailureCode | undefined {
    return this.activeCode(provider) ?? this.activeCode(keyOf(provider, requirement));
  }

  /** Returns the refusals that have not expired. */
  list(): Refusal[] {
    const now = this.clock.now();
    return [...this.refusals.values()].filter(({ until }) => until.getTime() > now);
  }

  private store(key: string, refusal: Refusal): void {
    if (this.refusals.size >= MAX_ENTRIES) this.refusals.delete(this.refusals.keys().next().value as string);
    this.refusals.set(key, refusal);
  }

  private activeCode(key: string): UpstreamFailureCode | undefined {
    const refusal = this.refusals.get(key);
    if (refusal === undefined) return undefined;
    if (refusal.until.getTime() > this.clock.now()) return refusal.code;
    this.refusals.delete(key);
    return undefined;
  }
}

const keyOf = (provider: string, { operation, assetClass, venue, interval }: Requirement) =>
  `${provider}|${operation}|${assetClass ?? ''}|${venue ?? ''}|${interval ?? ''}`;
