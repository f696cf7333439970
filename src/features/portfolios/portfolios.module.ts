import { FeatureModule } from '../../feature-module.js';
import type { Injectable, Services } from '../../services.js';
import { RuleSources } from '../alerts/alerts.api.js';
import { PortfolioRuleSource } from './live/portfolio-rule-source.service.js';

class PortfoliosModule extends FeatureModule {
  override bound(services: Services): void {
    services.get(RuleSources as Injectable<RuleSources>).register('portfolio', services.get(PortfolioRuleSource as Injectable<PortfolioRuleSource>));
  }
}

export const portfoliosModule = new PortfoliosModule();
