import type { RedisConnection } from '../../../cache/redis-connection.js';
import type { Log } from '../../../log.js';
import type { Timers } from '../../../timers.js';
import type { AircraftReport, VesselReport } from '../observation.js';
import { type BusReceiver, type BusSide, ObservationBus } from './observation-bus.js';
import { aircraftCodec, vesselCodec } from './report-codec.js';

/** How long reports wait for others to go with (ms). */
const BATCH_MS = 250;
/** One message is not longer (characters), so that Redis is never busy with one for long. */
const MAX_MESSAGE = 262_144;
/** What waits is not longer (characters); more is dropped. */
const MAX_WAITING = 16_777_216;
/** Interval of log lines about dropped reports (ms). */
const LOG_INTERVAL_MS = 60_000;
/** Version of the message format; messages of other versions are ignored. */
const VERSION = '2';

const channelOf = (side: BusSide) => `observations:${VERSION}:from-${side}`;

interface Batch {
  vessels: string[];
  aircraft: string[];
  length: number;
}

const emptyBatch = (): Batch => ({ vessels: [], aircraft: [], length: 0 });

export interface RedisBusParts {
  redis: RedisConnection;
  timers: Timers;
  log: Log;
}

/**
 * Sends reports in batches by publish and subscribe of Redis. Nothing is stored: a process that is not connected misses reports and learns of a
 * vessel with its next report.
 */
export class RedisObservationBus extends ObservationBus {
  readonly isOpen = true;
  /** Reports that could not be carried since the start, and messages that could not be read. */
  dropped = 0;
  unreadable = 0;
  private batches: Batch[] = [];
  private waiting = 0;
  private callOff?: () => void;
  private sending?: Promise<void>;
  private untold = 0;
  private untoldUnreadable = 0;
  private endTelling?: () => void;
  private closed = false;
  private side: BusSide = 'api';
  private leave?: () => void;

  constructor(private readonly parts: RedisBusParts) {
    super();
  }

  vessel(report: VesselReport): void {
    this.add('vessels', () => vesselCodec.write(report));
  }

  aircraft(report: AircraftReport): void {
    this.add('aircraft', () => aircraftCodec.write(report));
  }

  get isReady(): boolean {
    return this.parts.redis.isReady;
  }

  join(side: BusSide, receiver: BusReceiver): void {
    this.leave?.();
    this.side = side;
    this.leave = this.parts.redis.subscribe(channelOf(side === 'api' ? 'ingest' : 'api'), (message) => this.hear(message, receiver));
  }

  async close(): Promise<void> {
    this.closed = true;
    this.leave?.();
    this.callOff?.();
    this.endTelling?.();
    await this.sending;
    await this.send();
  }

  private add(kind: 'vessels' | 'aircraft', write: () => string): void {
    if (this.closed) return;
    // While Redis is away nothing is even written down: it would be old by the time it is back.
    if (this.waiting > MAX_WAITING || !this.parts.redis.isReady) {
      this.drop(1);
      return;
    }
    const written = write();
    let batch = this.batches.at(-1);
    if (batch === undefined || batch.length + written.length > MAX_MESSAGE) {
      batch = emptyBatch();
      this.batches.push(batch);
    }
    batch[kind].push(written);
    batch.length += written.length + 1;
    this.waiting += written.length + 1;
    this.callOff ??= this.parts.timers.after(BATCH_MS, () => this.flush());
  }

  private flush(): void {
    this.callOff = undefined;
    this.sending ??= this.send().finally(() => {
      this.sending = undefined;
      if (this.batches.length > 0 && !this.closed) this.callOff ??= this.parts.timers.after(BATCH_MS, () => this.flush());
    });
  }

  /** One message after the other: each waits for Redis, and no feed for any of them. */
  private async send(): Promise<void> {
    for (let batch = this.batches.shift(); batch !== undefined; batch = this.batches.shift()) {
      this.waiting -= batch.length;
      const message = `{"vessels":[${batch.vessels.join(',')}],"aircraft":[${batch.aircraft.join(',')}]}`;
      const { redis } = this.parts;
      try {
        await redis.send('PUBLISH', redis.keyPrefix + channelOf(this.side), message);
      } catch {
        this.drop(batch.vessels.length + batch.aircraft.length);
      }
    }
  }

  private drop(reports: number): void {
    this.dropped += reports;
    this.untold += reports;
    this.tellSoon();
  }

  private tellSoon(): void {
    if (this.closed) return;
    this.endTelling ??= this.parts.timers.every(LOG_INTERVAL_MS, () => this.tell());
  }

  private tell(): void {
    if (this.untold > 0) this.parts.log.warn({ component: 'feeds', reports: this.untold }, 'Reports to other processes dropped: Redis is unavailable or slow.');
    if (this.untoldUnreadable > 0)
      this.parts.log.warn({ component: 'feeds', messages: this.untoldUnreadable }, 'Messages of other processes are invalid; run the same version everywhere.');
    [this.untold, this.untoldUnreadable] = [0, 0];
  }

  private hear(message: string, receiver: BusReceiver): void {
    const batch = parsed(message);
    if (batch === undefined) {
      this.unreadable += 1;
      this.untoldUnreadable += 1;
      this.tellSoon();
      return;
    }
    for (const written of batch.vessels) {
      const report = vesselCodec.read(written);
      if (report !== undefined) receiver.vessel(report);
    }
    for (const written of batch.aircraft) {
      const report = aircraftCodec.read(written);
      if (report !== undefined) receiver.aircraft(report);
    }
  }
}

function parsed(message: string): { vessels: unknown[]; aircraft: unknown[] } | undefined {
  try {
    const { vessels, aircraft } = JSON.parse(message);
    return Array.isArray(vessels) && Array.isArray(aircraft) ? { vessels, aircraft } : undefined;
  } catch {
    return undefined;
  }
}
