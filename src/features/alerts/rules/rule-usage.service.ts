import { Service } from 'typedi';
import type { ResourceUsage } from '../../../accounts/resource-usages.js';
import { AlertsConfig } from '../alerts.config.js';
import { defaultBudget } from '../engine/evaluation-budget.js';
import { RuleRepository } from './rule.repository.js';

/** Reads how much of its limits of rules an account uses. */
@Service()
export class RuleUsage {
  constructor(
    private readonly repository: RuleRepository,
    private readonly config: AlertsConfig,
  ) {}

  async read(accountId: string): Promise<ResourceUsage[]> {
    const [rules, unitsLeft] = await Promise.all([
      this.repository.count(accountId),
      this.repository.unitsLeft(accountId),
    ]);
    const burst = defaultBudget.unitsPerSecond * defaultBudget.burstSeconds;
    const used = unitsLeft === undefined ? 0 : Math.min(burst, Math.max(0, burst - unitsLeft));
    return [
      { name: 'alert_rules', used: rules, limit: this.config.rules },
      { name: 'alert_evaluation_units', used, limit: burst },
    ];
  }
}
