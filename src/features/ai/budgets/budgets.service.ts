import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { Problem } from '../../../api/problem.js';
import { UsageMeter } from '../../../http/usage-meter.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, SECOND_MS } from '../../../time/durations.js';
import { AiConfig } from '../ai.config.js';
import type { AiUsageReport, DayUsage } from './usage.js';
import { UsageRepository } from './usage.repository.js';

const REPORTED_DAYS = 30;
/** Name of the limit of tokens per day. */
export const TOKEN_LIMIT = 'ai_tokens_today';

/** Tokens that a running step of an account is expected to use. */
export type Reservation = Readonly<Omit<DayUsage, 'answers'> & { accountId: string }>;

/** Limits the model tokens of an account per UTC day. */
@Service()
export class Budgets {
  constructor(
    private readonly repository: UsageRepository,
    private readonly config: AiConfig,
    private readonly clock: Clock,
    private readonly meter: UsageMeter,
    private readonly quota: AccountQuota,
  ) {}

  /** Returns the tokens that an account may still use today, excluding tokens that running steps have reserved. */
  async leftTokens(accountId: string): Promise<number> {
    return (await this.quota.limitOf(accountId, TOKEN_LIMIT)) - (await this.usedTokens(accountId));
  }

  /** Checks that tokens are left. @throws Problem `budget_spent` */
  async check(accountId: string): Promise<void> {
    if ((await this.leftTokens(accountId)) > 0) return;
    const waitSeconds = Math.ceil((this.resetsAt() - this.clock.now()) / SECOND_MS);
    throw new Problem('budget_spent', {
      detail: `The ${await this.quota.limitOf(accountId, TOKEN_LIMIT)} model tokens of your account for this UTC day are used up.`,
      headers: { 'Retry-After': String(waitSeconds) },
    });
  }

  /**
   * Reserves the tokens that a step is expected to use, so that concurrent steps in all processes exceed the budget by
   * at most one step. A reservation that is never settled, because its process ended, counts until the end of the day.
   * @returns undefined if no tokens are left
   */
  async reserve(accountId: string, inputTokens: number, outputTokens: number): Promise<Reservation | undefined> {
    const day = this.day();
    const isReserved = await this.repository.reserve(
      accountId,
      { day, inputTokens, outputTokens },
      await this.quota.limitOf(accountId, TOKEN_LIMIT),
    );
    return isReserved ? { accountId, day, inputTokens, outputTokens } : undefined;
  }

  /** Replaces a reservation by the tokens that the step has actually used. */
  async settle(
    { accountId, day, inputTokens, outputTokens }: Reservation,
    used: Pick<DayUsage, 'inputTokens' | 'outputTokens'>,
  ): Promise<void> {
    this.meter.count(accountId, 'aiTokens', used.inputTokens + used.outputTokens);
    const difference = { inputTokens: used.inputTokens - inputTokens, outputTokens: used.outputTokens - outputTokens };
    await this.repository.add(accountId, { day, ...difference, answers: 0 });
  }

  /** Counts an answer of a model or of the composer. */
  async countAnswer(accountId: string): Promise<void> {
    await this.repository.add(accountId, { day: this.day(), inputTokens: 0, outputTokens: 0, answers: 1 });
  }

  async report(accountId: string): Promise<AiUsageReport> {
    const today = this.day();
    const days = await this.repository.since(accountId, this.day(this.clock.now() - (REPORTED_DAYS - 1) * DAY_MS));
    const used = days.find(({ day }) => day === today);
    const { steps, answerMs } = this.config;
    return {
      tokensPerDay: await this.quota.limitOf(accountId, TOKEN_LIMIT),
      usedTokens: used === undefined ? 0 : used.inputTokens + used.outputTokens,
      resetsAt: new Date(this.resetsAt()),
      steps,
      answerSeconds: answerMs / SECOND_MS,
      days,
    };
  }

  /** Returns the tokens that an account has used today, including reserved ones. */
  async usedTokens(accountId: string): Promise<number> {
    const used = await this.repository.find(accountId, this.day());
    return used === undefined ? 0 : used.inputTokens + used.outputTokens;
  }

  private day(at = this.clock.now()): string {
    return new Date(at).toISOString().slice(0, 10);
  }

  private resetsAt(): number {
    return (Math.floor(this.clock.now() / DAY_MS) + 1) * DAY_MS;
  }
}
