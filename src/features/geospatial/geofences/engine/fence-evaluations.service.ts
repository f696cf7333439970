import { Service } from 'typedi';
import { Log } from '../../../../logging/log.js';
import { Clock } from '../../../../time/clock.js';
import { Timers } from '../../../../time/timers.js';
import { LiveState } from '../../live/live-state.js';
import type { FenceShard } from '../fence-shard.js';
import { GeofenceChangeSignal } from '../geofence-change-signal.js';
import { FenceEvaluation, type TakeOver } from './fence-evaluation.js';
import { FenceFollowers } from './fence-followers.service.js';
import { LivePositionLookup } from './position-lookup.js';
import { ShardTakeOvers } from './shard-take-overs.service.js';

/** Creates evaluations of all geofences, or of a shard of them. */
@Service()
export class FenceEvaluations {
  constructor(
    private readonly live: LiveState,
    private readonly positions: LivePositionLookup,
    private readonly followers: FenceFollowers,
    private readonly takeOvers: ShardTakeOvers,
    private readonly changes: GeofenceChangeSignal,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  ofAll(): FenceEvaluation {
    return this.create();
  }

  /** Creates the evaluation of a shard with a new term. @param index from 0 */
  ofShard(index: number): FenceEvaluation {
    const { shard, takeOver } = this.takeOvers.of(index);
    return this.create(shard, takeOver);
  }

  private create(shard?: FenceShard, takeOver?: TakeOver): FenceEvaluation {
    const { live, positions, changes, clock, timers, log } = this;
    const parts = { live, positions, ...this.followers.of(shard), changes, clock, timers, log };
    return new FenceEvaluation(parts, takeOver);
  }
}
