/** A part of all geofences, which one process evaluates at a time. */
export interface FenceShard {
  /** Number of the shard, from 0. */
  index: number;
  /** Total number of shards. */
  count: number;
  /** A UUID of this evaluation. Once another evaluation has started, this one can no longer write. */
  term: string;
}

/** Returns the shard of a geofence. The last digits of its id are random, so shards have about the same size. */
export const shardOf = (fenceId: string, count: number): number => Number.parseInt(fenceId.slice(-8), 16) % count;
