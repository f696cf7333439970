import { SECOND_MS } from '../../../time/durations.js';
import { getOrCreate } from './get-or-create.js';

export interface BudgetOptions {
  /**
   * Units that an account may use per second. A unit is the evaluation of one instance, which takes about one
   * microsecond.
   */
  unitsPerSecond: number;
  /** Unused units accumulate for at most this many seconds. */
  burstSeconds: number;
}

/** About 20 ms of CPU time per second and account. */
export const defaultBudget: BudgetOptions = { unitsPerSecond: 20_000, burstSeconds: 5 };

interface Share {
  units: number;
  at: number;
}

/** The usage of an account. */
export interface BudgetUsage {
  /** Units left, at most the units of `burstSeconds`; zero or negative while evaluations are postponed. */
  unitsLeft: number;
  unitsPerSecond: number;
}

/** Limits the evaluation time of each account: a token bucket that fills with the engine's clock. */
export class EvaluationBudget {
  private readonly shares = new Map<string, Share>();

  constructor(private readonly options: BudgetOptions) {}

  /**
   * Whether the account has units left. An evaluation may use more units than are left; later evaluations then wait
   * until the account has units again.
   */
  hasUnits(accountId: string, now: number): boolean {
    return this.shareOf(accountId, now).units > 0;
  }

  spend(accountId: string, units: number, now: number): void {
    this.shareOf(accountId, now).units -= units;
  }

  /** Returns when the account has units again (ms). */
  refilledAt(accountId: string, now: number): number {
    const { units } = this.shareOf(accountId, now);
    return units > 0 ? now : now + Math.ceil(((1 - units) / this.options.unitsPerSecond) * SECOND_MS);
  }

  usage(accountId: string, now: number): BudgetUsage {
    return { unitsLeft: this.shareOf(accountId, now).units, unitsPerSecond: this.options.unitsPerSecond };
  }

  forget(accountId: string): void {
    this.shares.delete(accountId);
  }

  private shareOf(accountId: string, now: number): Share {
    const { unitsPerSecond, burstSeconds } = this.options;
    const share = getOrCreate(this.shares, accountId, () => ({ units: unitsPerSecond * burstSeconds, at: now }));
    if (now > share.at) {
      share.units = Math.min(
        unitsPerSecond * burstSeconds,
        share.units + ((now - share.at) / SECOND_MS) * unitsPerSecond,
      );
      share.at = now;
    }
    return share;
  }
}
