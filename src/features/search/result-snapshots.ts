import { LRUCache } from 'lru-cache';
import { Service } from 'typedi';
import { Clock } from '../../time/clock.js';
import { MINUTE_MS } from '../../time/durations.js';
import type { SearchResults } from './search-results.js';

const LIFETIME_MS = 5 * MINUTE_MS;
/** Maximum number of characters of all lists together. */
const MAX_SIZE = 20_000_000;
/** Bytes of a result in addition to its texts. */
const RESULT_SIZE = 500;

/**
 * Result lists of which further pages may be read, so that pages neither repeat nor skip a result while data changes.
 */
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

  /** Undefined for a list that is older than five minutes, was evicted, or was made by another process. */
  find(key: string): SearchResults | undefined {
    const list = this.lists.get(key);
    return list !== undefined && this.clock.now() - list.madeAt <= LIFETIME_MS ? list.results : undefined;
  }
}
