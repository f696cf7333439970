import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import { isPeriodic, type Job } from '../../../jobs/job.js';
import { JobQueues, type QueueState } from '../../../jobs/job-queues.js';
import { type JobRun, JobRuns, type RunFilter } from '../../../jobs/job-runs.js';
import { Jobs } from '../../../jobs/jobs.js';
import { entryOf } from '../operator-entry.js';
import { type ReadOrigin, ReadReasons, reasonOf } from '../read-reasons.js';

export interface JobState {
  job: Job;
  queue: QueueState;
}

/**
 * Operations of operators on jobs and their queues. Each change is recorded in the audit log in its own transaction.
 */
@Service()
export class JobAdministration {
  constructor(
    private readonly jobs: Jobs,
    private readonly queues: JobQueues,
    private readonly runs: JobRuns,
    private readonly audit: AuditLog,
    private readonly database: Database,
    private readonly reasons: ReadReasons,
  ) {}

  /** Lists all jobs by name. */
  async list(): Promise<JobState[]> {
    const stateOf = await this.queues.read();
    return this.jobs.registered
      .map((job) => ({ job, queue: stateOf(job.name) }))
      .sort((a, b) => (a.job.name < b.job.name ? -1 : 1));
  }

  /**
   * Queues a run of a periodic job; has no effect if a run is already waiting.
   * @throws Problem `not_found`, `conflict` for a job that needs data
   */
  async run(operator: Caller, name: string, origin: RequestOrigin): Promise<JobState> {
    const job = this.find(name);
    if (!isPeriodic(job))
      throw new Problem('conflict', {
        detail: 'This job runs for data that is sent to it; only jobs with a schedule can be run by request.',
      });
    await this.database.transaction(async () => {
      await this.jobs.send(name, {});
      await this.audit.append(entryOf(operator, 'job.run_requested', name, origin));
    });
    return { job, queue: (await this.queues.read())(name) };
  }

  /**
   * Queues all failed runs of a job again.
   * @returns the number of runs
   * @throws Problem `not_found`, `conflict` for a periodic job
   */
  async retry(operator: Caller, name: string, origin: RequestOrigin): Promise<number> {
    if (isPeriodic(this.find(name))) throw repeatsItself();
    return this.change(operator, 'queue.retried', name, origin, () => this.queues.retryFailed(name));
  }

  /** Deletes all waiting runs of a job. @returns the number of runs @throws Problem `not_found` */
  async purge(operator: Caller, name: string, origin: RequestOrigin): Promise<number> {
    this.find(name);
    return this.change(operator, 'queue.purged', name, origin, () => this.queues.purge(name));
  }

  /**
   * Lists runs of all queues, newest first, after a run.
   * @throws Problem `invalid_request` if a required reason is missing
   */
  async listRuns(
    operator: Caller,
    filter: RunFilter,
    origin: ReadOrigin,
    limit: number,
    after?: readonly [place: string, id: string],
  ): Promise<JobRun[]> {
    this.reasons.check(origin);
    const runs = await this.runs.list(filter, limit, after);
    const { order: _, ...asked } = filter;
    await this.audit.append(entryOf(operator, 'job_runs.listed', null, origin, { ...asked, ...reasonOf(origin) }));
    return runs;
  }

  /** Queues a failed run again. @throws Problem `not_found`, `conflict` for a run of a periodic job */
  async retryRun(operator: Caller, id: string, origin: RequestOrigin): Promise<void> {
    await this.database.transaction(async () => {
      const name = found(await this.runs.retry(id));
      if (this.jobs.registered.some((job) => job.name === name && isPeriodic(job))) throw repeatsItself();
      await this.audit.append(entryOf(operator, 'job_run.retried', id, origin, { job: name }));
    });
  }

  /** Deletes a failed run, whose work then remains undone. @throws Problem `not_found` */
  async removeRun(operator: Caller, id: string, origin: RequestOrigin): Promise<void> {
    await this.database.transaction(async () => {
      const name = found(await this.runs.remove(id));
      await this.audit.append(entryOf(operator, 'job_run.deleted', id, origin, { job: name }));
    });
  }

  private change(
    operator: Caller,
    action: string,
    name: string,
    origin: RequestOrigin,
    work: () => Promise<number>,
  ): Promise<number> {
    return this.database.transaction(async () => {
      const runs = await work();
      await this.audit.append(entryOf(operator, action, name, origin, { runs }));
      return runs;
    });
  }

  private find(name: string): Job {
    const job = this.jobs.registered.find((one) => one.name === name);
    if (job === undefined)
      throw new Problem('not_found', { detail: 'No job has this name; `GET /admin/jobs` lists them.' });
    return job;
  }
}

const repeatsItself = (): Problem =>
  new Problem('conflict', {
    detail: 'The next period repeats this job. To run it now, use `POST /admin/jobs/{name}/run`.',
  });

function found(job: string | undefined): string {
  if (job === undefined)
    throw new Problem('not_found', {
      detail: 'No failed run has this id; `GET /admin/jobs/runs?status=failed` lists them.',
    });
  return job;
}
