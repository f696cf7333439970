import { Service } from 'typedi';
import type { EventStream } from '../../../http/stream/event-stream.js';
import { StreamHub } from '../../../http/stream/stream-hub.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import { Timers } from '../../../time/timers.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import type { ArticleFilter } from './article-filter.js';
import type { ArticleView } from './article-view.js';
import { ArticlesRepository } from './articles.repository.js';
import { NewArticles } from './new-articles.js';

/** Number of articles read by one query. */
const PAGE = 100;
/**
 * Interval (ms) at which articles stored by other processes are looked for; articles of this process are sent at once.
 */
const POLL_MS = 2_000;
/**
 * Ids of this latest period (ms) are read again. Articles are committed in the order of their ids, except that the
 * clocks of two processes may differ.
 */
const OVERLAP_MS = 10_000;

/** Streams new articles to callers. */
@Service()
export class ArticleStreamsService {
  constructor(
    private readonly hub: StreamHub,
    private readonly repository: ArticlesRepository,
    private readonly news: NewArticles,
    private readonly timers: Timers,
  ) {}

  /**
   * Opens a stream.
   * @param after id of the article after which the stream begins; undefined: only articles stored from now on
   */
  open(accountId: string, filter: ArticleFilter, after: string | undefined): StreamReply<ArticleView> {
    return this.hub.open<ArticleView>((stream) => this.fill(stream, accountId, filter, after ?? uuidV7()));
  }

  private async fill(
    stream: EventStream<ArticleView>,
    accountId: string,
    filter: ArticleFilter,
    after: string,
  ): Promise<void> {
    const sent = new Set<string>();
    const wake = this.wakeUps();
    try {
      for (let from = after; stream.isOpen; ) {
        const arrived = wake.next();
        from = await this.sendNew(stream, accountId, filter, from, sent);
        from = overlapped(from, after);
        for (const id of sent) if (id < from) sent.delete(id);
        await Promise.race([arrived, stream.closed]);
      }
    } finally {
      wake.close();
    }
  }

  /** Sends the articles that were stored after the article `after`. @returns the id of the last one */
  private async sendNew(
    stream: EventStream<ArticleView>,
    accountId: string,
    filter: ArticleFilter,
    after: string,
    sent: Set<string>,
  ): Promise<string> {
    for (let last = after; ; ) {
      const articles = await this.repository.storedAfter(accountId, filter, last, PAGE);
      for (const article of articles) {
        if (!sent.has(article.id)) await stream.write(article);
        sent.add(article.id);
      }
      last = articles.at(-1)?.id ?? last;
      if (articles.length < PAGE) return last;
    }
  }

  /** Returns a source of promises that resolve when this process has stored articles, and at least every `POLL_MS`. */
  private wakeUps(): { next(): Promise<void>; close(): void } {
    let waiting = Promise.withResolvers<void>();
    const wake = () => {
      waiting.resolve();
      waiting = Promise.withResolvers();
    };
    const ends = [this.news.listen(wake), this.timers.every(POLL_MS, wake)];
    return {
      next: () => waiting.promise,
      close: () => {
        for (const end of ends) end();
      },
    };
  }
}

/** Returns the lowest UUIDv7 of `OVERLAP_MS` before an id, but no id lower than `beginning`. */
function overlapped(id: string, beginning: string): string {
  const time = Math.max(0, Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) - OVERLAP_MS);
  const hex = time.toString(16).padStart(12, '0');
  const earlier = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
  return earlier > beginning ? earlier : beginning;
}
