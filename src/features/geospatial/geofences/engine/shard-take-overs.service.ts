import { randomUUID } from 'node:crypto';
import { Service } from 'typedi';
import { GeospatialConfig } from '../../geospatial.config.js';
import type { FenceShard } from '../fence-shard.js';
import { FenceShardRepository } from '../store/fence-shard.repository.js';
import type { TakeOver } from './fence-evaluation.js';
import { RecentMovements } from './recent-movements.service.js';

/** Starts the terms in which this process evaluates shards, and prepares their take-over from the previous process. */
@Service()
export class ShardTakeOvers {
  constructor(
    private readonly shards: FenceShardRepository,
    private readonly recent: RecentMovements,
    private readonly config: GeospatialConfig,
  ) {}

  /** Returns a shard with a new term. @param index from 0 */
  of(index: number): { shard: FenceShard; takeOver: TakeOver } {
    const shard = { index, count: this.config.geofenceShards, term: randomUUID() };
    return { shard, takeOver: { recent: this.recent, begin: () => this.shards.begin(shard) } };
  }
}
