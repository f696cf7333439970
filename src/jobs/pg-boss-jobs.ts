import { createHash } from 'node:crypto';
import { fromDrizzle, PgBoss, type Queue } from 'pg-boss';
import type { Database, Orm, Transaction } from '../database/database.js';
import { sql } from '../database/drizzle.js';
import { notificationsOf } from '../database/notifications.js';
import { PostgresDatabase } from '../database/postgres-database.js';
import { isPeriodic, type Job } from './job.js';
import { HEARTBEAT_SECONDS, JobQueuePoller, POLL_INTERVAL_MS } from './job-queue-poller.js';
import { Jobs, type JobsStartOptions, type SendOptions, type Timing } from './jobs.js';
import { QueueFailures } from './queue-failures.js';
import { QUEUE_SCHEMA } from './queue-schema.js';

const hourSeconds = 3_600;
const weekSeconds = 7 * 24 * hourSeconds;

/** Channel of NOTIFY for runs that pollers should fetch at once; the payload is the job's name. */
const JOBS_CHANNEL = 'watchfloor_jobs';

/** Number of connections of the queue: for work caused by requests, and for workers and maintenance. */
const CONNECTIONS = { poolSize: 1, backgroundPoolSize: 3 };
/**
 * Time limits for the queue, whose maintenance may take longer than other statements (ms). The workers of all jobs poll
 * at about the same time, so on a busy machine their statements wait longer for a connection than others may. Every
 * connection is probed before it is used.
 */
const QUEUE_LIMITS = { backgroundWaitMs: 10_000, statementMs: 10_000, queryMs: 11_000, trustMs: 0 };

/**
 * Returns the id of a run by its key. It is unique in its queue while the run exists. Eight bits of it mark a UUID of
 * version 8 (RFC 9562 §5.8).
 */
