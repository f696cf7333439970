import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt, inArray, sql } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import type { Order } from '../../../time/sort-order.js';
import { alertRuleStates, alertRules, alertUsage } from '../alerts.schema.js';
import type { Condition } from '../condition.js';
import type { AlertRule } from './rule.js';

/** A rule and its stored evaluation state. */
export interface StoredRule {
  rule: AlertRule;
  /** The state (`RuleState` of the engine); null for a rule that was never evaluated. */
  state: Record<string, unknown> | null;
  /** The condition that the state was computed for; null if it is the rule's current one. */
  stateCondition: Condition | null;
}

const { id, accountId } = alertRules;

/** Rules in the database. */
@Service()
export class RuleRepository {
  constructor(private readonly database: Database) {}

  async find(owner: string, rule: string): Promise<AlertRule | undefined> {
    const [row] = await this.database.orm.select().from(alertRules).where(own(owner, rule));
    return row && ruleOf(row);
  }

  /** Reads a rule and locks it against changes until the transaction ends. */
  async hold(owner: string, rule: string): Promise<AlertRule | undefined> {
    const [row] = await this.database.orm.select().from(alertRules).where(own(owner, rule)).for('update');
    return row && ruleOf(row);
  }

  /** Lists rules of an account, by default oldest first, after the rule `after`. */
  async list(owner: string, limit: number, after?: string, order: Order = 'asc'): Promise<AlertRule[]> {
    const rows = await this.database.orm
      .select()
      .from(alertRules)
      .where(and(eq(accountId, owner), afterKey(id, order, after)))
      .orderBy(inOrder(id, order))
      .limit(limit);
    return rows.map(ruleOf);
  }

  count(owner: string): Promise<number> {
    return this.database.orm.$count(alertRules, eq(accountId, owner));
  }

  /**
   * Returns the units of evaluation time that an account had left when this was last stored; undefined if its rules are
   * not evaluated.
   */
  async unitsLeft(owner: string): Promise<number | undefined> {
    const [row] = await this.database.orm
      .select({ unitsLeft: alertUsage.unitsLeft })
      .from(alertUsage)
      .where(eq(alertUsage.accountId, owner));
    return row?.unitsLeft;
  }

  async insert(rule: AlertRule): Promise<void> {
    await this.database.orm.insert(alertRules).values(rowOf(rule));
  }

  async replace(rule: AlertRule): Promise<void> {
    await this.database.orm.update(alertRules).set(rowOf(rule)).where(eq(id, rule.id));
  }

  async remove(rule: string): Promise<void> {
    await this.database.orm.delete(alertRules).where(eq(id, rule));
  }

  /** Stores the condition that the state of a rule was computed for, unless an earlier one is stored already. */
  async keepStateCondition(rule: string, condition: Condition): Promise<void> {
    await this.database.orm
      .update(alertRuleStates)
      .set({ condition: sql`coalesce(${alertRuleStates.condition}, ${JSON.stringify(condition)}::jsonb)` })
      .where(eq(alertRuleStates.ruleId, rule));
  }

  /** Deletes the instances and observations in the state of a rule; the count of its alerts stays. */
  async clearState(rule: string): Promise<void> {
    await this.database.orm
      .update(alertRuleStates)
      .set({ state: sql`${alertRuleStates.state} || '{"instances": [], "leaves": {}}'::jsonb`, condition: null })
      .where(eq(alertRuleStates.ruleId, rule));
  }

  /** Returns rules of all accounts with their states, by id, after the id `after`. */
  async page(limit: number, after: string): Promise<StoredRule[]> {
    const rows = await this.stored().where(gt(id, after)).orderBy(asc(id)).limit(limit);
    return rows.map(storedOf);
  }

  /** Returns the rules with these ids that exist, with their states. */
  async byIds(ids: readonly string[]): Promise<StoredRule[]> {
    const rows = await this.stored().where(inArray(id, [...ids]));
    return rows.map(storedOf);
  }

  private stored() {
    return this.database.orm
      .select({ rule: alertRules, state: alertRuleStates.state, stateCondition: alertRuleStates.condition })
      .from(alertRules)
      .leftJoin(alertRuleStates, eq(alertRuleStates.ruleId, id))
      .$dynamic();
  }
}

const own = (owner: string, rule: string) => and(eq(id, rule), eq(accountId, owner));

type Row = typeof alertRules.$inferSelect;

const ruleOf = (row: Row): AlertRule => ({ ...row, condition: row.condition as unknown as Condition });
const rowOf = (rule: AlertRule): Row => ({ ...rule, condition: rule.condition as unknown as Row['condition'] });
const storedOf = (row: {
  rule: Row;
  state: Record<string, unknown> | null;
  stateCondition: Record<string, unknown> | null;
}): StoredRule => ({
  rule: ruleOf(row.rule),
  state: row.state,
  stateCondition: row.stateCondition as unknown as Condition | null,
});
