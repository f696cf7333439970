import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { DAY_MS } from '../../../durations.js';
import { GeospatialConfig } from '../geospatial.config.js';
import { MovingObjectRepository } from './objects/moving-object.repository.js';
import { TrackRepository } from './track.repository.js';

/** Rows of one statement. */
const BATCH = 5_000;
/** Objects are known for at least so long after they were last seen. */
const OBJECT_DAYS = 90;

/** How long history is kept. */
@Service()
export class TrackRetention {
  constructor(
    private readonly tracks: TrackRepository,
    private readonly objects: MovingObjectRepository,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
  ) {}

  /** Before that moment (ms) there is nothing. */
  get oldest(): number {
    return this.clock.now() - this.config.trackDays * DAY_MS;
  }

  /** What is wrong with a time before that, for the caller. */
  get tooOld(): string {
    return `must be within the last ${this.config.trackDays} days: tracks are kept no longer`;
  }

  /** The number of expired points of tracks. */
  countExpired(): Promise<number> {
    return this.tracks.countBefore(this.oldest);
  }

  /** Deletes expired tracks in small batches until the signal aborts. */
  async forget(signal: AbortSignal): Promise<void> {
    const { oldest } = this;
    // Objects are deleted after their points, never before.
    const unseenSince = this.clock.now() - Math.max(OBJECT_DAYS, this.config.trackDays) * DAY_MS;
    while (!signal.aborted && (await this.tracks.forget(oldest, BATCH)) === BATCH);
    while (!signal.aborted && (await this.objects.forget(unseenSince, BATCH)) === BATCH);
  }
}