function idOf(name: string, key: string): string {
  const hex = createHash('sha256').update(`${name} ${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Jobs in the service's database, in the schema `jobs`, by pg-boss. */
export class PgBossJobs extends Jobs {
  private readonly jobs = new Map<string, Job>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly lanes: JobQueuePoller[] = [];
  private boss: PgBoss | undefined;
  private connections: PostgresDatabase | undefined;
  private stopping = false;
  private stopListening?: () => Promise<void>;
  private readonly failures: QueueFailures;

  constructor(
    private readonly database: Database,
    private readonly log: (line: string) => void,
    private readonly pollIntervalMs = POLL_INTERVAL_MS,
  ) {
    super();
    this.failures = new QueueFailures(log);
  }

  override get registered(): Job[] {
    return [...this.jobs.values()];
  }

  override register(job: Job): void {
    if (this.jobs.has(job.name)) throw new Error(`Two jobs are named ${job.name}.`);
    this.jobs.set(job.name, job);
  }

  override async start({ work }: JobsStartOptions): Promise<void> {
    if (this.boss !== undefined) throw new Error('The jobs have been started already.');
    // The queue has its own connections, so that many requests do not delay the jobs, and slow maintenance does not
    // delay the requests. pg-boss's own pool is not used, because it notices a connection dropped by the network only
    // when a statement times out.
    const own = { application_name: 'watchfloor jobs', options: '-c default_transaction_isolation=read\\ committed' };
    const connections = new PostgresDatabase({ ...this.database.connection, ...own }, this.log, {
      ...CONNECTIONS,
      limits: QUEUE_LIMITS,
    });
    this.connections = connections;
    const boss = new PgBoss({
      db: { executeSql: (text: string, values?: unknown[]) => connections.query(text, values) },
      schema: QUEUE_SCHEMA,
      // A run lost in a crash is delivered again after its expiry plus at most both intervals.
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      supervise: work,
      schedule: work,
    });
    // pg-boss reports some errors as plain objects with a message.
    boss.on('error', (error: unknown) => this.failures.failed('The job queue failed', error));
    this.boss = boss;
    try {
      await boss.start();
      for (const job of this.jobs.values()) {
        await this.prepare(boss, job);
        if (work) await this.schedule(boss, job);
      }
      // Workers start last, because they fetch runs at once and on a busy machine would leave no connection for the
      // rest of the start.
      if (work) for (const job of this.jobs.values()) await this.begin(boss, job);
    } catch (error) {
      await this.stop(0);
      throw error;
    }
  }

  override async send(name: string, data: object, { tx, ...timing }: SendOptions = {}): Promise<void> {
    await this.insert(tx ?? this.database.orm, name, [{ data, ...timing }]);
  }

  override async sendMany(name: string, items: ReadonlyArray<{ data: object } & Timing>): Promise<void> {
    if (items.length > 0) await this.insert(this.database.orm, name, items);
  }

  override async stop(graceMs: number): Promise<void> {
    const boss = this.boss;
    if (boss === undefined || this.stopping) return;
    this.stopping = true;
    for (const timer of this.timers.splice(0)) clearInterval(timer);
    const deadline = performance.now() + graceMs;
    try {
      await Promise.all([...this.lanes.splice(0).map((lane) => lane.stop(graceMs)), this.stopListening?.()]);
      await boss.stop({ graceful: true, timeout: Math.max(0, deadline - performance.now()) });
    } finally {
      await this.connections?.close();
      // The property is cleared only now, because running jobs may send until they are done.
      this.boss = undefined;
      this.stopping = false;
    }
  }

  private async insert(
    orm: Orm | Transaction,
    name: string,
    items: ReadonlyArray<{ data: object } & Timing>,
  ): Promise<void> {
    if (this.boss === undefined) throw new Error(`${name} was sent before the jobs were started.`);
    const job = this.jobs.get(name);
    if (job === undefined) throw new Error(`No job is named ${name}.`);
    const rows = items.map(({ data, startAfterSeconds, group, owner, priority, key }) => ({
      data,
      ...(key === undefined ? {} : { id: idOf(name, key) }),
      ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      ...(group === undefined ? {} : { group: { id: group, ...(owner === undefined ? {} : { tier: owner }) } }),
      ...(priority === undefined ? {} : { priority }),
    }));
    await this.boss.insert(name, rows, { db: fromDrizzle(orm, sql) });
    // The notification is delivered when the transaction commits. Runs that are due later are found by polling.
    const isDue = items.some(({ startAfterSeconds = 0 }) => startAfterSeconds <= 0);
    if (job.concurrency !== undefined && isDue) await orm.execute(sql`select pg_notify(${JOBS_CHANNEL}, ${name})`);
  }

  /** Creates the queue, which senders need as well as workers. */
  private async prepare(boss: PgBoss, job: Job): Promise<void> {
    const periodic = isPeriodic(job);
    const options: Omit<Queue, 'name' | 'policy' | 'partition'> = {
      expireInSeconds: job.expireSeconds ?? 900,
      ...(job.concurrency === undefined ? {} : { heartbeatSeconds: HEARTBEAT_SECONDS }),
      retryLimit: periodic ? 0 : (job.retries ?? 2),
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: hourSeconds,
      // The last run of a periodic job must be kept until its period is over, because it shows that the period already
      // has a run.
      deleteAfterSeconds: periodic ? Math.max(hourSeconds, 2 * (job.everySeconds ?? 0)) : weekSeconds,
    };
    // `stately`: at most one run queued and one running, so slow periodic runs do not accumulate.
    await boss.createQueue(job.name, { ...options, policy: periodic ? 'stately' : 'standard' });
    await boss.updateQueue(job.name, options); // the queue may have been created by an earlier version
  }

  private async begin(boss: PgBoss, job: Job): Promise<void> {
    if (job.concurrency !== undefined) {
      this.stopListening ??= notificationsOf(this.database.connection, JOBS_CHANNEL, () => {
        for (const lane of this.lanes) lane.wake();
      });
      this.lanes.push(
        new JobQueuePoller(boss, job, this.failures, this.pollIntervalMs, {
          executeSql: (text: string, values?: unknown[]) => this.database.query(text, values),
        }),
      );
      return;
    }
    // Without `burstWhenBatchFull` only one run is fetched per poll.
    await boss.work<unknown>(
      job.name,
      { pollingIntervalSeconds: 1, batchSize: 1, burstWhenBatchFull: true },
      async (batch) => {
        for (const one of batch) await job.run(one.signal, one.data ?? null);
      },
    );
  }

  private async schedule(boss: PgBoss, job: Job): Promise<void> {
    if (job.concurrency !== undefined) return;
    if (job.cron === undefined) await boss.unschedule(job.name);
    else await boss.schedule(job.name, job.cron, null, { tz: 'UTC' });
    if (job.everySeconds !== undefined) await this.repeat(boss, job.name, job.everySeconds);
  }

  /**
   * Queues a run for each period. pg-boss schedules only by the minute; here each process sends a run every period, and
   * the database accepts only one for each period.
   */
  private async repeat(boss: PgBoss, name: string, everySeconds: number): Promise<void> {
    const ask = () => boss.send(name, null, { singletonSeconds: everySeconds });
    await ask();
    const again = () =>
      void ask().catch((error: unknown) => this.failures.failed(`Queueing a run of ${name} failed`, error));
    this.timers.push(setInterval(again, everySeconds * 1_000));
  }
}
