import type { Clock } from '../clock.js';

export interface FreshOptions {
  max: number;
  /** Served without asking anew for so long. */
  freshMs: number;
  /** From then on and for so long, served as it is while it is asked for anew, and when that fails. */
  staleMs: number;
}

export interface FreshValue<Value> {
  value: Value;
  /** When it was loaded (ms since the epoch). */
  loadedAt: number;
  /** Past its freshness. */
  stale: boolean;
}

interface Held<Value> {
  value: Value;
  loadedAt: number;
}

/**
 * Stale-while-revalidate: values that cost a call elsewhere. Many who ask at once cause one call; a value past its freshness is renewed,
 * and is served, marked, when that fails. Failures are not kept.
 */
export class FreshValues<Value> {
  private readonly held = new Map<string, Held<Value>>();
  private readonly loading = new Map<string, Promise<Value>>();

  constructor(
    private readonly clock: Clock,
    private readonly options: FreshOptions,
  ) {}

  /** What is held and not past its freshness, without asking for anything. */
  peek(key: string): FreshValue<Value> | undefined {
    const held = this.held.get(key);
    if (held === undefined || this.ageOf(held) >= this.options.freshMs) return undefined;
    return { ...held, stale: false };
  }

  /**
   * Fresh: as held. Past its freshness: asked for anew; when that fails, as held and marked, until it is too old.
   * @throws what `load` throws, when there is nothing to serve
   */
  async get(key: string, load: (key: string) => Promise<Value>): Promise<FreshValue<Value>> {
    const held = this.held.get(key);
    if (held !== undefined && this.ageOf(held) < this.options.freshMs) return { ...held, stale: false };
    try {
      const value = await this.load(key, load);
      return { value, loadedAt: this.held.get(key)?.loadedAt ?? this.clock.now(), stale: false };
    } catch (error) {
      if (held === undefined || this.ageOf(held) >= this.options.freshMs + this.options.staleMs) throw error;
      return { ...held, stale: true };
    }
  }

  /** Puts in what came by another way, such as one of a batch. */
  set(key: string, value: Value): void {
    this.held.delete(key);
    this.held.set(key, { value, loadedAt: this.clock.now() });
    if (this.held.size > this.options.max) this.held.delete(this.held.keys().next().value as string);
  }

  private ageOf({ loadedAt }: Held<Value>): number {
    return this.clock.now() - loadedAt;
  }

  private load(key: string, load: (key: string) => Promise<Value>): Promise<Value> {
    const under = this.loading.get(key);
    if (under !== undefined) return under;
    const loading = load(key)
      .then((value) => {
        this.set(key, value);
        return value;
      })
      .finally(() => this.loading.delete(key));
    this.loading.set(key, loading);
    return loading;
  }
}
