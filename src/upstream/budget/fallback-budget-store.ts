import { isStoreUnavailable } from '../../cache/store-unavailable.js';
import type { Budget } from '../upstreams.js';
import { type BudgetOutcome, BudgetStore, type ShareUsed } from './budget-store.js';

/**
 * Counts in the shared store, and in this process while the shared store is unavailable: a budget then holds for each
 * process separately.
 */
export class FallbackBudgetStore extends BudgetStore {
  constructor(
    private readonly shared: BudgetStore,
    private readonly local: BudgetStore,
  ) {
    super();
  }

  async take(key: string, budgets: readonly Budget[], cost: number, accountId?: string): Promise<BudgetOutcome> {
    try {
      return await this.shared.take(key, budgets, cost, accountId);
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      return this.local.take(key, budgets, cost, accountId);
    }
  }

  async used(key: string, budgets: readonly Budget[], accountId: string): Promise<ShareUsed[]> {
    try {
      return await this.shared.used(key, budgets, accountId);
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      return this.local.used(key, budgets, accountId);
    }
  }

  async pause(key: string, ms: number): Promise<void> {
    // The pause is also kept locally, because the shared store may become unavailable before it ends.
    await this.local.pause(key, ms);
    try {
      await this.shared.pause(key, ms);
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
    }
  }
}
