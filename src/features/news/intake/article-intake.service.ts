import { Service } from 'typedi';
import { KeyedMutex } from '../../../async/keyed-mutex.js';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import type { ArticleSource, NewArticle } from '../article.js';
import { NewArticles } from '../articles/new-articles.js';
import { ArticlePublication } from '../articles/publication.service.js';
import { ClusteringService } from '../clusters/clustering.service.js';
import { NewsConfig } from '../news.config.js';
import { ArticleIntakeRepository } from './article-intake.repository.js';
import { pageKeyOf, type StoredArticle, sourceKeyOf } from './stored-article.js';

/** Number of articles stored by one transaction. */
const BATCH = 100;
/**
 * Number of known external ids read for a feed: twice the 2,000 items of a document, since articles that left it may
 * return.
 */
const KNOWN_PER_FEED = 4_000;
/** Number of rows deleted by one statement. */
const DELETED_AT_ONCE = 1_000;

/** Stores the articles of all sources, each article once. */
@Service()
export class ArticleIntake {
  /**
   * Queues transactions, since clustering locks all clusters: a queued batch holds no database connection, and its wait
   * has no time limit.
   */
  private readonly turns = new KeyedMutex(() => true);

  constructor(
    private readonly repository: ArticleIntakeRepository,
    private readonly database: Database,
    private readonly config: NewsConfig,
    private readonly clock: Clock,
    private readonly clustering: ClusteringService,
    private readonly publication: ArticlePublication,
    private readonly listeners: NewArticles,
  ) {}

  /** The retention (ms): articles published earlier are not stored. */
  get maxAgeMs(): number {
    return this.config.retentionDays * DAY_MS;
  }

  /** Returns the external ids of a feed's stored articles, which need not be analyzed again. */
  known(feedId: string): Promise<string[]> {
    return this.repository.externalIds(feedId, KNOWN_PER_FEED);
  }

  /** Stores the articles that are not stored yet. @returns the new ones */
  async store(source: ArticleSource, articles: readonly NewArticle[]): Promise<StoredArticle[]> {
    const stored: StoredArticle[] = [];
    for (let at = 0; at < articles.length; at += BATCH)
      stored.push(...(await this.storeBatch(source, articles.slice(at, at + BATCH))));
    return stored;
  }

  /**
   * Deletes articles past their retention, and clusters without articles.
   * @returns true when there may be more to delete
   */
  async deleteExpired(): Promise<boolean> {
    const before = new Date(this.clock.now() - this.maxAgeMs);
    const articles = await this.repository.deleteBefore(before, DELETED_AT_ONCE);
    const clusters = await this.repository.deleteEmptyClusters(before, DELETED_AT_ONCE);
    return Math.max(articles, clusters) === DELETED_AT_ONCE;
  }

  /** Returns the number of articles past their retention. */
  countExpired(): Promise<number> {
    return this.repository.countBefore(new Date(this.clock.now() - this.maxAgeMs));
  }

  private async storeBatch(source: ArticleSource, articles: readonly NewArticle[]): Promise<StoredArticle[]> {
    const keyed = articles.map((article) => ({ article, sourceKey: sourceKeyOf(source, article.externalId) }));
    // Most items of a feed are already stored, so these items are sorted out first.
    const known = await this.repository.known(keyed.map(({ sourceKey }) => sourceKey));
    const fetchedAt = new Date(this.clock.now());
    const unknown = keyed.flatMap(({ article, sourceKey }) =>
      known.has(sourceKey)
        ? []
        : [{ ...article, ...source, fetchedAt, sourceKey, pageKey: pageKeyOf(source, article) }],
    );
    if (unknown.length === 0) return [];
    const stored = await this.turns.run('articles', () => this.storeUnknown(unknown));
    this.listeners.notify(stored);
    return stored;
  }

  /**
   * Stores, clusters and publishes articles in one transaction. Ids are assigned under the lock of the clusters, so
   * that articles are committed in the order of their ids: a reader of the articles after an id misses none.
   * @returns the new ones
   */
  private async storeUnknown(unknown: ReadonlyArray<Omit<StoredArticle, 'id'>>): Promise<StoredArticle[]> {
    try {
      return await this.database.transaction(async () => {
        await this.clustering.lock();
        const articles = unknown.map((article) => ({ ...article, id: uuidV7() }));
        const ids = await this.repository.insert(articles);
        const inserted = articles.filter(({ id }) => ids.has(id));
        await this.publication.publish(inserted, await this.clustering.place(inserted));
        return inserted;
      });
    } catch (error) {
      this.clustering.forget();
      throw error;
    }
  }
}
