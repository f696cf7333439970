import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import { HoldingChangedDto, type HoldingReport, holdingEnded, holdingStarted } from './holdings.events.js';

/** Publishes holding patterns of aircraft in the event log. */
@Service()
export class Holdings {
  constructor(
    private readonly log: EventLog,
    private readonly database: Database,
  ) {}

  async report(reports: readonly HoldingReport[]): Promise<void> {
    await this.database.transaction(async () => {
      for (const report of reports) {
        const [subject = ''] = report.entities ?? [];
        const type = report.endedAt === null ? holdingStarted : holdingEnded;
        await this.log.append(type, {
          data: HoldingChangedDto.from(report),
          subject,
          time: report.endedAt ?? report.startedAt,
        });
      }
    });
  }
}
