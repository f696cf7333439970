import { Service } from 'typedi';
import type { ArticleFilter } from './articles/article-filter.js';
import type { ArticleView } from './articles/article-view.js';
import { ArticlesService } from './articles/articles.service.js';
import { NewArticles, type NewArticlesListener } from './articles/new-articles.js';

/** What other features read of the news. Stories that several owners report are in the event log: `clusters/clusters.events.ts`. */
@Service()
export class NewsApi {
  constructor(
    private readonly articles: ArticlesService,
    private readonly news: NewArticles,
  ) {}

  /** Articles that an account may see, latest publication first. */
  list(accountId: string, filter: ArticleFilter, limit: number): Promise<ArticleView[]> {
    return this.articles.list(accountId, filter, limit);
  }

  /** @throws Problem `not_found`, also for an article of another account's feed */
  get(accountId: string, id: string): Promise<ArticleView> {
    return this.articles.get(accountId, id);
  }

  /**
   * Notifies the listener of the articles that this process stores, those of accounts' own feeds (`ownerId`) included. The process that leads stores
   * all articles. The listener must not block. @returns ends it
   */
  listen(listener: NewArticlesListener): () => void {
    return this.news.listen(listener);
  }
}
