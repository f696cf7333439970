/** A part of all fences, which one process evaluates at a time. */
export interface FenceShard {
  /** From 0. */
  index: number;
  /** Number of shards. */
  count: number;
  /** A UUID of this evaluation: after another one has begun, nothing of this one is written. */
  term: string;
}

/** The shard of a fence. The last digits of its id are random. */
export const shardOf = (fenceId: string, count: number): number => Number.parseInt(fenceId.slice(-8), 16) % count;
