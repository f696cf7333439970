import { ResourceUsages } from '../../accounts/resource-usages.js';
import { FeatureModule } from '../../modules/feature-module.js';
import type { Services } from '../../wiring/services.js';
import { RuleUsage } from './rules/rule-usage.service.js';

class AlertsModule extends FeatureModule {
  override bind(services: Services): void {
    const usages = services.get(ResourceUsages);
    usages.register((accountId) => services.get(RuleUsage).read(accountId));
  }
}

export const alertsModule = new AlertsModule();
