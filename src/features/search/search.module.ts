import { FeatureModule } from '../../modules/feature-module.js';
import type { Services } from '../../wiring/services.js';
import { RuleSources } from '../alerts/sources/rule-sources.js';
import { SavedSearchRules } from './saved/saved-search-rules.service.js';

class SearchModule extends FeatureModule {
  override bound(services: Services): void {
    services.get(RuleSources).register('saved_search', services.get(SavedSearchRules));
  }
}

export const searchModule = new SearchModule();
