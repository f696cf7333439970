import { Service } from 'typedi';
import type { Role } from '../../../../config/service-config.js';
import { Runner, type Stage } from '../../../../coordination/runner.js';
import { Log } from '../../../../logging/log.js';
import { Clock } from '../../../../time/clock.js';
import { GeospatialConfig } from '../../geospatial.config.js';
import { type Layer, layers } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import { MovingObjectRepository } from './moving-object.repository.js';

const BATCH = 2_000;

/** Restores live state from the database after a restart. */
@Service()
export class RestoreLiveState extends Runner {
  readonly roles: readonly Role[] = ['api', 'ingest'];
  readonly stage: Stage = 'state';
  /** Time of the last restore (ms). */
  restoredAt = Number.NEGATIVE_INFINITY;
  private stopped = false;

  constructor(
    private readonly live: LiveState,
    private readonly objects: MovingObjectRepository,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super();
  }

  /**
   * Restores live state. A failed restore is logged and does not prevent the start; new reports then fill live state.
   */
  override async start(): Promise<void> {
    this.restoredAt = this.clock.now();
    try {
      for (const layer of layers)
        await this.restore(layer, layer === 'vessels' ? this.config.vesselTtlMs : this.config.aircraftTtlMs);
    } catch (error) {
      this.log.error({ err: error }, 'Restoring live state failed.');
    }
  }

  override async stop(): Promise<void> {
    this.stopped = true;
  }

  private async restore(layer: Layer, ttlMs: number): Promise<void> {
    const since = this.clock.now() - ttlMs;
    // The next objects are read while the current ones are restored.
    let page = this.objects.seenSince(layer, since, BATCH);
    for (;;) {
      const { states, next } = await page;
      const isLast = next === undefined || this.stopped;
      if (!isLast) page = this.objects.seenSince(layer, since, BATCH, next);
      for (const state of states) this.live.restore(layer, state);
      if (isLast) return;
    }
  }
}
