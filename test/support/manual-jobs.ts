import type { Database } from '../../src/database/database.js';
import type { Job } from '../../src/jobs/job.js';
import { Jobs, type SendOptions, type Timing } from '../../src/jobs/jobs.js';
import type { ManualClock } from './manual-clock.js';

interface Queued {
  name: string;
  data: object;
  /** Due time (ms) by the clock of the test. */
  dueAt: number;
  order: number;
  key?: string;
}

/**
 * Jobs that run when a test says so, by the test's clock, so that days of retries take a moment. Jobs sent in a
 * transaction are queued after its commit.
 */
export class ManualJobs extends Jobs {
  /** All jobs that were ever sent. */
  readonly sent: Array<{ name: string; data: object }> = [];
  private readonly jobs = new Map<string, Job>();
  private queued: Queued[] = [];
  private count = 0;

  constructor(
    private readonly clock: ManualClock,
    private readonly database: Database,
  ) {
    super();
  }

  override get registered(): Job[] {
    return [...this.jobs.values()];
  }

  override register(job: Job): void {
    this.jobs.set(job.name, job);
  }

  override async send(name: string, data: object, options: SendOptions = {}): Promise<void> {
    await this.sendMany(name, [{ data, ...options }]);
  }

  override async sendMany(name: string, items: ReadonlyArray<{ data: object } & Timing>): Promise<void> {
    const dueFrom = this.clock.now();
    this.database.afterCommit(() => {
      for (const { data, startAfterSeconds = 0, key } of items) {
        if (key !== undefined && this.queued.some((one) => one.name === name && one.key === key)) continue;
        this.sent.push({ name, data });
        this.count += 1;
        this.queued.push({
          name,
          data: JSON.parse(JSON.stringify(data)),
          dueAt: dueFrom + startAfterSeconds * 1_000,
          order: this.count,
          key,
        });
      }
    });
  }

  override async start(): Promise<void> {}

  override async stop(): Promise<void> {}

  /** Runs a job once, at once; also periodic jobs, which the test clock does not start. @throws the error of the run */
  async run(name: string, data: object | null = null): Promise<void> {
    const job = this.jobs.get(name);
    if (job === undefined) throw new Error(`No job is named ${name}.`);
    await job.run(new AbortController().signal, data);
  }

  /** Runs the first queued run of a job with an already aborted signal. */
  async runAborted(name: string): Promise<void> {
    const first = this.queued.find((one) => one.name === name);
    if (first === undefined) throw new Error(`No run of ${name} is queued.`);
    this.queued = this.queued.filter((one) => one !== first);
    await this.jobs.get(name)?.run(AbortSignal.abort(), first.data);
  }

  /** Time at which the next run is due (ms); undefined if none is queued. */
  get nextDueAt(): number | undefined {
    return this.queued.length === 0 ? undefined : Math.min(...this.queued.map(({ dueAt }) => dueAt));
  }

  /**
   * Runs all due jobs in order, including jobs that become due meanwhile.
   * @returns the number of runs
   * @throws the error of a run
   */
  async runDue(): Promise<number> {
    for (let ran = 0; ; ran += 1) {
      const due = this.queued
        .filter(({ dueAt }) => dueAt <= this.clock.now())
        .sort((a, b) => a.dueAt - b.dueAt || a.order - b.order)[0];
      if (due === undefined) return ran;
      this.queued = this.queued.filter((one) => one !== due);
      await this.run(due.name, due.data);
    }
  }

  /** Advances the time and runs each job at its due time. */
  async pass(ms: number): Promise<void> {
    const until = this.clock.now() + ms;
    await this.runDue();
    for (let due = this.nextDueAt; due !== undefined && due <= until; due = this.nextDueAt) {
      this.clock.advance(Math.ceil(due - this.clock.now()));
      await this.runDue();
    }
    this.clock.advance(until - this.clock.now());
  }
}
