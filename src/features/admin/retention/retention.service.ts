import { Service } from 'typedi';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import type { ExpiredRows } from '../../../jobs/job.js';
import { Jobs } from '../../../jobs/jobs.js';
import { entryOf } from '../operator-entry.js';

export interface RetentionCount extends ExpiredRows {
  /** Name of the job that deletes the rows. */
  job: string;
}

/** Deletes data past its retention on request. */
@Service()
export class RetentionService {
  constructor(
    private readonly jobs: Jobs,
    private readonly audit: AuditLog,
    private readonly database: Database,
  ) {}

  /** Counts the rows past their retention by table and, unless it is a dry run, queues the jobs that delete them. */
  async run(operator: Caller, isDryRun: boolean, origin: RequestOrigin): Promise<RetentionCount[]> {
    const found: RetentionCount[] = [];
    const jobs = this.jobs.registered.filter(({ expired }) => expired !== undefined);
    for (const job of jobs) for (const rows of (await job.expired?.()) ?? []) found.push({ job: job.name, ...rows });
    if (!isDryRun)
      await this.database.transaction(async () => {
        for (const { name } of jobs) await this.jobs.send(name, {});
        await this.audit.append(
          entryOf(
            operator,
            'retention.run_requested',
            null,
            origin,
            Object.fromEntries(found.map(({ table, rows }) => [table, rows])),
          ),
        );
      });
    return found.sort((a, b) => (a.table < b.table ? -1 : 1));
  }
}
