import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { ArticleCursor, ArticleFilter } from './article-filter.js';
import type { ArticleFigures, ArticleView, FullArticle } from './article-view.js';
import { ArticlesRepository } from './articles.repository.js';

/** Reads the articles that an account may see: public articles, and articles of its own feeds. */
@Service()
export class ArticlesService {
  constructor(private readonly repository: ArticlesRepository) {}

  /** Lists articles by time of publication, newest first unless the filter says otherwise. */
  list(accountId: string, filter: ArticleFilter, limit: number, after?: ArticleCursor): Promise<ArticleView[]> {
    return this.repository.list(accountId, filter, limit, after);
  }

  figures(accountId: string, filter: ArticleFilter): Promise<ArticleFigures> {
    return this.repository.figures(accountId, filter);
  }

  /** Returns an article with its text; undefined for one that the account may not see. */
  find(accountId: string, id: string): Promise<FullArticle | undefined> {
    return this.repository.find(accountId, id);
  }

  /** Returns an article with its text. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<FullArticle> {
    const article = await this.find(accountId, id);
    if (article === undefined) throw new Problem('not_found', { detail: 'No article with this id is visible to you.' });
    return article;
  }

  /** Lists the articles of a cluster, earliest first. */
  ofCluster(accountId: string, clusterId: string, limit: number): Promise<ArticleView[]> {
    return this.repository.ofCluster(accountId, clusterId, limit);
  }
}
