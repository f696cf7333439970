import { Service } from 'typedi';
import { LeaderRunner, type Stage } from '../../../../coordination/runner.js';
import { Clock } from '../../../../time/clock.js';
import { ObservationBus } from '../../feeds/observation-bus.js';
import { RestoreLiveState } from './restore.runner.js';

/** Live state restored within this time (ms) needs no new restore. */
const RECENT_MS = 60_000;

/**
 * Restores the saved state in a new leader before its readers start, because a standby process does not know the
 * reports of the previous leader, unless it received them through Redis. Newer values that the process already has
 * stay.
 */
@Service()
export class TakeOverRunner extends LeaderRunner {
  readonly stage: Stage = 'state';

  constructor(
    private readonly live: RestoreLiveState,
    private readonly bus: ObservationBus,
    private readonly clock: Clock,
  ) {
    super();
  }

  async start(): Promise<void> {
    if (!this.bus.isOpen && this.clock.now() - this.live.restoredAt >= RECENT_MS) await this.live.start();
  }

  async stop(): Promise<void> {}

  async stepDown(): Promise<void> {}
}
