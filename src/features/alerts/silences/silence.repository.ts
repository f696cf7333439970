import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, gt, inArray, lt, lte } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { alertRules, alertSilences } from '../alerts.schema.js';
import type { AlertSeverity } from '../engine/engine-rule.js';
import type { Silence } from './silence.js';

type Row = typeof alertSilences.$inferSelect;

const { id, accountId, startsAt, endsAt } = alertSilences;

@Service()
export class SilenceRepository extends OwnedTable<Row, Silence> {
  constructor(database: Database) {
    super(database, alertSilences);
  }

  /** Returns the silences of accounts that are in force at a moment, by account. */
  async inForce(owners: readonly string[], now: Date): Promise<Map<string, Silence[]>> {
    if (owners.length === 0) return new Map();
    const rows = await this.database.orm
      .select()
      .from(alertSilences)
      .where(and(inArray(accountId, [...owners]), lte(startsAt, now), gt(endsAt, now)));
    return Map.groupBy(
      rows.map((row) => this.itemOf(row)),
      (silence) => silence.accountId,
    );
  }

  async hasRule(owner: string, ruleId: string): Promise<boolean> {
    const count = await this.database.orm.$count(
      alertRules,
      and(eq(alertRules.id, ruleId), eq(alertRules.accountId, owner)),
    );
    return count > 0;
  }

  /** Deletes at most `limit` silences that ended before a time. @returns the number deleted */
  async forget(before: Date, limit: number): Promise<number> {
    const old = this.database.orm.select({ id }).from(alertSilences).where(lt(endsAt, before)).limit(limit);
    return (await this.database.orm.delete(alertSilences).where(inArray(id, old)).returning({ id })).length;
  }

  protected override itemOf(row: Row): Silence {
    return { ...row, severities: row.severities as AlertSeverity[] | null };
  }
}
