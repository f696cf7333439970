import { currentSpan } from '../logging/current-span.js';
import type { Clock } from '../time/clock.js';
import { BoundedCache } from './bounded-cache.js';

export interface StaleWhileRevalidateOptions<Value = unknown> {
  /** Maximum sum of the sizes of values; by default of their number. */
  max: number;
  /** Returns the size of a value, such as its bytes, at most `max`. Default: 1. */
  sizeOf?: (value: Value) => number;
  /** A value is fresh for this long (ms); a function may derive the time from the value. */
  freshMs: number | ((value: Value) => number);
  /**
   * After `freshMs`, a value may be served for this long (ms) if it cannot be reloaded; a function may derive the time
   * from the value.
   */
  staleMs: number | ((value: Value) => number);
  /**
   * After `freshMs` a value is served immediately for this long (ms) while it is reloaded in the background; callers
   * that come later wait for the reload. Default: a quarter of `freshMs`, at most 30 s.
   */
  revalidateMs?: number;
}

export interface CachedValue<Value> {
  value: Value;
  /** Time at which the value was loaded (ms since the epoch). */
  loadedAt: number;
  /** True: older than `freshMs`. */
  stale: boolean;
}

/** A value, or the error that prevented loading one. */
export type CacheOutcome<Value> =
  | { found: CachedValue<Value>; error?: undefined }
  | { found?: undefined; error: unknown };

/** Loads several keys at once. @returns a value or an error for each key; a missing key counts as failed */
export type LoadMany<Value> = (keys: string[]) => Promise<ReadonlyMap<string, { value: Value } | { error: unknown }>>;

/**
 * Returns true if an error concerns only the caller that started the load, such as a limit of its account; the load may
 * succeed for other callers.
 */
const concernsCallerAlone = (error: unknown): boolean =>
  error instanceof Error && 'concernsCallerAlone' in error && error.concernsCallerAlone === true;

interface Entry<Value> {
  cached: CachedValue<Value>;
  freshUntil: number;
  revalidateUntil: number;
  staleUntil: number;
}

/**
 * Caches values that cost an upstream call (stale-while-revalidate). Concurrent requests for a key share one load. A
 * value just past its freshness is served immediately, marked stale, and reloaded in the background; an older one is
 * reloaded first, and served marked stale if the reload fails. Failures are not cached. The least recently used values
 * are evicted first.
 */
export class StaleWhileRevalidateCache<Value> {
  private readonly entries: BoundedCache<Entry<Value>>;
  private readonly loading = new Map<string, Promise<CachedValue<Value>>>();

  constructor(
    private readonly clock: Clock,
    private readonly options: StaleWhileRevalidateOptions<Value>,
  ) {
    const { max, sizeOf } = options;
    this.entries = new BoundedCache(max, undefined, sizeOf && (({ cached }) => sizeOf(cached.value)));
  }

