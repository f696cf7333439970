import { Service } from 'typedi';
import { Runner } from '../coordination/runner.js';
import { UsageMeter } from '../http/usage-meter.js';
import { Log } from '../logging/log.js';
import { Clock } from '../time/clock.js';
import { HOUR_MS } from '../time/durations.js';
import { Timers } from '../time/timers.js';
import { UsageRepository } from './usage.repository.js';

/** Interval at which counts are written (ms), and maximum number of accounts in one statement. */
const WRITE_EVERY_MS = 15_000;
const BATCH = 1_000;

/** Writes the usage counts of this process to the database. */
@Service()
export class UsageRunner extends Runner {
  readonly roles = ['api', 'worker', 'ingest'] as const;
  readonly stage = 'state';
  private end = () => {};
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly meter: UsageMeter,
    private readonly repository: UsageRepository,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.end = this.timers.every(WRITE_EVERY_MS, () => void this.write());
  }

  async stop(): Promise<void> {
    this.end();
    await this.write();
  }

  /** Writes the counts since the last call. Counts that cannot be written are kept for the next call. Never rejects. */
  write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeNow());
    return this.writing;
  }

  private async writeNow(): Promise<void> {
    const counts = [...this.meter.take()];
    const hour = new Date(Math.floor(this.clock.now() / HOUR_MS) * HOUR_MS);
    for (let from = 0; from < counts.length; from += BATCH) {
      try {
        await this.repository.add(hour, counts.slice(from, from + BATCH));
      } catch (error) {
        this.meter.putBack(new Map(counts.slice(from)));
        this.log.warn({ err: error }, 'Writing the usage of accounts failed; repeating it later.');
        return;
      }
    }
  }
}
