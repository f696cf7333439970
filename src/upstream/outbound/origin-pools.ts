import { LRUCache } from 'lru-cache';
import type { Pool } from 'undici';
import type { Destination } from './destination.js';
import type { GuardedConnector } from './guarded-connector.js';

/** Connections to one origin; who finds all busy waits, within the time it has. */
const connectionsPerOrigin = 64;
/** Idle time of a connection (ms), unless the server states a shorter one. */
const idleMs = 4_000;
const maxHeaderBytes = 16_384;

/**
 * Kept connections, by origin: to as many origins as given, the longest unused of which is closed for a new one as soon
 * as nothing is under way on it. undici's own Agent either keeps an origin for as long as a connection to it is open,
 * so that only the rate of new origins bounds it, or refuses new ones (`maxOrigins`).
 */
export class OriginPools {
  readonly #kept: LRUCache<string, Pool>;
  /** Also those that are not kept, but still have work. */
  readonly #open = new Set<Pool>();
  #Pool?: typeof Pool;
  #closed = false;

  constructor(
    private readonly connector: GuardedConnector,
    origins: number,
  ) {
    this.#kept = new LRUCache({ max: origins, dispose: (pool) => void this.#retire(pool) });
  }

  /** Before the first `of`. The library is loaded here and not at the start, of which it would be a tenth. */
  async load(): Promise<void> {
    this.#Pool ??= (await import('undici')).Pool;
  }

  /** To be used in the same tick: the next call may close it. Undefined once this is closed. */
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
      // The exchange has one limit for all.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
  }

  async #retire(pool: Pool): Promise<void> {
    if (!pool.closed && !pool.destroyed) await pool.close();
    this.#open.delete(pool);
  }
}
