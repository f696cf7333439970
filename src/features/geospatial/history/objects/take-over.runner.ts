import { Service } from 'typedi';
import { Clock } from '../../../../clock.js';
import { LeaderRunner, type Stage } from '../../../../runner.js';
import { ObservationBus } from '../../feeds/observation-bus.js';
import { RestorePicture } from './restore.runner.js';

/** A picture that was restored so short a time ago (ms) is as good as it was at a start. */
const RECENT_MS = 60_000;

/**
 * A process that has stood by for long knows nothing of what the one before it took in, unless it followed it through Redis: before the
 * readers start, its picture learns what was kept. What it knows as of a later time already stays.
 */
@Service()
export class TakeOverRunner extends LeaderRunner {
  readonly stage: Stage = 'state';

  constructor(
    private readonly picture: RestorePicture,
    private readonly bus: ObservationBus,
    private readonly clock: Clock,
  ) {
    super();
  }

  async start(): Promise<void> {
    if (!this.bus.isOpen && this.clock.now() - this.picture.restoredAt >= RECENT_MS) await this.picture.start();
  }

  async stop(): Promise<void> {}

  async abandon(): Promise<void> {}
}
