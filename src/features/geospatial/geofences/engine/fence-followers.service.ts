import { Service } from 'typedi';
import { Log } from '../../../../logging/log.js';
import { Clock } from '../../../../time/clock.js';
import type { FenceShard } from '../fence-shard.js';
import { TransitionWriter } from '../store/transition-writer.service.js';
import { WatchedFenceRepository } from '../store/watched-fence.repository.js';
import { FenceFollower } from './fence-follower.js';
import { TransitionOutbox } from './transition-outbox.js';

/** Connects evaluations to the stored geofences: their changes come in, and transitions go out. */
@Service()
export class FenceFollowers {
  constructor(
    private readonly fences: WatchedFenceRepository,
    private readonly writer: TransitionWriter,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @param shard undefined: all geofences */
  of(shard?: FenceShard): { follower: FenceFollower; outbox: TransitionOutbox } {
    const outbox = new TransitionOutbox(this.writer, this.clock, this.log, shard);
    return { follower: new FenceFollower(this.fences, outbox, shard), outbox };
  }
}
