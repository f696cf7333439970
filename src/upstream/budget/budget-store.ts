import type { Budget } from '../upstreams.js';

/** What is left of one budget. */
export interface BudgetLeft {
  remaining: number;
  limit: number;
  /** When calls are counted anew, in ms since the epoch. */
  resetsAt: number;
}

/** The answer to the wish to make a call. */
export interface Taken {
  /** 0 when the call may be made; else it was not counted, and after so long (ms) it is worth asking again. */
  waitMs: number;
  /** Why not: the upstream asked for a pause, the budget is used up, or the account's share of it is. Undefined when it may. */
  reason?: 'paused' | 'spent' | 'share';
  /** Of the budgets in their order; empty when it may not be made. */
  left: BudgetLeft[];
}

/** What an account has used of a budget. */
export interface ShareUsed {
  windowSeconds: number;
  used: number;
  /** What it may use at most as things are, `used` included; what others use makes it smaller. */
  share: number;
  /** When calls are counted from zero again, in ms since the epoch. */
  resetsAt: number;
}

/** Counts the calls made to upstreams, and remembers their wish to be left alone. */
export abstract class BudgetStore {
  /**
   * Counts a call in every budget of `key`, or in none when one of them has too little left. Windows are aligned to the epoch. Those of a
   * day and longer are fixed, as vendors count days in UTC; shorter ones slide, as nobody tells when a vendor's minute begins.
   * @param accountId on whose behalf the call is made: it has a share of each budget; undefined may use all that is left
   * @throws StoreUnavailable from a shared store
   */
  abstract take(key: string, budgets: readonly Budget[], cost: number, accountId?: string): Taken | Promise<Taken>;
  /** What an account has used of each budget, in their order. Counts nothing. @throws StoreUnavailable from a shared store */
  abstract used(key: string, budgets: readonly Budget[], accountId: string): ShareUsed[] | Promise<ShareUsed[]>;
  /** No calls for so long (ms); never shortens a pause. @throws StoreUnavailable from a shared store */
  abstract pause(key: string, ms: number): void | Promise<void>;
}
