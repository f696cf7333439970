import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import type { Order } from '../../../time/sort-order.js';
import { alertComments, alertRules, alerts } from '../alerts.schema.js';
import type { ConditionResult } from '../engine/alert-transition.js';
import type { Alert, AlertComment, AlertFilter } from './alert.js';

/** Maximum number of held alerts of one account that are released at a time. */
const MAX_HELD = 1_000;
/** Maximum number of earlier alerts that are read to rebuild the state of a rule. */
const MAX_BEFORE = 5_000;

const { id, accountId } = alerts;
type Row = typeof alerts.$inferSelect;

/** Alerts and their comments in the database. */
@Service()
export class AlertRepository {
  constructor(private readonly database: Database) {}

  async find(owner: string, alert: string): Promise<Alert | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(alerts)
      .where(and(eq(id, alert), eq(accountId, owner)));
    return row && alertOf(row);
  }

  /** Lists alerts of an account by id, in the order given, after the id `after`. */
  async list(
    owner: string,
    { state, severity, ruleId }: AlertFilter,
    limit: number,
    after: string | undefined,
    order: Order,
  ): Promise<Alert[]> {
    const rows = await this.database.orm
      .select()
      .from(alerts)
      .where(
        and(
          eq(accountId, owner),
          state && inArray(alerts.state, [...state]),
          severity && inArray(alerts.severity, [...severity]),
          ruleId && inArray(alerts.ruleId, [...ruleId]),
          afterKey(id, order, after),
        ),
      )
      .orderBy(inOrder(id, order))
      .limit(limit);
    return rows.map(alertOf);
  }

  /** Reads an alert and locks it against changes until the transaction ends. */
  async hold(owner: string, alert: string): Promise<Alert | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(alerts)
      .where(and(eq(id, alert), eq(accountId, owner)))
      .for('update');
    return row && alertOf(row);
  }

  /**
   * Returns the alerts of a rule that fired before a time and were not resolved more than `resolvedWithinMs` before it,
   * earliest first.
   */
  async before(rule: string, time: Date, resolvedWithinMs: number): Promise<Alert[]> {
    const resolved = new Date(time.getTime() - resolvedWithinMs);
    const rows = await this.database.orm
      .select()
      .from(alerts)
      .where(
        and(
          eq(alerts.ruleId, rule),
          lt(alerts.firedAt, time),
          or(isNull(alerts.resolvedAt), gt(alerts.resolvedAt, resolved)),
        ),
      )
      .orderBy(asc(alerts.firedAt), asc(id))
      .limit(MAX_BEFORE);
    return rows.map(alertOf);
  }

  /** Returns alerts of an account that fired in a time (`to` is exclusive), the earliest first. */
  async firedWithin(owner: string, from: Date, to: Date, limit: number): Promise<Alert[]> {
    const rows = await this.database.orm
      .select()
      .from(alerts)
      .where(and(eq(accountId, owner), gte(alerts.firedAt, from), lt(alerts.firedAt, to)))
      .orderBy(asc(alerts.firedAt), asc(id))
      .limit(limit);
    return rows.map(alertOf);
  }

  /** Reads the unresolved alerts of a rule and locks them until the transaction ends. */
  async holdOpen(ruleId: string): Promise<Alert[]> {
    const rows = await this.database.orm
      .select()
      .from(alerts)
      .where(and(eq(alerts.ruleId, ruleId), ne(alerts.state, 'resolved')))
      .orderBy(asc(id))
      .for('update');
    return rows.map(alertOf);
  }

  /** Reads the alerts of the given crossings, as far as they exist, and locks them until the transaction ends. */
  async holdCrossings(crossings: ReadonlyArray<Pick<Alert, 'ruleId' | 'key' | 'crossing'>>): Promise<Alert[]> {
    if (crossings.length === 0) return [];
    const wanted = crossings.map(({ ruleId, key, crossing }) => ({ ruleId, key, crossing }));
    const rows = await this.database.orm
      .select()
      .from(alerts)
      .where(
        sql`(${alerts.ruleId}, ${alerts.key}, ${alerts.crossing}) in (
          select (one->>'ruleId')::uuid, one->>'key', (one->>'crossing')::bigint from jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) as one)`,
      )
      .orderBy(asc(id))
      .for('update');
    return rows.map(alertOf);
  }

  /** Returns ids of accounts that have alerts whose delivery waits, ascending, after the id `after`. */
  async accountsWithHeld(after: string, limit: number): Promise<string[]> {
    const rows = await this.database.orm
      .selectDistinct({ accountId })
      .from(alerts)
      .where(and(isNotNull(alerts.held), after === '' ? undefined : gt(accountId, after)))
      .orderBy(asc(accountId))
      .limit(limit);
    return rows.map((row) => row.accountId);
  }

  /** Reads the alerts of an account whose delivery waits and locks them until the transaction ends. */
  async holdHeld(owner: string): Promise<Alert[]> {
    const rows = await this.database.orm
      .select()
      .from(alerts)
      .where(and(eq(accountId, owner), isNotNull(alerts.held)))
      .orderBy(asc(id))
      .limit(MAX_HELD)
      .for('update');
    return rows.map(alertOf);
  }

  /** Inserts alerts, and replaces alerts that exist already. */
  async save(changed: readonly Alert[]): Promise<void> {
    if (changed.length === 0) return;
    await this.database.orm
      .insert(alerts)
      .values(changed.map(rowOf))
      .onConflictDoUpdate({ target: id, set: replacement });
  }

  async removeAll(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.database.orm.delete(alerts).where(inArray(id, [...ids]));
  }

  /** Returns the webhook endpoints that the alert's rule names; empty for a deleted rule. */
  async endpointsOf(ruleId: string): Promise<string[]> {
    const [rule] = await this.database.orm
      .select({ endpointIds: alertRules.endpointIds })
      .from(alertRules)
      .where(eq(alertRules.id, ruleId));
    return rule?.endpointIds ?? [];
  }

  /** Returns comments of an alert, oldest first. */
  async comments(alert: string, limit: number): Promise<AlertComment[]> {
    return this.database.orm
      .select({ id: alertComments.id, text: alertComments.text, createdAt: alertComments.createdAt })
      .from(alertComments)
      .where(eq(alertComments.alertId, alert))
      .orderBy(asc(alertComments.id))
      .limit(limit);
  }

  /** Returns the comments on all alerts of an account by the id of the alert, oldest first. */
  async commentsOf(owner: string): Promise<Map<string, AlertComment[]>> {
    const rows = await this.database.orm
      .select()
      .from(alertComments)
      .where(eq(alertComments.accountId, owner))
      .orderBy(asc(alertComments.id));
    return Map.groupBy(rows, ({ alertId }) => alertId);
  }

  /** Deletes at most `limit` alerts of an account. @returns the number deleted */
  async removeSome(owner: string, limit: number): Promise<number> {
    const some = this.database.orm.select({ id }).from(alerts).where(eq(accountId, owner)).limit(limit);
    const removed = await this.database.orm.delete(alerts).where(inArray(id, some)).returning({ id });
    return removed.length;
  }

  countComments(alert: string): Promise<number> {
    return this.database.orm.$count(alertComments, eq(alertComments.alertId, alert));
  }

  async addComment(owner: string, alert: string, comment: AlertComment): Promise<void> {
    await this.database.orm.insert(alertComments).values({ ...comment, alertId: alert, accountId: owner });
  }

  /** The number of alerts resolved before a time. */
  countOld(before: Date): Promise<number> {
    return this.database.orm.$count(alerts, lt(alerts.resolvedAt, before));
  }

  /** Deletes at most `limit` alerts that were resolved before a time. @returns the number deleted */
  async forget(before: Date, limit: number): Promise<number> {
    const old = this.database.orm.select({ id }).from(alerts).where(lt(alerts.resolvedAt, before)).limit(limit);
    const removed = await this.database.orm.delete(alerts).where(inArray(id, old)).returning({ id });
    return removed.length;
  }
}

