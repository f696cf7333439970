import type { RedisConnection } from '../../../cache/redis-connection.js';
import type { Log } from '../../../logging/log.js';
import type { Timers } from '../../../time/timers.js';
import type { AircraftReport, VesselReport } from '../observation.js';
import { type BusReceiver, type BusSide, ObservationBus } from './observation-bus.js';
import { ReportBatch, readBatch } from './report-codec.js';

/** Time during which reports are collected for one batch (ms). */
const BATCH_MS = 250;
/** Maximum number of batches that wait for Redis, at most 70 kB each; above it, new reports are dropped. */
const MAX_WAITING = 512;
/** Maximum number of batches that are sent to Redis concurrently. */
const IN_FLIGHT = 16;
/**
 * Number of batches that Redis keeps, at most about 100 MB: ten minutes at a low rate of reports, or half a minute at
 * 30,000 reports a second.
 */
const KEPT_BATCHES = 2_500;
/** Time after the last batch at which Redis deletes a stream (ms). */
const KEPT_MS = 3_600_000;
const EXPIRY_INTERVAL_MS = 60_000;
/**
 * A new leader reads the reports of this time before its start again (ms), because the previous leader may have been
 * frozen until it lost its lock.
 */
const REPEATED_MS = 30_000;
/** Interval of log lines about dropped reports and unreadable batches (ms). */
const LOG_INTERVAL_MS = 60_000;

/** Returns the name of the stream to which a side of the bus writes; its number is the version of the batch format. */
const streamOf = (side: BusSide) => `observations:3:from-${side}`;

export interface RedisBusParts {
  redis: RedisConnection;
  timers: Timers;
  log: Log;
}

/**
 * Sends reports in packed batches through Redis streams, which keep the latest batches: a new leader first reads recent
 * ones, and a process that lost its connection continues where it stopped. Every process receives all reports of the
 * other side.
 */
export class RedisObservationBus extends ObservationBus {
  readonly isOpen = true;
  /** Number of reports that could not be sent, and of batches that could not be read, since the start. */
  dropped = 0;
  unreadable = 0;
  private filling = new ReportBatch();
  /** Batches that wait to be sent, each with its stream. */
  private waiting: Array<{ batch: ReportBatch; stream: string }> = [];
  private cancelTimer?: () => void;
  private sending?: Promise<void>;
  private expiresAt = Number.NEGATIVE_INFINITY;
  private unloggedReports = 0;
  private unloggedBatches = 0;
  private endLogging?: () => void;
  private closed = false;
  private side: BusSide = 'api';
  private leave?: () => void;

  constructor(private readonly parts: RedisBusParts) {
    super();
  }

  vessel(report: VesselReport): void {
    if (this.hasCapacity()) this.filling.vessel(report);
    this.sendFull();
  }

  aircraft(report: AircraftReport): void {
    if (this.hasCapacity()) this.filling.aircraft(report);
    this.sendFull();
  }

  get isReady(): boolean {
    return this.parts.redis.isReady;
  }

  join(side: BusSide, receiver: BusReceiver): void {
    this.leave?.();
    this.take();
    this.side = side;
    const read = (batch: Buffer) => this.read(batch, receiver);
    this.leave =
      side === 'api'
        ? this.parts.redis.follow(streamOf('ingest'), Infinity, read)
        : this.parts.redis.follow(streamOf('api'), REPEATED_MS, read);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.leave?.();
    this.cancelTimer?.();
    this.endLogging?.();
    await this.sending;
    this.take();
    await this.send();
  }

  /**
   * Returns true if another report can wait to be sent. While Redis is unreachable, reports are dropped at once,
   * because they would be outdated when Redis is back.
   */
  private hasCapacity(): boolean {
    if (this.closed) return false;
    if (this.waiting.length < MAX_WAITING && this.parts.redis.isReady) return true;
    this.drop(1);
    return false;
  }

  private sendFull(): void {
    if (this.filling.count === 0 || this.closed) return;
    if (this.filling.isFull) this.flush();
    else this.cancelTimer ??= this.parts.timers.after(BATCH_MS, () => this.flush());
  }

  private flush(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.take();
    this.sending ??= this.send().finally(() => {
      this.sending = undefined;
    });
  }

  /** Queues the collected reports for the stream of this process's current side. */
  private take(): void {
    if (this.filling.count === 0) return;
    this.waiting.push({ batch: this.filling, stream: this.parts.redis.keyPrefix + streamOf(this.side) });
    this.filling = new ReportBatch();
  }

  /** Sends the waiting batches in order, several concurrently. Feeds do not wait for it. */
  private async send(): Promise<void> {
    const work = async () => {
      for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift())
        await this.add(next.batch, next.stream);
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  }

  private async add(batch: ReportBatch, stream: string): Promise<void> {
    const { redis } = this.parts;
    try {
      await redis.send('XADD', stream, 'MAXLEN', '~', String(KEPT_BATCHES), '*', 'b', batch.packed());
      if (performance.now() < this.expiresAt) return;
      this.expiresAt = performance.now() + EXPIRY_INTERVAL_MS;
      await redis.send('PEXPIRE', stream, String(KEPT_MS));
    } catch {
      this.drop(batch.count);
    }
  }

  private drop(reports: number): void {
    this.dropped += reports;
    this.unloggedReports += reports;
    this.logLater();
  }

  private logLater(): void {
    if (this.closed) return;
    this.endLogging ??= this.parts.timers.every(LOG_INTERVAL_MS, () => this.logLosses());
  }

  private logLosses(): void {
    const { log } = this.parts;
    if (this.unloggedReports > 0)
      log.warn(
        { component: 'feeds', reports: this.unloggedReports },
        'Reports to other processes dropped: Redis is unavailable or slow.',
      );
    if (this.unloggedBatches > 0)
      log.warn(
        { component: 'feeds', batches: this.unloggedBatches },
        'Reports of other processes are invalid; run the same version everywhere.',
      );
    [this.unloggedReports, this.unloggedBatches] = [0, 0];
  }

  private read(batch: Buffer, receiver: BusReceiver): void {
    try {
      readBatch(batch, receiver);
    } catch {
      this.unreadable += 1;
      this.unloggedBatches += 1;
      this.logLater();
    }
  }
}
