import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { ArticleView } from '../articles/article-view.js';
import { ArticlesService } from '../articles/articles.service.js';
import type { ClusterCursor, ClusterFilter, StoredCluster } from './cluster.js';
import { ClustersRepository } from './clusters.repository.js';

/** Maximum number of articles of a cluster in one response, the earliest first. */
export const MAX_SHOWN_ARTICLES = 200;

/** Reads the clusters that an account may see. */
@Service()
export class ClustersService {
  constructor(
    private readonly repository: ClustersRepository,
    private readonly articles: ArticlesService,
  ) {}

  /** Lists clusters by their latest report, the latest first. */
  list(accountId: string, filter: ClusterFilter, limit: number, after?: ClusterCursor): Promise<StoredCluster[]> {
    return this.repository.list(accountId, filter, limit, after);
  }

  /** Returns a cluster with its articles, including articles of the account's own feeds. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<{ cluster: StoredCluster; members: ArticleView[] }> {
    const cluster = await this.repository.find(accountId, id);
    if (cluster === undefined) throw new Problem('not_found', { detail: 'No cluster with this id is visible to you.' });
    return { cluster, members: await this.articles.ofCluster(accountId, id, MAX_SHOWN_ARTICLES) };
  }
}
