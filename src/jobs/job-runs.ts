import { Service } from 'typedi';
import { Database } from '../database/database.js';
import type { Order } from '../time/sort-order.js';
import { JobQueues } from './job-queues.js';

export const runStatuses = ['queued', 'active', 'completed', 'failed'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** A run of a job in any process. Its data is not read, because it may contain addresses of people. */
export interface JobRun {
  id: string;
  name: string;
  status: RunStatus;
  /** Number of attempts that have begun. */
  attempts: number;
  /** Message of the last error; null without one. */
  error: string | null;
  /** Account on whose behalf it runs; null when the queue does not know it. */
  accountId: string | null;
  createdAt: Date;
  /** Time at which the run, or its next attempt, may begin. */
  dueAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
  /** Sort key of the run in the list: its time of queueing to the microsecond. */
  place: string;
}

export interface RunFilter {
  name?: readonly string[];
  status?: readonly RunStatus[];
  /** Order of queueing. Default: newest first. */
  order?: Order;
}

const MAX_ERROR_LENGTH = 500;
const states: Readonly<Record<RunStatus, readonly string[]>> = {
  queued: ['created', 'retry'],
  active: ['active'],
  completed: ['completed'],
  failed: ['failed'],
};
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Reads and changes single runs in the queues. Ended runs of jobs on a schedule are kept for an hour or two periods,
 * whichever is longer. Ended runs of other jobs are kept for a week, except that completed runs of jobs with
 * `concurrency` are deleted at once.
 */
@Service()
export class JobRuns {
  constructor(
    private readonly database: Database,
    private readonly queues: JobQueues,
  ) {}

  /** Returns runs sorted by the time of queueing, beginning after the run with the given key and id. */
  async list(
    { name, status, order = 'desc' }: RunFilter,
    limit: number,
    after?: readonly [place: string, id: string],
  ): Promise<JobRun[]> {
    if (!(await this.queues.exist())) return [];
    const [beyond, direction] = order === 'desc' ? ['<', 'desc'] : ['>', 'asc'];
    const { rows } = await this.database.query<JobRun & { [column: string]: unknown }>(
      `select id, name, case when state < 'active' then 'queued' else state::text end as status,
         (retry_count + (state = 'active' or completed_on is not null)::int)::int as attempts,
         left(output->>'message', ${MAX_ERROR_LENGTH}) as error,
         case when coalesce(data->>'accountId', group_tier) ~ '${UUID}' then coalesce(data->>'accountId', group_tier) end as "accountId",
         created_on as "createdAt", start_after as "dueAt", started_on as "startedAt", completed_on as "completedAt", created_on::text as place
       from jobs.job
       where ($1::text[] is null or name = any($1)) and state = any(coalesce($2::text[], '{created,retry,active,completed,failed}')::jobs.job_state[])
         and ($3::timestamptz is null or (created_on, id) ${beyond} ($3::timestamptz, $4::uuid))
       order by created_on ${direction}, id ${direction} limit $5`,
      [name ?? null, status?.flatMap((one) => states[one]) ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
    );
    return rows;
  }

  /**
   * Queues a failed run again, with one more attempt.
   * @returns the name of its job; undefined when no failed run has this id
   */
  async retry(id: string): Promise<string | undefined> {
    return this.change(
      id,
      `update jobs.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
       where id = $1 and state = 'failed' returning name`,
    );
  }

  /** Deletes a failed run. @returns the name of its job; undefined when no failed run has this id */
  async remove(id: string): Promise<string | undefined> {
    return this.change(id, `delete from jobs.job where id = $1 and state = 'failed' returning name`);
  }

  private async change(id: string, statement: string): Promise<string | undefined> {
    if (!(await this.queues.exist())) return undefined;
    const { rows } = await this.database.query<{ name: string }>(statement, [id]);
    return rows[0]?.name;
  }
}
