import { Service } from 'typedi';
import { YieldTimer } from '../../../../async/cooperative-yield.js';
import { LeaderRunner } from '../../../../coordination/runner.js';
import { Log } from '../../../../logging/log.js';
import { Clock } from '../../../../time/clock.js';
import { MINUTE_MS } from '../../../../time/durations.js';
import { Timers } from '../../../../time/timers.js';
import { LiveState } from '../../live/live-state.js';
import { LivePositionLookup } from '../engine/position-lookup.js';
import { WatchedFence } from '../engine/watched-fence.js';
import { WatchedFenceRepository } from '../store/watched-fence.repository.js';
import { TrafficRepository, type TrafficSample } from './traffic.repository.js';
import { countTraffic } from './traffic-count.js';

/** Interval (ms) of samples, and the time after which a new leader takes the first one. */
const SAMPLE_MS = 5 * MINUTE_MS;
const PAGE = 250;

/** Counts the objects in all geofences every five minutes in the leader of the ingest, and stores the counts. */
@Service()
export class TrafficSamplerRunner extends LeaderRunner {
  readonly stage = 'readers';
  private stops: Array<() => void> = [];
  private readonly fences = new Map<string, { fence: WatchedFence; change: number }>();
  private last = -1;
  private sampling?: Promise<void>;

  constructor(
    private readonly live: LiveState,
    private readonly positions: LivePositionLookup,
    private readonly stored: WatchedFenceRepository,
    private readonly repository: TrafficRepository,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.fences.clear();
    this.last = -1;
    this.stops = [this.timers.every(SAMPLE_MS, () => this.sampleIfDue())];
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop();
    await this.sampling;
  }

  async stepDown(): Promise<void> {
    await this.stop();
  }

  /** Resolves when the running sample is stored, or storing it has failed. */
  async settle(): Promise<void> {
    await this.sampling;
  }

  private sampleIfDue(): void {
    if (!this.canPublish || this.sampling !== undefined) return;
    this.sampling = this.sample().finally(() => {
      this.sampling = undefined;
    });
  }

  /** A sample that fails is left out; an hour is known with half of them. */
  private async sample(): Promise<void> {
    try {
      await this.readFences();
      const now = this.clock.now();
      const samples: TrafficSample[] = [];
      const slices = new YieldTimer();
      for (const [fenceId, { fence, change }] of this.fences) {
        if (slices.isOver) await slices.next();
        for (const layer of fence.geofence.policy.layers) {
          const { real, simulated } = countTraffic(this.live, this.positions, fence, layer, now);
          const sample = { fenceId, change, layer };
          if (real !== undefined) samples.push({ ...sample, isSimulated: false, count: real });
          if (simulated !== undefined) samples.push({ ...sample, isSimulated: true, count: simulated });
        }
      }
      if (this.canPublish) await this.repository.add(samples, now);
    } catch (error) {
      this.log.warn({ component: 'geofences', err: error }, 'Counting the objects in geofences failed.');
    }
  }

  /** Reads the geofences that were changed since the last sample, and forgets those that no longer exist. */
  private async readFences(): Promise<void> {
    const slices = new YieldTimer();
    for (;;) {
      const changed = await this.stored.changedSince(this.last, PAGE);
      for (const { change, endedAt, ...geofence } of changed) {
        if (slices.isOver) await slices.next();
        if (endedAt !== null) this.fences.delete(geofence.id);
        else this.fences.set(geofence.id, { fence: new WatchedFence(geofence, 0, 0), change });
        this.last = change;
      }
      if (changed.length < PAGE) break;
    }
    const existing = await this.stored.ids();
    for (const id of this.fences.keys()) if (!existing.has(id)) this.fences.delete(id);
  }
}
