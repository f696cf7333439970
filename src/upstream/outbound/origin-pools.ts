import { LRUCache } from 'lru-cache';
import type { Pool } from 'undici';
import type { Destination } from './destination.js';
import type { GuardedConnector } from './guarded-connector.js';

/** Maximum number of connections to one origin; further calls wait within their timeout. */
const connectionsPerOrigin = 64;
/** A connection is closed after this idle time (ms), unless the server states a shorter one. */
const idleMs = 4_000;
const maxHeaderBytes = 16_384;

/**
 * Keeps connections by origin, to a limited number of origins: the least recently used one is closed for a new one when
 * its calls have ended. undici's own Agent keeps every origin that has an open connection, so that only the rate of new
 * origins limits their number; with `maxOrigins` it refuses new origins.
 */
export class OriginPools {
  readonly #kept: LRUCache<string, Pool>;
  /** All pools, also those that were removed from `#kept` but still have running calls. */
  readonly #open = new Set<Pool>();
  #Pool?: typeof Pool;
  #closed = false;

  constructor(
    private readonly connector: GuardedConnector,
    origins: number,
  ) {
    this.#kept = new LRUCache({ max: origins, dispose: (pool) => void this.#retire(pool) });
  }

  /**
   * Loads the HTTP library; must be called before the first `of`. The library is not loaded at startup, because loading
   * takes a tenth of the startup time.
   */
  async load(): Promise<void> {
    this.#Pool ??= (await import('undici')).Pool;
  }

  /**
   * Returns the pool of an origin, to be used in the same tick because the next call may close it; undefined after
   * `close`.
   */
  of(destination: Destination): Pool | undefined {
    if (this.#closed || !this.#Pool) return undefined;
    const { origin } = destination.url;
    const kept = this.#kept.get(origin);
    if (kept) return kept;
    const made = new this.#Pool(origin, this.#options(destination));
    this.#open.add(made);
    this.#kept.set(origin, made);
    return made;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#open];
    this.connector.close();
    await Promise.all(open.map((pool) => pool.destroy()));
    this.#kept.clear();
  }

  #options(destination: Destination): Pool.Options {
    return {
      connect: this.connector.to(destination),
      connections: connectionsPerOrigin,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      maxHeaderSize: maxHeaderBytes,
      // The library's own time limits are off, because `Exchange` limits the time of the whole call.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
  }

  async #retire(pool: Pool): Promise<void> {
    if (!pool.closed && !pool.destroyed) await pool.close();
    this.#open.delete(pool);
  }
}
