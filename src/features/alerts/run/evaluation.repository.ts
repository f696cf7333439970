import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from '../../../database/drizzle.js';
import { alertEvaluation, alertRuleStates, alertRules, alerts, alertUsage } from '../alerts.schema.js';
import type { Condition } from '../condition.js';
import type { BudgetUsage } from '../engine/evaluation-budget.js';
import type { AlertRule } from '../rules/rule.js';
import type { SavedState } from './alert-batch.js';

/** Id of the only row of `alert_evaluation`. */
const ROW = 1;

/** The stored progress of the evaluation of rules. */
export interface Progress {
  position: number;
  /** Time of the last write, which is taken as the time at which the previous evaluation stopped. */
  updatedAt: Date;
}

/** Stores the progress of the evaluation of rules and the states of rules. */
@Service()
export class EvaluationRepository {
  constructor(private readonly database: Database) {}

  /**
   * Begins a term; the previous process can write nothing from now on.
   * @param head sequence number at which the very first term begins
   */
  async begin(term: string, head: number, now: Date): Promise<Progress> {
    await this.database.orm
      .insert(alertEvaluation)
      .values({ id: ROW, term, position: head, updatedAt: now })
      .onConflictDoNothing();
    const [row] = await this.database.orm
      .update(alertEvaluation)
      .set({ term })
      .where(eq(alertEvaluation.id, ROW))
      .returning();
    return row as Progress;
  }

  /**
   * Locks the row of the evaluation until the transaction ends.
   * @returns false if another process has taken over; otherwise the id of the last batch written
   */
  async hold(term: string): Promise<false | { batch: string | null }> {
    const [row] = await this.database.orm
      .select()
      .from(alertEvaluation)
      .where(eq(alertEvaluation.id, ROW))
      .for('update');
    return row !== undefined && row.term === term && { batch: row.batch };
  }

  async advance(position: number, batch: string, now: Date): Promise<void> {
    await this.database.orm
      .update(alertEvaluation)
      .set({ position, batch, updatedAt: now })
      .where(eq(alertEvaluation.id, ROW));
  }

  /** Stores the current time, so that a restart knows for how long no rules were evaluated. */
  async touch(term: string, now: Date): Promise<void> {
    await this.database.orm
      .update(alertEvaluation)
      .set({ updatedAt: now })
      .where(and(eq(alertEvaluation.id, ROW), eq(alertEvaluation.term, term)));
  }

  /** Returns the rules with these ids that are enabled, and locks them against changes until the transaction ends. */
  async holdRules(ids: readonly string[]): Promise<Map<string, AlertRule>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.orm
      .select()
      .from(alertRules)
      .where(and(inArray(alertRules.id, [...ids]), eq(alertRules.enabled, true)))
      .orderBy(asc(alertRules.id))
      .for('no key update');
    return new Map(rows.map((row) => [row.id, { ...row, condition: row.condition as unknown as Condition }]));
  }

  /** Stores the states of rules that still exist. @param rules the current rules */
  async saveStates(
    states: ReadonlyMap<string, SavedState>,
    rules: ReadonlyMap<string, AlertRule>,
    now: Date,
  ): Promise<void> {
    const values = [...states].flatMap(([ruleId, { state, version, condition }]) => {
      const rule = rules.get(ruleId);
      if (rule === undefined) return [];
      return [
        { ruleId, state: { ...state }, condition: rule.version === version ? null : { ...condition }, updatedAt: now },
      ];
    });
    if (values.length === 0) return;
    const set = { state: sql`excluded.state`, condition: sql`excluded.condition`, updatedAt: sql`excluded.updated_at` };
    await this.database.orm
      .insert(alertRuleStates)
      .values(values)
      .onConflictDoUpdate({ target: alertRuleStates.ruleId, set });
  }

  /** Marks one-shot rules as disarmed. @returns the new version of each */
  async disarm(ids: readonly string[], now: Date): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.orm
      .update(alertRules)
      .set({ disarmedAt: now, version: sql`${alertRules.version} + 1`, updatedAt: now })
      .where(and(inArray(alertRules.id, [...ids]), isNull(alertRules.disarmedAt)))
      .returning({ id: alertRules.id, version: alertRules.version });
    return new Map(rows.map(({ id, version }) => [id, version]));
  }

  /**
   * Returns the ids of the alert groups, by account, whose first alert was created after `since`; alerts that fire now
   * join them.
   */
  async openGroups(accountIds: readonly string[], since: Date): Promise<Map<string, string>> {
    if (accountIds.length === 0) return new Map();
    const { accountId, groupId, updatedAt } = alerts;
    const recent = this.database.orm
      .selectDistinct({ groupId })
      .from(alerts)
      .where(and(inArray(accountId, [...accountIds]), gt(updatedAt, since), isNotNull(groupId)));
    const rows = await this.database.orm
      .select({ accountId, groupId })
      .from(alerts)
      .where(and(inArray(accountId, [...accountIds]), inArray(groupId, recent)))
      .groupBy(accountId, groupId)
      .having(sql`min(${alerts.createdAt}) > ${since.toISOString()}::timestamptz`);
    return new Map(rows.map((row) => [row.accountId, row.groupId as string]));
  }

  async saveUsage(usage: ReadonlyMap<string, BudgetUsage>, now: Date): Promise<void> {
    if (usage.size === 0) return;
    const values = [...usage].map(([accountId, { unitsLeft, unitsPerSecond }]) => ({
      accountId,
      unitsLeft: Math.round(unitsLeft),
      unitsPerSecond,
      updatedAt: now,
    }));
    const set = {
      unitsLeft: sql`excluded.units_left`,
      unitsPerSecond: sql`excluded.units_per_second`,
      updatedAt: sql`excluded.updated_at`,
    };
    await this.database.orm.insert(alertUsage).values(values).onConflictDoUpdate({ target: alertUsage.accountId, set });
  }
}
