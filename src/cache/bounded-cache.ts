import { LRUCache } from 'lru-cache';

const one = (): number => 1;

/**
 * Keeps at most `max` values by key, or values of this size together, and evicts the least recently used first. Every
 * value has size 1 of `maxSize` unless stated otherwise, because the library would allocate memory for all values at
 * once if `max` were set. A value larger than `max` is not kept.
 */
export class BoundedCache<Value extends NonNullable<unknown>> extends LRUCache<string, Value> {
  /**
   * @param ttlMs values expire after this long (ms); undefined: never
   * @param sizeOf returns the size of a value, above 0
   */
  constructor(max: number, ttlMs?: number, sizeOf: (value: Value) => number = one) {
    super({ maxSize: max, sizeCalculation: sizeOf, ...(ttlMs !== undefined && { ttl: ttlMs }) });
  }
}
