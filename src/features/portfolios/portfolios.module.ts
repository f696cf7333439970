import { FeatureModule } from '../../modules/feature-module.js';
import type { Injectable, Services } from '../../wiring/services.js';
import { RuleSources } from '../alerts/alerts.api.js';
import { SymbolGroups } from '../markets/markets.groups.api.js';
import { FilterTargets } from '../subscriptions/subscriptions.api.js';
import { LedgerFigures } from './ledger/ledger-figures.service.js';
import { PortfolioRuleSource } from './live/portfolio-rule-source.service.js';
import { PortfoliosService } from './portfolios.records.js';

class PortfoliosModule extends FeatureModule {
  override bound(services: Services): void {
    services
      .get(RuleSources as Injectable<RuleSources>)
      .register('portfolio', services.get(PortfolioRuleSource as Injectable<PortfolioRuleSource>));
    services.get(SymbolGroups).register('portfolioId', async (accountId, id) => {
      const own = await services.get(PortfoliosService as Injectable<PortfoliosService>).some(accountId, [id]);
      if (own.length === 0) return undefined;
      const lots = await services.get(LedgerFigures as Injectable<LedgerFigures>).lots(accountId, id);
      return lots.map(({ symbol }) => symbol);
    });
    services.get(FilterTargets).register('portfolioIds', async (accountId, ids) => {
      const own = await services.get(PortfoliosService as Injectable<PortfoliosService>).some(accountId, ids);
      return new Set(own.map(({ id }) => id));
    });
  }
}

export const portfoliosModule = new PortfoliosModule();
