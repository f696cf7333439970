import { Service } from 'typedi';
import type { ArticleCursor, ArticleFilter } from './articles/article-filter.js';
import type { ArticleFigures, ArticleView, FullArticle } from './articles/article-view.js';
import { ArticlesService } from './articles/articles.service.js';
import { NewArticles, type NewArticlesListener } from './articles/new-articles.js';

/**
 * Lets other features read articles. Other features read stories that several owners report from the event log:
 * `clusters/clusters.events.ts` defines the events.
 */
@Service()
export class NewsApi {
  constructor(
    private readonly articles: ArticlesService,
    private readonly news: NewArticles,
  ) {}

  /** Lists the articles that an account may see, latest publication first unless the filter says otherwise. */
  list(accountId: string, filter: ArticleFilter, limit: number, after?: ArticleCursor): Promise<ArticleView[]> {
    return this.articles.list(accountId, filter, limit, after);
  }

  /** Returns figures over the articles that an account may see. */
  figures(accountId: string, filter: ArticleFilter): Promise<ArticleFigures> {
    return this.articles.figures(accountId, filter);
  }

  /** Returns an article; undefined for one that the account may not see. @param id a UUID */
  find(accountId: string, id: string): Promise<FullArticle | undefined> {
    return this.articles.find(accountId, id);
  }

  /** Returns an article. @throws Problem `not_found`, also for an article of another account's feed */
  get(accountId: string, id: string): Promise<ArticleView> {
    return this.articles.get(accountId, id);
  }

  /**
   * Calls the listener with the articles that this process stores, including articles of accounts' own feeds (with an
   * `ownerId`). Only the leader reads sources, so it stores all articles. The listener must not block.
   * @returns a function that removes the listener
   */
  listen(listener: NewArticlesListener): () => void {
    return this.news.listen(listener);
  }
}
