import { ResourceUsages } from '../../accounts/resource-usages.js';
import { FeatureModule } from '../../modules/feature-module.js';
import type { Services } from '../../wiring/services.js';
import { RuleUsage } from './rules/rule-usage.service.js';
import { FactRules } from './sources/fact-rules.service.js';
import { RuleGroups } from './sources/rule-groups.service.js';
import { RuleSources } from './sources/rule-sources.js';
import { ScreenRules } from './sources/screen-rules.service.js';

class AlertsModule extends FeatureModule {
  override bind(services: Services): void {
    const usages = services.get(ResourceUsages);
    usages.register((accountId) => services.get(RuleUsage).read(accountId));
  }

  override bound(services: Services): void {
    // The sources of screens, groups and facts are bound later than this module, so they are created at the first use.
    const screens = () => services.get(ScreenRules);
    const groups = () => services.get(RuleGroups);
    const facts = () => services.get(FactRules);
    services.get(RuleSources).register('group', {
      check: (accountId, leaf) => groups().check(accountId, leaf),
      start: (needs, observe) => groups().start(needs, observe),
      members: (group) => groups().members(group),
    });
    services.get(RuleSources).register('screen', {
      check: (accountId, leaf) => screens().check(accountId, leaf),
      start: (needs, observe) => screens().start(needs, observe),
      current: (needs) => screens().current(needs),
    });
    services.get(RuleSources).register('fact', {
      check: (accountId, leaf) => facts().check(accountId, leaf),
      start: (needs, observe) => facts().start(needs, observe),
      current: (needs) => facts().current(needs),
      stored: (range, limit, needs) => facts().stored(range, limit, needs),
    });
  }
}

export const alertsModule = new AlertsModule();
