import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, gt, inArray, lt, lte } from '../../../database/drizzle.js';
import { beyond, inOrder } from '../../../database/in-order.js';
import type { Order } from '../../../time/order.js';
import { alertRules, alertSilences } from '../alerts.schema.js';
import type { AlertSeverity } from '../engine/engine-rule.js';
import type { Silence } from './silence.js';

const { id, accountId, startsAt, endsAt } = alertSilences;

/** Silences in the database. */
@Service()
export class SilenceRepository {
  constructor(private readonly database: Database) {}

  async find(owner: string, silence: string): Promise<Silence | undefined> {
    const [row] = await this.database.orm.select().from(alertSilences).where(own(owner, silence));
    return row && silenceOf(row);
  }

  /** The silence, locked against changes until the transaction ends. */
  async hold(owner: string, silence: string): Promise<Silence | undefined> {
    const [row] = await this.database.orm.select().from(alertSilences).where(own(owner, silence)).for('update');
    return row && silenceOf(row);
  }

  /** Oldest first, after the silence `after`. */
  async list(owner: string, limit: number, after?: string, order: Order = 'asc'): Promise<Silence[]> {
    const rows = await this.database.orm
      .select()
      .from(alertSilences)
      .where(and(eq(accountId, owner), beyond(id, order, after)))
      .orderBy(inOrder(id, order))
      .limit(limit);
    return rows.map(silenceOf);
  }

  /** The silences of accounts that are in force at a moment, by account. */
  async inForce(owners: readonly string[], now: Date): Promise<Map<string, Silence[]>> {
    if (owners.length === 0) return new Map();
    const rows = await this.database.orm
      .select()
      .from(alertSilences)
      .where(and(inArray(accountId, [...owners]), lte(startsAt, now), gt(endsAt, now)));
    return Map.groupBy(rows.map(silenceOf), (silence) => silence.accountId);
  }

  count(owner: string): Promise<number> {
    return this.database.orm.$count(alertSilences, eq(accountId, owner));
  }

  async hasRule(owner: string, ruleId: string): Promise<boolean> {
    const count = await this.database.orm.$count(
      alertRules,
      and(eq(alertRules.id, ruleId), eq(alertRules.accountId, owner)),
    );
    return count > 0;
  }

  async insert(silence: Silence): Promise<void> {
    await this.database.orm.insert(alertSilences).values(silence);
  }

  async replace(silence: Silence): Promise<void> {
    await this.database.orm.update(alertSilences).set(silence).where(eq(id, silence.id));
  }

  async remove(silence: string): Promise<void> {
    await this.database.orm.delete(alertSilences).where(eq(id, silence));
  }

  /** Forgets silences that ended before a time, at most `limit`. @returns how many */
  async forget(before: Date, limit: number): Promise<number> {
    const old = this.database.orm.select({ id }).from(alertSilences).where(lt(endsAt, before)).limit(limit);
    return (await this.database.orm.delete(alertSilences).where(inArray(id, old)).returning({ id })).length;
  }
}

const own = (owner: string, silence: string) => and(eq(id, silence), eq(accountId, owner));

const silenceOf = (row: typeof alertSilences.$inferSelect): Silence => ({
  ...row,
  severities: row.severities as AlertSeverity[] | null,
});
