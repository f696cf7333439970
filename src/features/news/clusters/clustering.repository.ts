import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, gt, gte, inArray, notInArray, or, sql } from '../../../database/drizzle.js';
import { newsArticles, newsClusters } from '../news.schema.js';
import type { ClusterMember, ClusterSummary } from './cluster-summary.js';
import type { IndexedArticle } from './story-index.js';

/** Maximum number of articles from which the figures of a cluster are computed; further articles are not counted. */
const MAX_MEMBERS = 1_000;
/** Number of articles read by one query to fill the index: small, so that the event loop is not blocked for long. */
const PAGE = 250;

/** An article with its cluster, for the index of stories. */
export interface PlacedArticle extends IndexedArticle {
  clusterId: string | null;
}

/** Writes clusters, and reads the articles for their index and figures. */
@Service()
export class ClusteringRepository {
  constructor(private readonly database: Database) {}

  /** Returns the highest id of an article that is not in `without`; undefined without articles. */
  async newest(without: readonly string[]): Promise<string | undefined> {
    const rows = this.database.orm
      .select({ id: newsArticles.id })
      .from(newsArticles)
      .where(notInArray(newsArticles.id, [...without]))
      .orderBy(sql`${newsArticles.id} desc`)
      .limit(1);
    return (await rows)[0]?.id;
  }

  /** Reads the articles published since a time, except those in `without`, in the order of their ids. */
  async *placed(since: Date, without: readonly string[]): AsyncGenerator<PlacedArticle> {
    for (let last: string | undefined; ; ) {
      const isWanted = [
        gte(newsArticles.publishedAt, since),
        notInArray(newsArticles.id, [...without]),
        last === undefined ? undefined : gt(newsArticles.id, last),
      ];
      const rows = await this.database.orm
        .select({
          id: newsArticles.id,
          ownerId: newsArticles.ownerId,
          owner: newsArticles.owner,
          publishedAt: newsArticles.publishedAt,
          titleKey: newsArticles.titleKey,
          tokens: newsArticles.tokens,
          minhash: newsArticles.minhash,
          storyTerms: newsArticles.storyTerms,
          clusterId: newsArticles.clusterId,
        })
        .from(newsArticles)
        .where(and(...isWanted))
        .orderBy(newsArticles.id)
        .limit(PAGE);
      yield* rows;
      last = rows.at(-1)?.id;
      if (rows.length < PAGE) return;
    }
  }

  /** Locks the clusters against other writers until the transaction ends. */
  async lock(): Promise<void> {
    await this.database.query("select pg_advisory_xact_lock(hashtext('news_clusters'))");
  }

  /** Creates clusters without articles; `assign` and `update` fill them in the same transaction. */
  async create(clusters: ReadonlyArray<{ id: string; ownerId: string | null }>, now: Date): Promise<void> {
    if (clusters.length === 0) return;
    const empty = {
      title: '',
      firstSeenAt: now,
      lastSeenAt: now,
      articles: 0,
      reports: [],
      independentOwners: 0,
      corroboration: 0,
      simulated: false,
    };
    const lists = { languages: [], symbols: [], entities: [], countries: [], updatedAt: now };
    await this.database.orm
      .insert(newsClusters)
      .values(clusters.map((cluster) => ({ ...cluster, ...empty, ...lists })));
  }

  /** Sets the clusters of articles. */
  async assign(articles: ReadonlyArray<{ id: string; clusterId: string }>): Promise<void> {
    await this.database.query(
      'update news_articles set cluster_id = given.cluster from unnest($1::uuid[], $2::uuid[]) as given (id, ' +
        'cluster) where news_articles.id = given.id',
      [articles.map(({ id }) => id), articles.map(({ clusterId }) => clusterId)],
    );
  }

  /**
   * Returns the clusters with these ids and the articles that their figures are computed from: for a public cluster,
   * public articles; for a private one, articles of its account.
   */
  async members(
    ids: readonly string[],
  ): Promise<Map<string, { ownerId: string | null; announced: number; members: ClusterMember[] }>> {
    const { orm } = this.database;
    const isOwn = or(
      eq(newsClusters.ownerId, newsArticles.ownerId),
      and(sql`${newsClusters.ownerId} is null`, sql`${newsArticles.ownerId} is null`),
    );
    const rows = await orm
      .select({
        clusterId: newsClusters.id,
        ownerId: newsClusters.ownerId,
        announced: newsClusters.announced,
        title: newsArticles.title,
        summary: newsArticles.summary,
        owner: newsArticles.owner,
        tier: newsArticles.tier,
        provider: newsArticles.provider,
        publishedAt: newsArticles.publishedAt,
        language: newsArticles.language,
        symbols: newsArticles.symbols,
        entities: newsArticles.entities,
        countries: newsArticles.countries,
        places: newsArticles.places,
      })
      .from(newsClusters)
      .innerJoin(newsArticles, and(eq(newsArticles.clusterId, newsClusters.id), isOwn))
      .where(inArray(newsClusters.id, [...ids]))
      .orderBy(newsArticles.publishedAt, newsArticles.id)
      .limit(MAX_MEMBERS * ids.length);
    const clusters = new Map<string, { ownerId: string | null; announced: number; members: ClusterMember[] }>();
    for (const { clusterId, ownerId, announced, ...member } of rows) {
      const cluster = clusters.get(clusterId) ?? { ownerId, announced, members: [] };
      clusters.set(clusterId, cluster);
      if (cluster.members.length < MAX_MEMBERS) cluster.members.push(member);
    }
    return clusters;
  }

  async update({ id, ...figures }: { id: string; announced: number } & ClusterSummary, now: Date): Promise<void> {
    await this.database.orm
      .update(newsClusters)
      .set({ ...figures, updatedAt: now })
      .where(eq(newsClusters.id, id));
  }
}
