import { FeatureModule } from '../../modules/feature-module.js';
import type { Injectable, Services } from '../../wiring/services.js';
import { RuleSources } from '../alerts/alerts.api.js';
import { FilterTargets } from '../subscriptions/subscriptions.api.js';
import { PortfolioRuleSource } from './live/portfolio-rule-source.service.js';
import { PortfoliosService } from './portfolios.records.js';

class PortfoliosModule extends FeatureModule {
  override bound(services: Services): void {
    services
      .get(RuleSources as Injectable<RuleSources>)
      .register('portfolio', services.get(PortfolioRuleSource as Injectable<PortfolioRuleSource>));
    services.get(FilterTargets).register('portfolioIds', async (accountId, ids) => {
      const own = await services.get(PortfoliosService as Injectable<PortfoliosService>).some(accountId, ids);
      return new Set(own.map(({ id }) => id));
    });
  }
}

export const portfoliosModule = new PortfoliosModule();
