import type { Clock } from '../../../clock.js';
import type { UpstreamFailureCode } from '../../../upstream/upstream-error.js';
import type { ProviderName } from '../providers/market-provider.js';
import type { Need } from './need.js';

/** What a provider said it does not give. */
export interface Refusal {
  provider: ProviderName;
  /** Null: it does not accept the key, so nothing at all. */
  need: Need | null;
  code: UpstreamFailureCode;
  until: Date;
}

/** A plan changes seldom, a wrong key is soon mended. */
const ENTITLEMENT_MS = 6 * 3_600_000;
const KEY_MS = 10 * 60_000;
/** Venues come from callers, so there is no end of them. */
const MOST = 5_000;

/** Remembers until the next start, or for hours, what providers refuse, so that they are not asked for it again and again. */
export class LearnedRefusals {
  private readonly learned = new Map<string, Refusal>();
  /** What was given at least once: a later refusal is about that one instrument, and not about the plan. */
  private readonly given = new Set<string>();

  constructor(private readonly clock: Clock) {}

  refused(provider: ProviderName, need: Need, code: UpstreamFailureCode): void {
    const now = this.clock.now();
    if (code === 'unauthorized') this.learn(provider, { provider, need: null, code, until: new Date(now + KEY_MS) });
    const key = keyOf(provider, need);
    if (code === 'not_entitled' && !this.given.has(key)) this.learn(key, { provider, need, code, until: new Date(now + ENTITLEMENT_MS) });
  }

  gave(provider: ProviderName, need: Need): void {
    if (this.given.size < MOST) this.given.add(keyOf(provider, need));
  }

  /** Why the provider need not be asked; undefined when it may be. */
  reason(provider: ProviderName, need: Need): UpstreamFailureCode | undefined {
    return this.inForce(provider) ?? this.inForce(keyOf(provider, need));
  }

  list(): Refusal[] {
    const now = this.clock.now();
    return [...this.learned.values()].filter(({ until }) => until.getTime() > now);
  }

  private learn(key: string, refusal: Refusal): void {
    if (this.learned.size >= MOST) this.learned.delete(this.learned.keys().next().value as string);
    this.learned.set(key, refusal);
  }

  private inForce(key: string): UpstreamFailureCode | undefined {
    const refusal = this.learned.get(key);
    if (refusal === undefined) return undefined;
    if (refusal.until.getTime() > this.clock.now()) return refusal.code;
    this.learned.delete(key);
    return undefined;
  }
}

const keyOf = (provider: string, { operation, assetClass, venue, interval }: Need) =>
  `${provider}|${operation}|${assetClass ?? ''}|${venue ?? ''}|${interval ?? ''}`;
