import type { Budget } from '../upstreams.js';

/** The remaining calls of one budget. */
export interface BudgetLeft {
  remaining: number;
  limit: number;
  /** Time at which the budget is full again (ms since the epoch). */
  resetsAt: number;
}

/** The result of a request to make a call. */
export interface BudgetOutcome {
  /** 0 when the call may be made; otherwise the call was not counted and may be tried again after this long (ms). */
  waitMs: number;
  /** Reason for a refusal: a pause requested by the upstream, or a used-up budget or share. Undefined when allowed. */
  reason?: 'paused' | 'spent' | 'share';
  /** Remaining calls of each budget, in their order; empty when the call may not be made. */
  left: BudgetLeft[];
}

/** The usage of a budget by an account. */
export interface ShareUsed {
  windowSeconds: number;
  used: number;
  /** Current maximum of the account, including `used`; use by other accounts reduces it. */
  share: number;
  /** Time at which the count starts again at zero (ms since the epoch). */
  resetsAt: number;
}

/** Counts calls of upstreams and keeps the pauses that they request. */
export abstract class BudgetStore {
  /**
   * Counts a call in every budget of `key`, or in none when one of them has too little left. Windows are aligned to the
   * epoch. Windows of a day and longer are fixed, as vendors count days in UTC; shorter ones slide, since the start of
   * a vendor's minute is unknown.
   * @param accountId account on whose behalf the call is made, which has a share of each budget; undefined may use the
   * whole budget
   * @throws StoreUnavailable from a shared store
   */
  abstract take(
    key: string,
    budgets: readonly Budget[],
    cost: number,
    accountId?: string,
  ): BudgetOutcome | Promise<BudgetOutcome>;
  /**
   * Returns an account's usage of each budget, in their order. Counts nothing.
   * @throws StoreUnavailable from a shared store
   */
  abstract used(key: string, budgets: readonly Budget[], accountId: string): ShareUsed[] | Promise<ShareUsed[]>;
  /** Prevents calls for this long (ms); never shortens a pause. @throws StoreUnavailable from a shared store */
  abstract pause(key: string, ms: number): void | Promise<void>;
}
