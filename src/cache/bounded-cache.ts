import { LRUCache } from 'lru-cache';

const one = (): number => 1;

/**
 * Keeps at most `max` values by key and evicts the least recently used first. Every value has size 1 of `maxSize`,
 * because the library would allocate memory for all values at once if `max` were set.
 */
export class BoundedCache<Value extends NonNullable<unknown>> extends LRUCache<string, Value> {
  /** @param ttlMs values expire after this long (ms); undefined: never */
  constructor(max: number, ttlMs?: number) {
    super({ maxSize: max, sizeCalculation: one, ...(ttlMs !== undefined && { ttl: ttlMs }) });
  }
}
