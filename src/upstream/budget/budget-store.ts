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
  /** Why not: told by the upstream, or by our own count. Undefined when it may. */
  reason?: 'paused' | 'spent';
  /** Of the budgets in their order; empty when it may not be made. */
  left: BudgetLeft[];
}

/** Counts the calls made to upstreams, and remembers their wish to be left alone. */
export abstract class BudgetStore {
  /**
   * Counts a call in every budget of `key`, or in none when one of them has too little left. Windows are aligned to the epoch. Those of a
   * day and longer are fixed, as vendors count days in UTC; shorter ones slide, as nobody tells when a vendor's minute begins.
   * @throws StoreUnavailable from a shared store
   */
  abstract take(key: string, budgets: readonly Budget[], cost: number): Taken | Promise<Taken>;
  /** No calls for so long (ms); never shortens a pause. @throws StoreUnavailable from a shared store */
  abstract pause(key: string, ms: number): void | Promise<void>;
}
