import { Service } from 'typedi';
import { Database } from '../database/database.js';

/** The state of a job's queue, over all processes. */
export interface QueueState {
  /** Number of waiting runs, including runs that are due later. */
  queued: number;
  /** Number of waiting runs that are due. */
  due: number;
  active: number;
  /** Number of runs that failed and have no attempts left. They are kept for a while. */
  failed: number;
  /** Time for which the oldest due run has waited (s); null when no run is due. */
  oldestDueSeconds: number | null;
  /** Time of the last completed run that is still kept; null without one. */
  lastCompletedAt: Date | null;
  lastFailedAt: Date | null;
  /** Error of the last failed run; null without one. */
  lastError: string | null;
}

/** Maximum number of runs that one call retries or deletes. */
export const MAX_RUNS_AT_ONCE = 10_000;
const MAX_ERROR_LENGTH = 500;

const empty: QueueState = {
  queued: 0,
  due: 0,
  active: 0,
  failed: 0,
  oldestDueSeconds: null,
  lastCompletedAt: null,
  lastFailedAt: null,
  lastError: null,
};

interface Row {
  name: string;
  queued: number;
  due: number;
  active: number;
  failed: number;
  oldest_due_seconds: number | null;
  last_completed_at: Date | null;
  last_failed_at: Date | null;
  last_error: string | null;
}

/**
 * Reads and changes the job queues in the database. Uses SQL instead of pg-boss, whose functions change runs by id or a
 * whole queue and return no counts. The tables exist only after jobs were started for the first time; before, every
 * queue is empty.
 */
@Service()
export class JobQueues {
  constructor(private readonly database: Database) {}

  /** Returns a function that gives the state of a queue by the name of its job. */
  async read(): Promise<(name: string) => QueueState> {
    if (!(await this.exist())) return () => empty;
    const { rows } = await this.database.query<Row & { [column: string]: unknown }>(
      `select name,
         (count(*) filter (where state < 'active'))::int as queued,
         (count(*) filter (where state < 'active' and start_after <= now()))::int as due,
         (count(*) filter (where state = 'active'))::int as active,
         (count(*) filter (where state = 'failed'))::int as failed,
         extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::float8 as oldest_due_seconds,
         max(completed_on) filter (where state = 'completed') as last_completed_at,
         max(completed_on) filter (where state = 'failed') as last_failed_at,
         (array_agg(left(output->>'message', ${MAX_ERROR_LENGTH}) order by completed_on desc) filter (where state = 'failed'))[1] as last_error
       from jobs.job group by name`,
    );
    const states = new Map(rows.map((row) => [row.name, stateOf(row)]));
    return (name) => states.get(name) ?? empty;
  }

  /** Queues failed runs again, the oldest first, at most `MAX_RUNS_AT_ONCE`. @returns the number of queued runs */
  async retryFailed(name: string): Promise<number> {
    return this.change(
      name,
      "state = 'failed'",
      (chosen) =>
        `update jobs.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now() where ${chosen}`,
    );
  }

  /**
   * Deletes waiting runs, the oldest first, at most `MAX_RUNS_AT_ONCE`; running ones continue.
   * @returns the number of deleted runs
   */
  async purge(name: string): Promise<number> {
    return this.change(name, "state < 'active'", (chosen) => `delete from jobs.job where ${chosen}`);
  }

  private async change(name: string, which: string, statement: (chosen: string) => string): Promise<number> {
    if (!(await this.exist())) return 0;
    const chosen = `name = $1 and ${which} and id in (select id from jobs.job where name = $1 and ${which} order by created_on limit ${MAX_RUNS_AT_ONCE})`;
    const { rowCount } = await this.database.query(statement(chosen), [name]);
    return rowCount ?? 0;
  }

  /** Returns true if jobs were ever started on this database. */
  async exist(): Promise<boolean> {
    const { rows } = await this.database.query<{ exists: boolean }>(
      "select to_regclass('jobs.job') is not null as exists",
    );
    return rows[0]?.exists === true;
  }
}

function stateOf({ queued, due, active, failed, ...row }: Row): QueueState {
  const times = { lastCompletedAt: row.last_completed_at, lastFailedAt: row.last_failed_at };
  return { queued, due, active, failed, oldestDueSeconds: row.oldest_due_seconds, ...times, lastError: row.last_error };
}
