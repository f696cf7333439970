import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { UpstreamError, type UpstreamFailureCode, upstreamFailures } from '../../../upstream/upstream-error.js';
import { type Capability, type MarketProvider, MarketProviders } from '../providers/market-provider.js';
import { OutOfReach } from '../providers/out-of-reach.js';
import { LearnedRefusals, type Refusal } from './learned-refusals.js';
import { fits, type Need } from './need.js';

/** A provider that can, and by what it says so. */
export interface Candidate {
  provider: MarketProvider;
  capability: Capability;
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
  private readonly learned: LearnedRefusals;

  constructor(
    private readonly providers: MarketProviders,
    clock: Clock,
  ) {
    this.learned = new LearnedRefusals(clock);
  }

  /** Those that can and have not refused it lately, in the order in which they are asked: by priority, those that are paused last. */
  candidates(need: Need): Candidate[] {
    const able = this.able(need).filter(({ provider }) => this.learned.reason(provider.name, need) === undefined);
    const paused = able.filter(({ provider }) => provider.pausedMs > 0);
    return paused.length === 0 ? able : [...able.filter(({ provider }) => provider.pausedMs === 0), ...paused];
  }

  /**
   * Asks one after the other until one answers.
   * @throws UpstreamError: of one that may answer later, where there is one, with the shortest time to wait; else `not_found` where one
   * does not know it; `not_entitled` or `unauthorized` when nobody can or may
   */
  async ask<Answer>(need: Need, call: (provider: MarketProvider) => Promise<Answer>): Promise<Routed<Answer>> {
    const candidates = this.candidates(need);
    const failures: UpstreamError[] = [];
    const warnings = this.passedOver(need, candidates[0]);
    for (const { provider, capability } of candidates) {
      try {
        const answer = await call(provider);
        this.succeeded(need, provider);
        return { provider, capability, answer, warnings };
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        this.failed(need, provider, error);
        failures.push(error);
        warnings.push(insteadOf(provider, error.code));
      }
    }
    throw worst(failures) ?? new UpstreamError(this.refusal(need) ?? 'not_entitled');
  }

  /** For those who ask candidates themselves: what a provider gives. */
  succeeded(need: Need, provider: MarketProvider): void {
    this.learned.gave(provider.name, need);
  }

  /** For those who ask candidates themselves: learns from a refusal. */
  failed(need: Need, provider: MarketProvider, { code }: UpstreamError): void {
    this.learned.refused(provider.name, need, code);
  }

  /** What was learned and holds. */
  refusals(): Refusal[] {
    return this.learned.list();
  }

  /** Who has the priority but is paused, in sentences, when `first` is asked. */
  passedOver(need: Need, first: Candidate | undefined): string[] {
    const able = this.able(need).filter(({ provider }) => this.learned.reason(provider.name, need) === undefined);
    const before = able.slice(
      0,
      able.findIndex(({ provider }) => provider === first?.provider),
    );
    return first === undefined ? [] : before.map(({ provider }) => `${provider.title} has the priority and is left alone for a while.`);
  }

  /** What somebody who could has refused lately, when nobody is left to be asked; undefined where nobody could ever. */
  refusal(need: Need): UpstreamFailureCode | undefined {
    return this.able(need)
      .map(({ provider }) => this.learned.reason(provider.name, need))
      .find((reason) => reason !== undefined);
  }

  private able(need: Need): Candidate[] {
    return this.providers.list.flatMap((provider) => {
      const capability = provider.capabilities.find((offered) => fits(offered, need));
      return capability === undefined ? [] : [{ provider, capability }];
    });
  }
}

/** Why a provider that was asked first did not answer. */
export const insteadOf = ({ title }: MarketProvider, code: UpstreamFailureCode): string => `${title} was asked first: ${upstreamFailures[code]}`;

/** Of several failures the one that says most: who might know it may answer later. */
export function worst(failures: readonly UpstreamError[]): UpstreamError | undefined {
  const passing = failures.filter(({ code }) => !['not_found', 'not_entitled', 'unauthorized'].includes(code));
  if (passing.length === 0) return furthestReach(failures) ?? failures.find(({ code }) => code === 'not_found') ?? failures.at(-1);
  const waits = passing.map(({ retryAfterMs }) => retryAfterMs).filter((ms) => ms !== undefined);
  const soonest = waits.length === 0 ? undefined : Math.min(...waits);
  return new UpstreamError((passing[0] as UpstreamError).code, soonest, { cause: passing[0] });
}

/** Of those that know the symbol but not so long ago, the one that reaches back furthest. */
function furthestReach(failures: readonly UpstreamError[]): OutOfReach | undefined {
  const reaching = failures.filter((failure) => failure instanceof OutOfReach);
  return reaching.sort((one, other) => one.earliest.getTime() - other.earliest.getTime())[0];
}
