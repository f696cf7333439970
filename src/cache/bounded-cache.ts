import { LRUCache } from 'lru-cache';

const one = (): number => 1;

/**
 * Keeps at most `max` values by key and forgets the least recently used first. Every value has size 1 of `maxSize`,
 * because the library allocates room for all values at once if `max` is set.
 */
export class BoundedCache<Value extends NonNullable<unknown>> extends LRUCache<string, Value> {
  /** @param ttlMs how long a value is kept; without it, as long as there is room */
  constructor(max: number, ttlMs?: number) {
    super({ maxSize: max, sizeCalculation: one, ...(ttlMs !== undefined && { ttl: ttlMs }) });
  }
}
