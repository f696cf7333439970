import { Service } from 'typedi';
import { StaleWhileRevalidateCache } from '../../../cache/stale-while-revalidate-cache.js';
import { Clock } from '../../../time/clock.js';
import { BASELINE_WINDOWS, type Trend, trendsOf } from './trend.js';
import { TrendsRepository } from './trends.repository.js';

/**
 * Trends younger than `FRESH_MS` are served from the cache. Trends up to `STALE_MS` old are served while they are
 * computed again, since the query reads all articles of eight windows.
 */
const FRESH_MS = 60_000;
const STALE_MS = 300_000;
/** Maximum number of windows in the cache. */
const MAX_CACHED = 50;

export interface Trends {
  from: Date;
  to: Date;
  baselineFrom: Date;
  /** Trends, the strongest first. */
  items: Trend[];
}

/** Finds words and names that more public articles have than before. */
@Service()
export class TrendingService {
  private readonly cache: StaleWhileRevalidateCache<Trends>;

  constructor(
    private readonly repository: TrendsRepository,
    private readonly clock: Clock,
  ) {
    this.cache = new StaleWhileRevalidateCache(clock, { max: MAX_CACHED, freshMs: FRESH_MS, staleMs: STALE_MS });
  }

  /** Returns the trends of a window up to now, from the cache if they are recent. */
  async read(windowSeconds: number): Promise<Trends> {
    return (await this.cache.get(String(windowSeconds), () => this.compute(windowSeconds * 1_000))).value;
  }

  private async compute(windowMs: number): Promise<Trends> {
    const to = this.clock.now();
    const from = new Date(to - windowMs);
    const since = new Date(from.getTime() - windowMs * BASELINE_WINDOWS);
    // The time before the first article is left out of the baseline: it would count as time without articles.
    const earliest = (await this.repository.earliest(since)) ?? from;
    const baselineFrom = new Date(
      Math.min(
        from.getTime(),
        earliest.getTime() < since.getTime() + windowMs / 2 ? since.getTime() : earliest.getTime(),
      ),
    );
    const windows = (from.getTime() - baselineFrom.getTime()) / windowMs;
    const counts = windows < 1 ? [] : await this.repository.counts(baselineFrom, from, new Date(to));
    return { from, to: new Date(to), baselineFrom, items: trendsOf(counts, windows) };
  }
}
