import { Service } from 'typedi';
import { EventLog, type NewEvent } from '../../../events/event-log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { type ArticlePublishedDto, newsFeedPublished, newsPublished } from './articles.events.js';
import type { PublishedArticle } from './new-articles.js';

/**
 * Maximum age of an article that is published as an event (ms). The first reading of a feed brings many older articles.
 */
const MAX_AGE_MS = DAY_MS;
/** Maximum number of events for the articles of a private feed that are stored together; the latest are published. */
const MAX_FEED_EVENTS = 20;
const MAX_NAMED = 30;

/**
 * Publishes recent articles in the event log. A public article is published only if it begins a story and names an
 * entity, since the log would otherwise contain little else; of accounts' own feeds, the latest articles are published.
 */
@Service()
export class ArticlePublication {
  constructor(
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Appends the events of recent articles in the transaction that stored them.
   * @param beginnings ids of the articles that begin a story
   */
  async publish(articles: readonly PublishedArticle[], beginnings: ReadonlySet<string>): Promise<void> {
    const since = this.clock.now() - MAX_AGE_MS;
    const recent = articles.filter(({ publishedAt }) => publishedAt.getTime() >= since);
    const stories = recent.filter(
      ({ id, ownerId, entities }) => ownerId === null && beginnings.has(id) && entities.length > 0,
    );
    const own = recent
      .filter(({ ownerId }) => ownerId !== null)
      .sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime());
    if (stories.length > 0) await this.log.appendMany(newsPublished, stories.map(eventOf));
    if (own.length > 0) await this.log.appendMany(newsFeedPublished, own.slice(0, MAX_FEED_EVENTS).map(eventOf));
  }
}

function eventOf(article: PublishedArticle): NewEvent<ArticlePublishedDto> {
  const {
    id: articleId,
    title,
    url,
    sourceName,
    owner,
    publishedAt,
    language,
    tone,
    symbols,
    entities,
    countries,
    places,
    provider,
    ownerId,
  } = article;
  const source = { sourceName, owner, provider, publishedAt: publishedAt.toISOString() };
  const named = {
    symbols: symbols.slice(0, MAX_NAMED),
    entities: entities.slice(0, MAX_NAMED),
    countries,
    place: places[0] ?? null,
  };
  const data = { articleId, title, url, ...source, language, tone, ...named };
  return { data, subject: `article:${articleId}`, ownerId: ownerId ?? undefined, time: publishedAt };
}
