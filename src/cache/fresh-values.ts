import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';

export interface FreshOptions<Value = unknown> {
  max: number;
  /** Served without asking anew for so long; or what says it of a value. */
  freshMs: number | ((value: Value) => number);
  /** From then on and for so long, served as it is when asking anew fails; or what says it of a value. */
  staleMs: number | ((value: Value) => number);
  /**
   * From the end of its freshness and for so long, served at once while it is asked for anew in the background; a quarter of the freshness,
   * and 30 s at the most, unless given. Later, whoever asks waits.
   */
  renewMs?: number;
}

export interface FreshValue<Value> {
  value: Value;
  /** When it was loaded (ms since the epoch). */
  loadedAt: number;
  /** Past its freshness. */
  stale: boolean;
}

/** A value or, of those for which there is none, why not. */
export type Outcome<Value> = { found: FreshValue<Value>; error?: undefined } | { found?: undefined; error: unknown };

/** An error that concerns whoever began a load alone, such as a limit of its account: others may load with success. */
const isOfOne = (error: unknown): boolean => error instanceof Error && 'concernsCallerAlone' in error && error.concernsCallerAlone === true;

/** Values by key, and what failed by key; a key in neither failed as not loaded. */
export type LoadMany<Value> = (keys: string[]) => Promise<ReadonlyMap<string, { value: Value } | { error: unknown }>>;

/** Fresh until `freshUntil`, renewed in the background until `renewUntil`, served when nothing newer can be had until `staleUntil`. */
interface Held<Value> {
  fresh: FreshValue<Value>;
  freshUntil: number;
  renewUntil: number;
  staleUntil: number;
}

/**
 * Stale-while-revalidate: values that cost a call elsewhere. Many who ask at once cause one call. A value just past its freshness is
 * served at once, marked, while it is renewed; an older one is waited for, and served, marked, when that fails. Failures are not kept.
 * The values asked for least recently are forgotten first.
 */
export class FreshValues<Value> {
  private readonly held: LRUCache<string, Held<Value>>;
  private readonly loading = new Map<string, Promise<FreshValue<Value>>>();

  constructor(
    private readonly clock: Clock,
    private readonly options: FreshOptions<Value>,
  ) {
    this.held = new LRUCache({ max: options.max });
  }

  /** What is held and not past its freshness, without asking for anything. */
  peek(key: string): FreshValue<Value> | undefined {
    const held = this.held.get(key);
    return held !== undefined && this.isFresh(held, this.clock.now()) ? held.fresh : undefined;
  }

  /** What is held, however old, without asking for anything. */
  last(key: string): FreshValue<Value> | undefined {
    return this.held.peek(key)?.fresh;
  }

  /** @throws what `load` throws, when there is nothing to serve */
  async get(key: string, load: (key: string) => Promise<Value>): Promise<FreshValue<Value>> {
    const outcomes = this.getMany([key], async () => new Map([[key, { value: await load(key) }]]));
    const outcome = (outcomes instanceof Promise ? await outcomes : outcomes).get(key) as Outcome<Value>;
    if (outcome.found === undefined) throw outcome.error;
    return outcome.found;
  }

  /**
   * Several at once; those that must be asked for are asked for in one call.
   * @returns an outcome for every key; at once, without a promise, when nothing has to be waited for
   */
  getMany(keys: readonly string[], load: LoadMany<Value>): Map<string, Outcome<Value>> | Promise<Map<string, Outcome<Value>>> {
    const now = this.clock.now();
    const outcomes = new Map<string, Outcome<Value>>();
    const wanted: string[] = [];
    const awaited: string[] = [];
    for (const key of keys) {
      const held = this.held.get(key);
      if (held !== undefined && this.isFresh(held, now)) outcomes.set(key, { found: held.fresh });
      else {
        if (held !== undefined && now < held.renewUntil) outcomes.set(key, { found: { ...held.fresh, stale: true } });
        else awaited.push(key);
        if (!this.loading.has(key)) wanted.push(key);
      }
    }
    if (wanted.length > 0) this.begin([...new Set(wanted)], load);
    return awaited.length === 0 ? outcomes : this.settle(awaited, outcomes, new Set(wanted), load);
  }

  /** Puts in what came by another way. */
  set(key: string, value: Value): void {
    this.keep(key, value);
  }

  private keep(key: string, value: Value): FreshValue<Value> {
    const { freshMs, staleMs, renewMs } = this.options;
    const loadedAt = this.clock.now();
    const [lasts, staleFor] = [of(freshMs, value), of(staleMs, value)];
    const freshUntil = loadedAt + lasts;
    const renewUntil = freshUntil + Math.min(staleFor, renewMs ?? Math.min(lasts / 4, 30_000));
    const fresh = { value, loadedAt, stale: false };
    this.held.set(key, { fresh, freshUntil, renewUntil, staleUntil: freshUntil + staleFor });
    return fresh;
  }

  /** A clock set back must not make anything fresh for longer than it may be. */
  private isFresh({ fresh, freshUntil }: Held<Value>, now: number): boolean {
    return now < freshUntil && now >= fresh.loadedAt;
  }

  private begin(keys: string[], load: LoadMany<Value>): void {
    // Begun in the same tick, so that whoever asks next finds it under way.
    const all = load(keys);
    for (const key of keys) {
      const one = all
        .then((results) => {
          const result = results.get(key);
          if (result === undefined) throw new Error('Nothing was loaded for a key.');
          if ('error' in result) throw result.error;
          return this.keep(key, result.value);
        })
        .finally(() => this.loading.delete(key));
      one.catch(() => {}); // in the background nobody waits for it
      this.loading.set(key, one);
    }
  }

  /** @param begun those whose load this caller began; of others it may come to know an error that does not concern it */
  private async settle(
    keys: readonly string[],
    outcomes: Map<string, Outcome<Value>>,
    begun: ReadonlySet<string>,
    load: LoadMany<Value>,
  ): Promise<Map<string, Outcome<Value>>> {
    await Promise.all(
      keys.map(async (key) => {
        try {
          outcomes.set(key, { found: await this.loaded(key, begun.has(key), load) });
        } catch (error) {
          const held = this.held.get(key);
          outcomes.set(key, held !== undefined && this.clock.now() < held.staleUntil ? { found: { ...held.fresh, stale: true } } : { error });
        }
      }),
    );
    return outcomes;
  }

  private async loaded(key: string, begun: boolean, load: LoadMany<Value>): Promise<FreshValue<Value>> {
    try {
      return await (this.loading.get(key) as Promise<FreshValue<Value>>);
    } catch (error) {
      if (begun || !isOfOne(error)) throw error;
      if (!this.loading.has(key)) this.begin([key], load);
      return this.loading.get(key) as Promise<FreshValue<Value>>;
    }
  }
}

const of = <Value>(ms: number | ((value: Value) => number), value: Value): number => (typeof ms === 'number' ? ms : ms(value));
