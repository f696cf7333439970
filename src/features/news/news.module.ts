import { FeatureModule } from '../../modules/feature-module.js';
import type { Injectable, Services } from '../../wiring/services.js';
import { RuleSources } from '../alerts/alerts.api.js';
import { MeasuredMarkets } from '../markets/markets.measured.api.js';
import { NewsRuleSource } from './articles/news-rule-source.service.js';
import { FeedReader } from './reading/feed-reader.js';
import { MentionInstruments } from './trends/mention-instruments.service.js';

class NewsModule extends FeatureModule {
  override bound(services: Services): void {
    services
      .get(RuleSources as Injectable<RuleSources>)
      .register('news_match', services.get(NewsRuleSource as Injectable<NewsRuleSource>));
    services
      .get(MeasuredMarkets as Injectable<MeasuredMarkets>)
      .register(() => services.get(MentionInstruments as Injectable<MentionInstruments>));
  }

  override async close(services: Services): Promise<void> {
    await services.get(FeedReader as Injectable<FeedReader>).close();
  }
}

export const newsModule = new NewsModule();
