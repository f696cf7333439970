import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { asc, isNull } from '../../../database/drizzle.js';
import { holdings } from '../geospatial.schema.js';
import type { HoldingReport } from '../holding.js';

/** Number of the advisory lock that a transaction holds while it changes holding patterns; arbitrary but unique. */
const HOLDINGS_LOCK = 7_221_037;

/** Stores which holding patterns were published. */
@Service()
export class HoldingRepository {
  constructor(private readonly database: Database) {}

  /** Waits until no other transaction changes holding patterns, and locks them until this transaction ends. */
  async lock(): Promise<void> {
    await this.database.query('select pg_advisory_xact_lock($1)', [HOLDINGS_LOCK]);
  }

  /** Stores the start of a hold. @returns false if the aircraft already has one at that time */
  async begin(report: HoldingReport, entity: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `insert into holdings (key, entity, started_at, report) select $1, $2, $3, $4
       where not exists (select from holdings where entity = $2 and started_at <= $5 and coalesce(ended_at, 'infinity') >= $3)
       on conflict do nothing`,
      [report.key, entity, report.startedAt, JSON.stringify(report), report.reportedAt],
    );
    return rowCount === 1;
  }

  /** Stores the end of a hold. @returns false if no start of it is stored, or its end is already stored */
  async end(report: HoldingReport): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'update holdings set ended_at = $2, report = $3 where key = $1 and ended_at is null',
      [report.key, report.endedAt, JSON.stringify(report)],
    );
    return rowCount === 1;
  }

  /** Lists the holds that have not ended, oldest first. */
  async ongoing(): Promise<HoldingReport[]> {
    const rows = await this.database.orm
      .select()
      .from(holdings)
      .where(isNull(holdings.endedAt))
      .orderBy(asc(holdings.startedAt));
    return rows.map(({ startedAt, report }) => {
      const { reportedAt, ...rest } = report as unknown as Omit<HoldingReport, 'reportedAt'> & { reportedAt: string };
      return { ...rest, startedAt, endedAt: null, reportedAt: new Date(reportedAt) };
    });
  }

  /** Deletes up to `limit` holds that began before a time. @returns the number of deleted holds */
  async deleteBefore(before: Date, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      'delete from holdings where key in (select key from holdings where started_at < $1 order by started_at limit $2)',
      [before, limit],
    );
    return rowCount ?? 0;
  }
}
