import { FeatureModule } from '../../modules/feature-module.js';
import type { Injectable, Services } from '../../wiring/services.js';
import { RuleSources } from '../alerts/alerts.api.js';
import { ExpressionRules } from './evaluate/expression-rules.service.js';

class GraphsModule extends FeatureModule {
  override bound(services: Services): void {
    services
      .get(RuleSources as Injectable<RuleSources>)
      .register('expression', services.get(ExpressionRules as Injectable<ExpressionRules>));
  }
}

export const graphsModule = new GraphsModule();
