import { FeatureModule } from '../../feature-module.js';
import type { Injectable, Services } from '../../services.js';
import { FeedReader } from './reading/feed-reader.js';

class NewsModule extends FeatureModule {
  override async close(services: Services): Promise<void> {
    await services.get(FeedReader as Injectable<FeedReader>).close();
  }
}

export const newsModule = new NewsModule();
