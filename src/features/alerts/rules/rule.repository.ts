import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { asc, eq, gt, inArray, sql } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
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

type Row = typeof alertRules.$inferSelect;

const { id } = alertRules;

@Service()
export class RuleRepository extends OwnedTable<Row, AlertRule> {
  constructor(database: Database) {
    super(database, alertRules);
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
    return rows.map((row) => this.storedOf(row));
  }

  /** Returns the rules with these ids that exist, with their states. */
  async byIds(ids: readonly string[]): Promise<StoredRule[]> {
    const rows = await this.stored().where(inArray(id, [...ids]));
    return rows.map((row) => this.storedOf(row));
  }

  protected override itemOf(row: Row): AlertRule {
    return { ...row, condition: row.condition as unknown as Condition };
  }

  protected override rowOf(rule: AlertRule): Row {
    return { ...rule, condition: rule.condition as unknown as Row['condition'] };
  }

  private stored() {
    return this.database.orm
      .select({ rule: alertRules, state: alertRuleStates.state, stateCondition: alertRuleStates.condition })
      .from(alertRules)
      .leftJoin(alertRuleStates, eq(alertRuleStates.ruleId, id))
      .$dynamic();
  }

  private storedOf({ rule, stateCondition, ...row }: Awaited<ReturnType<typeof this.stored>>[number]): StoredRule {
    return { ...row, rule: this.itemOf(rule), stateCondition: stateCondition as unknown as Condition | null };
  }
}