  /** Returns the cached value if it is fresh. Never loads. */
  peek(key: string): CachedValue<Value> | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || !this.isFresh(entry, this.clock.now())) return undefined;
    currentSpan()?.add('watchfloor.cache.hits', 1);
    return entry.cached;
  }

  /** Returns the cached value, however old. Never loads. */
  last(key: string): CachedValue<Value> | undefined {
    return this.entries.peek(key)?.cached;
  }

  /** Returns the cached value or loads it. @throws the error of `load`, when no cached value can be served */
  async get(key: string, load: (key: string) => Promise<Value>): Promise<CachedValue<Value>> {
    const outcomes = this.getMany([key], async () => new Map([[key, { value: await load(key) }]]));
    const outcome = (outcomes instanceof Promise ? await outcomes : outcomes).get(key) as CacheOutcome<Value>;
    if (outcome.found === undefined) throw outcome.error;
    return outcome.found;
  }

  /**
   * Returns an outcome for every key; keys that must be loaded are loaded in one call.
   * @returns the map itself, not a promise, when no load must be awaited
   */
  getMany(
    keys: readonly string[],
    load: LoadMany<Value>,
  ): Map<string, CacheOutcome<Value>> | Promise<Map<string, CacheOutcome<Value>>> {
    const now = this.clock.now();
    const outcomes = new Map<string, CacheOutcome<Value>>();
    const toLoad: string[] = [];
    const awaited: string[] = [];
    for (const key of keys) {
      const entry = this.entries.get(key);
      if (entry !== undefined && this.isFresh(entry, now)) outcomes.set(key, { found: entry.cached });
      else {
        if (entry !== undefined && now < entry.revalidateUntil)
          outcomes.set(key, { found: { ...entry.cached, stale: true } });
        else awaited.push(key);
        if (!this.loading.has(key)) toLoad.push(key);
      }
    }
    const span = currentSpan();
    span?.add('watchfloor.cache.hits', outcomes.size);
    span?.add('watchfloor.cache.misses', awaited.length);
    if (toLoad.length > 0) this.startLoading([...new Set(toLoad)], load);
    return awaited.length === 0 ? outcomes : this.awaitLoads(awaited, outcomes, new Set(toLoad), load);
  }

  /** Stores a value that was obtained elsewhere. @param loadedAt time of loading (ms since the epoch). Default: now */
  set(key: string, value: Value, loadedAt?: number): void {
    this.store(key, value, loadedAt);
  }

  private store(key: string, value: Value, loadedAt = this.clock.now()): CachedValue<Value> {
    const [freshMs, staleMs] = [durationFor(this.options.freshMs, value), durationFor(this.options.staleMs, value)];
    const freshUntil = loadedAt + freshMs;
    const revalidateUntil = freshUntil + Math.min(staleMs, this.options.revalidateMs ?? Math.min(freshMs / 4, 30_000));
    const cached = { value, loadedAt, stale: false };
    this.entries.set(key, { cached, freshUntil, revalidateUntil, staleUntil: freshUntil + staleMs });
    return cached;
  }

  /**
   * Values with a load time in the future are not fresh, so that a clock that is set back does not extend their
   * lifetime.
   */
  private isFresh({ cached, freshUntil }: Entry<Value>, now: number): boolean {
    return now < freshUntil && now >= cached.loadedAt;
  }

  private startLoading(keys: string[], load: LoadMany<Value>): void {
    // Starts in the same tick as the request, so that the next request finds the load in progress.
    const all = load(keys);
    for (const key of keys) {
      const one = all
        .then((results) => {
          const result = results.get(key);
          if (result === undefined) throw new Error('The load returned neither a value nor an error for a key.');
          if ('error' in result) throw result.error;
          return this.store(key, result.value);
        })
        .finally(() => this.loading.delete(key));
      one.catch(() => {}); // a background load has no caller that could handle its error
      this.loading.set(key, one);
    }
  }

  /**
   * Waits for loads and adds their outcomes.
   * @param started keys whose load this caller started; an error of another load may concern only the caller that
   * started it
   */
  private async awaitLoads(
    keys: readonly string[],
    outcomes: Map<string, CacheOutcome<Value>>,
    started: ReadonlySet<string>,
    load: LoadMany<Value>,
  ): Promise<Map<string, CacheOutcome<Value>>> {
    await Promise.all(
      keys.map(async (key) => {
        try {
          outcomes.set(key, { found: await this.loaded(key, started.has(key), load) });
        } catch (error) {
          const entry = this.entries.get(key);
          outcomes.set(
            key,
            entry !== undefined && this.clock.now() < entry.staleUntil
              ? { found: { ...entry.cached, stale: true } }
              : { error },
          );
        }
      }),
    );
    return outcomes;
  }

  private async loaded(key: string, isStarter: boolean, load: LoadMany<Value>): Promise<CachedValue<Value>> {
    try {
      return await (this.loading.get(key) as Promise<CachedValue<Value>>);
    } catch (error) {
      if (isStarter || !concernsCallerAlone(error)) throw error;
      if (!this.loading.has(key)) this.startLoading([key], load);
      return this.loading.get(key) as Promise<CachedValue<Value>>;
    }
  }
}

const durationFor = <Value>(ms: number | ((value: Value) => number), value: Value): number =>
  typeof ms === 'number' ? ms : ms(value);
