import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { HoldingReport } from '../holding.js';
import { HoldingRepository } from './holding.repository.js';
import { HoldingChangedDto, holdingEnded, holdingStarted } from './holdings.events.js';

/** Holds are kept for this time (ms), so that none of them is published again. */
const RETENTION_MS = 30 * DAY_MS;
const DELETE_BATCH = 5_000;

/** Publishes holding patterns of aircraft in the event log, each start and end once. */
@Service()
export class Holdings {
  constructor(
    private readonly log: EventLog,
    private readonly database: Database,
    private readonly repository: HoldingRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Publishes the starts and ends of reports. A hold that overlaps a published one of the same aircraft is the same
   * hold, as after a restart, and is left out.
   */
  async report(reports: readonly HoldingReport[]): Promise<void> {
    await this.database.transaction(async () => {
      await this.repository.lock();
      for (const report of reports) {
        const [subject = ''] = report.entities ?? [];
        const isStart = report.endedAt === null;
        const isNew = isStart ? await this.repository.begin(report, subject) : await this.repository.end(report);
        if (!isNew) continue;
        await this.log.append(isStart ? holdingStarted : holdingEnded, {
          data: HoldingChangedDto.from(report),
          subject,
          time: report.endedAt ?? report.startedAt,
        });
      }
    });
  }

  /** Lists the published holds that have not ended. After a restart the detector continues them. */
  ongoing(): Promise<HoldingReport[]> {
    return this.repository.ongoing();
  }

  /** Deletes up to a batch of holds past their retention. @returns true if more may remain */
  async deleteExpired(): Promise<boolean> {
    const before = new Date(this.clock.now() - RETENTION_MS);
    return (await this.repository.deleteBefore(before, DELETE_BATCH)) === DELETE_BATCH;
  }
}
