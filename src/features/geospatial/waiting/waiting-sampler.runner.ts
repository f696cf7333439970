import { Service } from 'typedi';
import { LeaderRunner } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { dayOf } from '../../../time/utc-day.js';
import { PortTable } from '../detectors/port-table.js';
import { LiveState } from '../live/live-state.js';
import { type HourlyCounts, type WaitingDay, WaitingRepository } from './waiting.repository.js';
import { countWaiting, SAMPLED_AFTER_MS, type WaitingCounts } from './waiting-count.js';

/** Time (ms) after which a new leader knows the ships near it: those at anchor report every three minutes. */
const WARM_UP_MS = 10 * MINUTE_MS;

/**
 * Counts the waiting ships once an hour in the leader of the ingest, and stores them. The hour of a leader that was
 * replaced after its sample is known, so that the next leader changes nothing.
 */
@Service()
export class WaitingSamplerRunner extends LeaderRunner {
  readonly stage = 'readers';
  private stops: Array<() => void> = [];
  private startedAt = Number.POSITIVE_INFINITY;
  private sampledHour = 0;
  private sampling?: Promise<void>;

  constructor(
    private readonly live: LiveState,
    private readonly ports: PortTable,
    private readonly repository: WaitingRepository,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.startedAt = this.clock.now();
    this.stops = [this.timers.every(MINUTE_MS, () => void this.sampleIfDue())];
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
    const now = this.clock.now();
    const isDue = now % HOUR_MS >= SAMPLED_AFTER_MS && Math.floor(now / HOUR_MS) > this.sampledHour;
    if (!isDue || now - this.startedAt < WARM_UP_MS || !this.canPublish || this.sampling !== undefined) return;
    this.sampling = this.sample(now).finally(() => {
      this.sampling = undefined;
    });
  }

  /** A sample that fails is repeated a minute later, within the hour. */
  private async sample(now: number): Promise<void> {
    try {
      const { real, simulated } = await countWaiting(this.live, this.ports, now);
      await this.repository.add(false, daysOf(real, now));
      await this.repository.add(true, daysOf(simulated, now));
      this.sampledHour = Math.floor(now / HOUR_MS);
    } catch (error) {
      this.log.warn({ component: 'waiting', err: error }, 'Storing the ships that wait off ports failed.');
    }
  }
}

/** Returns the counts as days with one known hour. */
function daysOf(counts: WaitingCounts, now: number): WaitingDay[] {
  const hour = Math.floor((now % DAY_MS) / HOUR_MS);
  const hourly = (count: number): HourlyCounts => Array.from({ length: 24 }, (_, at) => (at === hour ? count : null));
  return Array.from(counts, ([locode, { cargo, tanker }]) => ({
    locode,
    day: dayOf(now),
    cargo: hourly(cargo),
    tanker: hourly(tanker),
  }));
}
