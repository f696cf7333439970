import { Service } from 'typedi';
import type { ResourceUsage } from '../../../accounts/resource-usages.js';
import { defaultBudget } from '../engine/evaluation-budget.js';
import { RuleRepository } from './rule.repository.js';

/**
 * Reads how many evaluation units an account has used. The number of rules is left out: it is reported with the
 * counts of the other resources.
 */
@Service()
export class RuleUsage {
  constructor(private readonly repository: RuleRepository) {}

  async read(accountId: string): Promise<ResourceUsage[]> {
    const unitsLeft = await this.repository.unitsLeft(accountId);
    const burst = defaultBudget.unitsPerSecond * defaultBudget.burstSeconds;
    const used = unitsLeft === undefined ? 0 : Math.min(burst, Math.max(0, burst - unitsLeft));
    return [{ name: 'alert_evaluation_units', used, limit: burst }];
  }
}
