import { randomUUID } from 'node:crypto';
import { Service } from 'typedi';
import { Log } from '../../../../logging/log.js';
import { Clock } from '../../../../time/clock.js';
import { Timers } from '../../../../time/timers.js';
import { GeospatialConfig } from '../../geospatial.config.js';
import { LiveState } from '../../live/live-state.js';
import { GeofenceChangeSignal } from '../geofence-change-signal.js';
import { FenceShardRepository } from '../store/fence-shard.repository.js';
import { TransitionWriter } from '../store/transition-writer.service.js';
import { WatchedFenceRepository } from '../store/watched-fence.repository.js';
import { FenceEvaluation } from './fence-evaluation.js';
import { FenceFollower } from './fence-follower.js';
import { LivePositionLookup } from './position-lookup.js';
import { RecentMovements } from './recent-movements.service.js';
import { TransitionOutbox } from './transition-outbox.js';

/** Creates evaluations of all geofences, or of a shard of them. */
@Service()
export class FenceEvaluations {
  constructor(
    private readonly live: LiveState,
    private readonly positions: LivePositionLookup,
    private readonly fences: WatchedFenceRepository,
    private readonly shards: FenceShardRepository,
    private readonly writer: TransitionWriter,
    private readonly recent: RecentMovements,
    private readonly changes: GeofenceChangeSignal,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  ofAll(): FenceEvaluation {
    return this.create(undefined);
  }

  /** Creates the evaluation of a shard with a new term. @param index from 0 */
  ofShard(index: number): FenceEvaluation {
    return this.create({ index, count: this.config.geofenceShards, term: randomUUID() });
  }

  private create(shard: { index: number; count: number; term: string } | undefined): FenceEvaluation {
    const { live, positions, shards, recent, changes, clock, timers, log } = this;
    const outbox = new TransitionOutbox(this.writer, clock, log, shard);
    const follower = new FenceFollower(this.fences, outbox, shard);
    const parts = { live, positions, follower, outbox, changes, clock, timers, log };
    return new FenceEvaluation(parts, shard && { recent, begin: () => shards.begin(shard) });
  }
}
