import { Service } from 'typedi';
import { type ThreadFunction, threadFunction } from '../../../threads/thread-call.js';
import { ThreadPool } from '../../../threads/thread-pool.js';
import type { analyzeInThread } from '../analysis/analyze-in-thread.js';
import type { NewArticle, ParsedArticle } from '../article.js';
import type { FeedRefusalCode } from './feed-refusal.js';
import type { ReadFeed, ReadFeedRequest, readFeedInThread } from './read-feed-in-thread.js';

// This process only names the module: the thread loads parsers, gazetteer and lexicons at its first call.
export const readFeedCall = threadFunction<typeof readFeedInThread>(
  new URL('./read-feed-in-thread.js', import.meta.url),
  'readFeedInThread',
);
const analyzeCall = threadFunction<typeof analyzeInThread>(
  new URL('../analysis/analyze-in-thread.js', import.meta.url),
  'analyzeInThread',
);

/** Time limit of a call (ms), after which its thread is ended: 5 MB of items take about a second. */
const TIME_LIMIT_MS = 30_000;
/** Bodies up to this length are copied to the thread; longer ones are transferred. */
const SHARED_BYTES = 65_536;
/** Heap limit of the thread (MB). */
const MAX_HEAP_MB = 512;

/**
 * Reads feeds and analyzes articles in a separate thread, so that neither blocks the event loop. The thread starts with
 * the first call.
 */
@Service()
export class FeedReader {
  private readonly pool = new ThreadPool({
    does: 'reads feeds',
    threads: 1,
    timeLimitMs: TIME_LIMIT_MS,
    maxHeapMb: MAX_HEAP_MB,
  });

  /**
   * Reads a feed. A body longer than `SHARED_BYTES` is transferred to the thread and empty afterwards.
   * @throws Error when the thread ends early
   */
  read(request: ReadFeedRequest, signal?: AbortSignal): Promise<ReadFeed | { refusal: FeedRefusalCode }> {
    const { bytes } = request.body;
    // Small buffers may share their memory with others, so they cannot be transferred.
    const transfer = bytes.length > SHARED_BYTES && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
    return this.pool.run(readFeedCall, request, { signal, transfer });
  }

  /** Analyzes articles of sources other than feeds. */
  analyze(articles: readonly ParsedArticle[], signal?: AbortSignal): Promise<NewArticle[]> {
    return articles.length === 0 ? Promise.resolve([]) : this.pool.run(analyzeCall, articles, { signal });
  }

  /** Runs another function in the thread. */
  run<Input, Output>(called: ThreadFunction<Input, Output>, input: Input, signal?: AbortSignal): Promise<Output> {
    return this.pool.run(called, input, { signal });
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
