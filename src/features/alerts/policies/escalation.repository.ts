import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from '../../../database/drizzle.js';
import type { Alert } from '../alerts/alert.js';
import { alertEscalations, alerts } from '../alerts.schema.js';
import type { Escalation } from './escalation.js';
import type { Inhibitor } from './policy.js';

@Service()
export class EscalationRepository {
  constructor(private readonly database: Database) {}

  /** Inserts escalations, except those of a firing that has one already. */
  async insert(wanted: readonly Escalation[]): Promise<void> {
    if (wanted.length > 0)
      await this.database.orm
        .insert(alertEscalations)
        .values([...wanted])
        .onConflictDoNothing();
  }

  /** Locks the escalations that are due, except those that another process holds, the earliest first. */
  holdDue(now: Date, limit: number): Promise<Escalation[]> {
    return this.database.orm
      .select()
      .from(alertEscalations)
      .where(lte(alertEscalations.nextAt, now))
      .orderBy(asc(alertEscalations.nextAt), asc(alertEscalations.id))
      .limit(limit)
      .for('update', { skipLocked: true });
  }

  /** Locks the escalations of an alert that have not ended, or ended because their steps were used up. */
  holdOf(alertId: string): Promise<Escalation[]> {
    const isOpen = or(
      isNull(alertEscalations.endedAt),
      inArray(alertEscalations.endReason, ['exhausted', 'acknowledged']),
    );
    return this.database.orm
      .select()
      .from(alertEscalations)
      .where(and(eq(alertEscalations.alertId, alertId), isOpen))
      .orderBy(asc(alertEscalations.id))
      .for('update');
  }

  async update(id: string, changes: Partial<Escalation>): Promise<void> {
    await this.database.orm.update(alertEscalations).set(changes).where(eq(alertEscalations.id, id));
  }

  /**
   * Returns true if another alert of the account that holds back others is open.
   * @param onlyByOlder true: only alerts that fired before this one count
   */
  async isInhibited(
    { accountId, id, firedAt }: Alert,
    { ruleIds = [], tags = [] }: Inhibitor,
    { onlyByOlder = false } = {},
  ): Promise<boolean> {
    const open = and(
      eq(alerts.accountId, accountId),
      ne(alerts.id, id),
      onlyByOlder ? sql`(${alerts.firedAt}, ${alerts.id}) < (${firedAt}::timestamptz, ${id}::uuid)` : undefined,
      inArray(alerts.state, ['firing', 'acknowledged', 'snoozed']),
      or(
        ruleIds.length > 0 ? inArray(alerts.ruleId, ruleIds) : undefined,
        tags.length > 0 ? sql`${alerts.tags} && ${sql.param(tags)}::text[]` : undefined,
      ),
    );
    const [found] = await this.database.orm.select({ id: alerts.id }).from(alerts).where(open).limit(1);
    return found !== undefined;
  }
}
