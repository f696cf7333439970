import { Service } from 'typedi';
import { AuditLog } from '../../../audit/audit-log.js';
import { Config } from '../../../config/config.js';
import { type ListedProcess, ProcessRegistry } from '../../../coordination/process-registry.js';
import { Database } from '../../../database/database.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import type { LoggedProblem } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { FeedRegistry, type FeedStatus } from '../../../upstream/feed-status.js';
import { JobAdministration, type JobState } from '../jobs/job-administration.service.js';
import { entryOf } from '../operator-entry.js';
import { type ProcessReading, ProcessReadings } from './process-reading.service.js';

export interface Diagnostics {
  collectedAt: Date;
  process: ProcessReading;
  databaseVersion: string;
  processes: ListedProcess[];
  configuration: ReadonlyArray<{ name: string; value: string | null }>;
  /** Queues with runs that wait, run or have failed. */
  queues: JobState[];
  feeds: FeedStatus[];
  /** Last warnings and errors of the process, newest first. */
  problems: LoggedProblem[];
}

/** Collects what an operator sends along with a report of a fault, without secrets and without data of accounts. */
@Service()
export class DiagnosticsService {
  constructor(
    private readonly config: Config,
    private readonly registry: ProcessRegistry,
    private readonly database: Database,
    private readonly readings: ProcessReadings,
    private readonly jobs: JobAdministration,
    private readonly feeds: FeedRegistry,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Collects a bundle. The audit entry is written first, so that no bundle leaves without one. */
  async collect(operator: Caller, origin: RequestOrigin): Promise<Diagnostics> {
    await this.audit.append(entryOf(operator, 'diagnostics.collected', null, origin));
    const { rows } = await this.database.query<{ server_version: string }>('show server_version');
    const states = await this.jobs.list();
    return {
      collectedAt: new Date(this.clock.now()),
      process: this.readings.read(),
      databaseVersion: rows[0]?.server_version ?? '',
      processes: await this.registry.list(),
      configuration: this.config.shown.filter(({ value }) => value !== null),
      queues: states.filter(({ queue }) => queue.queued + queue.active + queue.failed > 0),
      feeds: this.feeds.list(),
      problems: this.readings.problems(),
    };
  }
}
