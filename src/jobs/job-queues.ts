import { Service } from 'typedi';
import { Database } from '../database/database.js';

/** The state of a queue, over all processes. */
export interface QueueState {
  /** Runs that wait, also those for a later time. */
  queued: number;
  /** Waiting runs whose time has come. */
  due: number;
  active: number;
  /** Runs that failed as often as they may. They are kept for a while. */
  failed: number;
  /** Time for which the oldest due run has waited (s); null when no run is due. */
  oldestDueSeconds: number | null;
  /** Null when no kept run was completed. */
  lastCompletedAt: Date | null;
  lastFailedAt: Date | null;
  /** The error of the last failed run. */
  lastError: string | null;
}

/** The most runs that one call retries or deletes. */
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
 * Reads and changes the queues of the jobs in the database. Statements rather than calls of pg-boss, because its
 * functions change named runs or a whole queue, and report no numbers. The tables exist once jobs were started; before
 * that every queue is empty.
 */
@Service()
export class JobQueues {
  constructor(private readonly database: Database) {}

  /** By the name of the job. */
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

  /** Queues failed runs again, the oldest first, at most `MAX_RUNS_AT_ONCE`. @returns their number */
  async retryFailed(name: string): Promise<number> {
    return this.change(
      name,
      "state = 'failed'",
      (chosen) =>
        `update jobs.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now() where ${chosen}`,
    );
  }

  /**
   * Deletes waiting runs, the oldest first, at most `MAX_RUNS_AT_ONCE`; those under way go on.
   * @returns their number
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

  /** Whether jobs were started on this database. */
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
