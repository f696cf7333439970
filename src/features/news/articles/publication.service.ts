import { Service } from 'typedi';
import { EventLog, type NewEvent } from '../../../events/event-log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { type ArticlePublishedDto, newsFeedPublished, newsPublished } from './articles.events.js';
import type { PublishedArticle } from './new-articles.js';

/** Older articles are not published as events: a feed that is read for the first time lists many. */
const MAX_AGE_MS = DAY_MS;
/** Maximum number of articles of a private feed that are events, of those that are stored together. */
const MAX_FEED_EVENTS = 20;
const MAX_NAMED = 30;

/**
 * Publishes articles in the event log. Not every article is an event: of public ones only those that begin a story and
 * name an entity, because the log would consist of little else; an account's own feeds are its own choice.
 */
@Service()
export class ArticlePublication {
  constructor(
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Appends the events of articles in the transaction that stored them.
   * @param beginnings ids of those that begin a story
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
