import { fromDrizzle, PgBoss, type Queue } from 'pg-boss';
import type { Database } from '../database/database.js';
import { sql } from '../database/drizzle.js';
import type { Job } from './job.js';
import { Jobs, type JobsStartOptions, type SendOptions } from './jobs.js';

const hourSeconds = 3_600;
const weekSeconds = 7 * 24 * hourSeconds;

const isPeriodic = (job: Job) => job.everySeconds !== undefined || job.cron !== undefined;

/** `Jobs` on the service's own database, in its schema `jobs`. */
export class PgBossJobs extends Jobs {
  private readonly jobs = new Map<string, Job>();
  private readonly timers: NodeJS.Timeout[] = [];
  private boss: PgBoss | undefined;

  constructor(
    private readonly database: Database,
    private readonly log: (line: string) => void,
  ) {
    super();
  }

  override register(job: Job): void {
    if (this.jobs.has(job.name)) throw new Error(`Two jobs are named ${job.name}.`);
    this.jobs.set(job.name, job);
  }

  override async start({ work }: JobsStartOptions): Promise<void> {
    if (this.boss !== undefined) throw new Error('The jobs have been started already.');
    // Connections of its own: a burst of requests must not starve the jobs, nor a slow clean-up the requests.
    const boss = new PgBoss({
      ...this.database.connection,
      schema: 'jobs',
      max: 4,
      application_name: 'watchfloor jobs',
      options: '-c statement_timeout=60000',
      // A run lost in a crash is given out again after its expiry and at most this long.
      superviseIntervalSeconds: 10,
      supervise: work,
      schedule: work,
    });
    boss.on('error', (error) => this.log(`jobs: ${error instanceof Error ? error.message : String(error)}`));
    this.boss = boss;
    try {
      await boss.start();
      for (const job of this.jobs.values()) {
        await this.prepare(boss, job);
        if (work) await this.begin(boss, job);
      }
    } catch (error) {
      await this.stop(0);
      throw error;
    }
  }

  override async send(name: string, data: object, { startAfterSeconds, tx }: SendOptions = {}): Promise<void> {
    if (this.boss === undefined) throw new Error(`${name} was sent before the jobs were started.`);
    if (!this.jobs.has(name)) throw new Error(`No job is named ${name}.`);
    await this.boss.send(name, data, {
      ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      db: fromDrizzle(tx ?? this.database.orm, sql),
    });
  }

  override async stop(graceMs: number): Promise<void> {
    const boss = this.boss;
    if (boss === undefined) return;
    this.boss = undefined;
    for (const timer of this.timers.splice(0)) clearInterval(timer);
    await boss.stop({ graceful: true, timeout: graceMs });
  }

  /** Makes the queue, which a sender needs as much as a worker. */
  private async prepare(boss: PgBoss, job: Job): Promise<void> {
    const periodic = isPeriodic(job);
    const options: Omit<Queue, 'name' | 'policy' | 'partition'> = {
      expireInSeconds: job.expireSeconds ?? 900,
      retryLimit: periodic ? 0 : (job.retries ?? 2),
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: hourSeconds,
      // The last periodic run must stay until its period is over: it is what tells that the period has had its run.
      deleteAfterSeconds: periodic ? Math.max(hourSeconds, 2 * (job.everySeconds ?? 0)) : weekSeconds,
    };
    // `stately`: at most one run queued and one under way, so slow periodic runs do not pile up.
    await boss.createQueue(job.name, { ...options, policy: periodic ? 'stately' : 'standard' });
    await boss.updateQueue(job.name, options); // the queue may have been created by an earlier version
  }

  private async begin(boss: PgBoss, job: Job): Promise<void> {
    // Without `burstWhenBatchFull` a full queue drains at one run per poll.
    await boss.work<unknown>(job.name, { pollingIntervalSeconds: 1, batchSize: 1, burstWhenBatchFull: true }, async (batch) => {
      for (const one of batch) await job.run(one.signal, one.data ?? null);
    });
    if (job.cron === undefined) await boss.unschedule(job.name);
    else await boss.schedule(job.name, job.cron, null, { tz: 'UTC' });
    if (job.everySeconds !== undefined) await this.repeat(boss, job.name, job.everySeconds);
  }

  /** pg-boss schedules by the minute. Here each process asks every period, and the database grants one run per period in all. */
  private async repeat(boss: PgBoss, name: string, everySeconds: number): Promise<void> {
    const ask = () => boss.send(name, null, { singletonSeconds: everySeconds });
    await ask();
    const again = () => void ask().catch((error: unknown) => this.log(`job ${name} could not be queued: ${String(error)}`));
    this.timers.push(setInterval(again, everySeconds * 1_000));
  }
}
