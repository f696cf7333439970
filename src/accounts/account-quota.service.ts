import { Service } from 'typedi';
import { Problem } from '../api/problem.js';
import { AccountsService } from './accounts.service.js';
import type { ResourceUsage } from './resource-usages.js';

/** A limit of what one account may own or use. */
export interface AccountLimit {
  /** Returns the limit of accounts for which no operator has set another one. */
  configured(): number;
  /**
   * Largest value that operators may set; default: 10,000. If the configured limit is larger, it is the largest value.
   */
  max?: number;
  /** Returns how much an account uses; inside a transaction, in that transaction. */
  count(accountId: string): Promise<number>;
}

/** Largest value of a limit that declares none. */
const MAX_LIMIT = 10_000;

/**
 * Knows the limits of accounts and enforces them without race conditions: concurrent creations of one account are
 * counted one after the other.
 */
@Service()
export class AccountQuota {
  private readonly limits = new Map<string, AccountLimit>();
  private declareAll = () => {};

  constructor(private readonly accounts: AccountsService) {}

  /**
   * Declares a limit. `name` is in snake case and identifies the limit in `usage`; each feature declares its own
   * limits.
   */
  declare(name: string, limit: AccountLimit): void {
    this.limits.set(name, limit);
  }

  /** Sets the function that creates all services that declare limits, because most are created when needed. */
  completeWith(declareAll: () => void): void {
    this.declareAll = declareAll;
  }

  /** Names of all limits, sorted. */
  get names(): string[] {
    this.declareAll();
    return [...this.limits.keys()].sort();
  }

  /** Returns the largest value that operators may set. */
  maxOf(name: string): number {
    const { configured, max = MAX_LIMIT } = this.of(name);
    return Math.max(configured(), max);
  }

  /** Returns the limit of an account as it was at most about a second ago. */
  async limitOf(accountId: string, name: string): Promise<number> {
    const account = await this.accounts.recent(accountId);
    return account?.limits[name] ?? this.of(name).configured();
  }

  /**
   * Locks the account until the caller's transaction ends, so that no other transaction can add resources.
   * @param detailOf returns a sentence that names the limit and the remedy
   * @throws Problem `quota_reached`
   */
  async check(accountId: string, name: string, detailOf: (limit: number) => string): Promise<void> {
    const account = await this.accounts.hold(accountId);
    const { configured, count } = this.of(name);
    const limit = account?.limits[name] ?? configured();
    if ((await count(accountId)) >= limit) throw new Problem('quota_reached', { detail: detailOf(limit) });
  }

  /**
   * Returns an account's use of all declared limits. They are counted one after another, so that a request uses only
   * one connection.
   */
  async usage(accountId: string): Promise<ResourceUsage[]> {
    this.declareAll();
    const account = await this.accounts.get(accountId);
    const usages: ResourceUsage[] = [];
    for (const [name, { configured, count }] of this.limits) {
      const own = account.limits[name];
      usages.push({ name, used: await count(accountId), limit: own ?? configured(), isOwn: own !== undefined });
    }
    return usages;
  }

  private of(name: string): AccountLimit {
    const limit = this.limits.get(name);
    if (limit === undefined) throw new Error(`No feature declares the limit ${name}.`);
    return limit;
  }
}
