import { Service } from 'typedi';
import { BoundedCache } from '../cache/bounded-cache.js';
import { Database } from '../database/database.js';
import { type Grant, GrantRepository } from './grant.repository.js';

/** Number of cached look-ups and grants together. */
const MAX_CACHED = 100_000;
/**
 * Longest time (ms) for which cached grants are used after the last proof that no change was missed. A withdrawn grant
 * ends within a second, also if the network has silently dropped the connection that reports changes.
 */
export const MAX_UNCONFIRMED_MS = 800;

/**
 * Keeps the grants of accounts on resources in memory, so that requests for granted resources need no statement to
 * check them. Every change of grants, teams or disabled accounts in the database empties the cache. While this process
 * cannot be sure that it hears of changes, each look-up reads the database.
 */
@Service()
export class GrantCache {
  private readonly known = new BoundedCache<readonly Grant[]>(MAX_CACHED, undefined, (grants) => 1 + grants.length);
  /** Time until which nothing was missed, by `performance.now()` (ms). */
  private usableUntil = Number.NEGATIVE_INFINITY;
  /** Number of times that the cache was emptied. */
  private changes = 0;

  constructor(
    private readonly repository: GrantRepository,
    private readonly database: Database,
  ) {}

  /**
   * Returns the grants of an account on a resource of another one, also ended ones, the widest first. Synchronous when
   * they are in memory.
   */
  on(holderId: string, resourceId: string): readonly Grant[] | Promise<readonly Grant[]> {
    if (performance.now() >= this.usableUntil) return this.repository.on(holderId, resourceId);
    const key = holderId + resourceId;
    return this.known.get(key) ?? this.read(key, holderId, resourceId);
  }

  /** Empties the cache because grants may have changed. */
  clear(): void {
    this.changes += 1;
    this.known.clear();
  }

  /** Empties the cache after the caller's transaction, so that its change takes effect in this process at once. */
  clearAfterwards(): void {
    this.database.afterCommit(() => this.clear());
  }

  /** Notes that all changes before a time, by `performance.now()` (ms), have emptied the cache. */
  confirm(at: number): void {
    this.usableUntil = at + MAX_UNCONFIRMED_MS;
  }

  private async read(key: string, holderId: string, resourceId: string): Promise<readonly Grant[]> {
    const { changes } = this;
    const grants = await this.repository.on(holderId, resourceId);
    // A result that may be older than a change is not kept.
    if (this.changes === changes) this.known.set(key, grants);
    return grants;
  }
}