/** Columns of an existing row that are overwritten with the values of the row to be inserted. */
const replacement = Object.fromEntries(
  (
    [
      ['state', 'state'],
      ['severity', 'severity'],
      ['title', 'title'],
      ['entityName', 'entity_name'],
      ['startedAt', 'started_at'],
      ['firedAt', 'fired_at'],
      ['acknowledgedAt', 'acknowledged_at'],
      ['snoozedUntil', 'snoozed_until'],
      ['resolvedAt', 'resolved_at'],
      ['resolvedReason', 'resolved_reason'],
      ['explanation', 'explanation'],
      ['groupId', 'group_id'],
      ['symbols', 'symbols'],
      ['entities', 'entities'],
      ['assigneeId', 'assignee_id'],
      ['latitude', 'latitude'],
      ['longitude', 'longitude'],
      ['notified', 'notified'],
      ['held', 'held'],
      ['version', 'version'],
      ['updatedAt', 'updated_at'],
    ] as const
  ).map(([property, column]) => [property, sql.raw(`excluded.${column}`)]),
);

const alertOf = ({ latitude, longitude, explanation, ...row }: Row): Alert => ({
  ...row,
  resolvedReason: row.resolvedReason as Alert['resolvedReason'],
  explanation: explanation as unknown as ConditionResult[],
  place: latitude === null || longitude === null ? null : { lat: latitude, lon: longitude },
});

const rowOf = ({ place, explanation, ...alert }: Alert): Row => ({
  ...alert,
  explanation: explanation as unknown as Row['explanation'],
  latitude: place?.lat ?? null,
  longitude: place?.lon ?? null,
});
