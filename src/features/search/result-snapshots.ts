import { LRUCache } from 'lru-cache';
import { Service } from 'typedi';
import { Clock } from '../../time/clock.js';
import { MINUTE_MS } from '../../time/durations.js';
import type { SearchResults } from './search-results.js';

const LIFETIME_MS = 5 * MINUTE_MS;
/** Maximum total size of all lists, in characters. */
const MAX_SIZE = 20_000_000;
/** Size that is counted for a result in addition to its texts. */
const RESULT_SIZE = 500;

/** Keeps result lists for their further pages, so that pages neither repeat nor skip a result while data changes. */
@Service()
export class ResultSnapshots {
  private readonly lists = new LRUCache<string, { results: SearchResults; madeAt: number }>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ results }) =>
      results.items.reduce((sum, { title, text }) => sum + RESULT_SIZE + title.length + (text?.length ?? 0), 1),
  });

  constructor(private readonly clock: Clock) {}

  keep(key: string, results: SearchResults): void {
    this.lists.set(key, { results, madeAt: this.clock.now() });
  }

  /** Returns a list; undefined if it is older than five minutes, was evicted, or was created by another process. */
  find(key: string): SearchResults | undefined {
    const list = this.lists.get(key);
    return list !== undefined && this.clock.now() - list.madeAt <= LIFETIME_MS ? list.results : undefined;
  }
}
