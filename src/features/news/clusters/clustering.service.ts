import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { EventLog, type NewEvent } from '../../../events/event-log.js';
import type { EventType } from '../../../events/event-type.js';
import { Clock } from '../../../time/clock.js';
import { HOUR_MS } from '../../../time/durations.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { type ClusterSummary, summarize } from './cluster-summary.js';
import { ClusteringRepository } from './clustering.repository.js';
import { BREAKING_OWNERS, ClusterChangedDto, GROWTH, newsBreaking, newsClusterGrowing } from './clusters.events.js';
import { type IndexedArticle, STORY_WINDOW_MS, type Story, StoryIndex } from './story-index.js';

/**
 * A story whose latest report is older (ms) is not published as an event, as when a feed is read for the first time.
 */
const MAX_NEWS_AGE_MS = 6 * HOUR_MS;

/**
 * Puts articles that report the same story into clusters, and publishes stories that several independent owners report.
 * The index of stories is in memory; it is filled from the database when it is first used, and again when another
 * process has stored articles or a transaction failed.
 */
@Service()
export class ClusteringService {
  private index?: StoryIndex;
  /** The highest article id in the index. */
  private newest = '';

  constructor(
    private readonly repository: ClusteringRepository,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Locks the clusters against other processes until the transaction ends. */
  lock(): Promise<void> {
    return this.repository.lock();
  }

  /**
   * Clusters articles that were just stored, in the transaction that stored them, which must hold the lock.
   * @returns ids of the articles that begin a story
   */
  async place(articles: readonly IndexedArticle[]): Promise<Set<string>> {
    if (articles.length === 0) return new Set();
    return this.placeAll(articles, await this.current(articles.map(({ id }) => id)));
  }

  /** Drops the index after a failed transaction; it is filled from the database at the next use. */
  forget(): void {
    this.index = undefined;
  }

  /**
   * Returns the index with all stored articles except the articles in `without`, filled again if other processes stored
   * articles.
   */
  private async current(without: readonly string[]): Promise<StoryIndex> {
    const newest = await this.repository.newest(without);
    if (this.index !== undefined && (newest === undefined || newest <= this.newest)) return this.index;
    const index = new StoryIndex();
    const stories = new Map<string, Story>();
    for await (const { clusterId, ...article } of this.repository.placed(
      new Date(this.clock.now() - STORY_WINDOW_MS),
      without,
    )) {
      const known = clusterId === null ? undefined : stories.get(clusterId);
      const story = index.add(article, known ?? { lead: article, clusterId: clusterId ?? undefined });
      if (clusterId !== null) stories.set(clusterId, story);
    }
    this.newest = newest ?? '';
    this.index = index;
    return index;
  }

  private async placeAll(articles: readonly IndexedArticle[], index: StoryIndex): Promise<Set<string>> {
    const now = new Date(this.clock.now());
    const created: Array<{ id: string; ownerId: string | null }> = [];
    const assigned = new Map<string, string>();
    const beginnings = new Set<string>();
    const slices = new YieldTimer();
    for (const article of articles) {
      // Comparing a long headline of frequent words with thousands of others takes longer than other requests should
      // wait, so it is divided into slices. Other articles are excluded meanwhile by the lock.
      const steps = index.findInSteps(article);
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) if (slices.isOver) await slices.next();
      const story = step.value;
      if (story === undefined) beginnings.add(article.id);
      else {
        if (story.clusterId === undefined) {
          story.clusterId = uuidV7();
          created.push({ id: story.clusterId, ownerId: story.lead.ownerId });
          assigned.set(story.lead.id, story.clusterId);
        }
        assigned.set(article.id, story.clusterId);
      }
      index.add(article, story);
      if (article.id > this.newest) this.newest = article.id;
    }
    if (assigned.size > 0) {
      await this.repository.create(created, now);
      await this.repository.assign([...assigned].map(([id, clusterId]) => ({ id, clusterId })));
      await this.update([...new Set(assigned.values())], now);
    }
    return beginnings;
  }

  /**
   * Recomputes the figures of clusters, and publishes an event for public clusters that reach a new level of owners.
   */
  private async update(ids: readonly string[], now: Date): Promise<void> {
    const published = new Map<EventType<ClusterChangedDto>, Array<NewEvent<ClusterChangedDto>>>();
    for (const [id, { ownerId, announced, members }] of await this.repository.members(ids)) {
      const cluster = { id, announced, ...summarize(members) };
      const level = levelOf(cluster.independentOwners);
      // The level of an old story is not announced, so that its first event after a later report is `news.breaking`.
      const isNews = now.getTime() - cluster.lastSeenAt.getTime() <= MAX_NEWS_AGE_MS;
      if (ownerId === null && level > announced && isNews) {
        cluster.announced = level;
        const type = announced === 0 ? newsBreaking : newsClusterGrowing;
        published.set(type, [
          ...(published.get(type) ?? []),
          { data: reportOf(cluster), subject: `news_cluster:${id}` },
        ]);
      }
      await this.repository.update(cluster, now);
    }
    for (const [type, events] of published) await this.log.appendMany(type, events);
  }
}

/** Returns the highest level that a number of independent owners reaches; 0 below the first level. */
const levelOf = (owners: number): number =>
  [BREAKING_OWNERS, ...GROWTH.map((step) => step.owners)].findLast((level) => owners >= level) ?? 0;

function reportOf({
  id: clusterId,
  title,
  articles,
  independentOwners,
  corroboration,
  firstSeenAt,
  simulated,
  ...named
}: ClusterSummary & { id: string }): ClusterChangedDto {
  const { symbols, entities, countries, place } = named;
  const figures = {
    articleCount: articles,
    independentOwnerCount: independentOwners,
    corroboration,
    firstSeenAt: firstSeenAt.toISOString(),
    simulated,
  };
  return { clusterId, title, ...figures, symbols, entities, countries, place };
}
