import { FeatureModule } from '../../modules/feature-module.js';
import type { Injectable, Services } from '../../wiring/services.js';
import { RuleSources } from '../alerts/alerts.api.js';
import { NewsRuleSource } from './articles/news-rule-source.service.js';
import { FeedReader } from './reading/feed-reader.js';

class NewsModule extends FeatureModule {
  override bound(services: Services): void {
    services
      .get(RuleSources as Injectable<RuleSources>)
      .register('news_match', services.get(NewsRuleSource as Injectable<NewsRuleSource>));
  }

  override async close(services: Services): Promise<void> {
    await services.get(FeedReader as Injectable<FeedReader>).close();
  }
}

export const newsModule = new NewsModule();
