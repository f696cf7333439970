import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, inArray } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { alertPolicies, alertRules } from '../alerts.schema.js';
import type { Policy } from './policy.js';

type Row = typeof alertPolicies.$inferSelect;

@Service()
export class PolicyRepository extends OwnedTable<Row, Policy> {
  constructor(database: Database) {
    super(database, alertPolicies);
  }

  /** Returns the enabled policies of accounts, unordered. */
  enabledOf(accountIds: readonly string[]): Promise<Policy[]> {
    return this.items(and(inArray(alertPolicies.accountId, [...accountIds]), eq(alertPolicies.enabled, true)));
  }

  /** Returns the policies with these ids that exist. */
  async byIds(ids: readonly string[]): Promise<Map<string, Policy>> {
    const found = ids.length === 0 ? [] : await this.items(inArray(alertPolicies.id, [...ids]));
    return new Map(found.map((policy) => [policy.id, policy]));
  }

  /** Returns the rules of an account among `ids`. */
  async ownRules(owner: string, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.orm
      .select({ id: alertRules.id })
      .from(alertRules)
      .where(and(eq(alertRules.accountId, owner), inArray(alertRules.id, [...ids])));
    return new Set(rows.map(({ id }) => id));
  }

  protected override itemOf(row: Row): Policy {
    return row as Policy;
  }

  protected override rowOf(policy: Policy): Row {
    return policy;
  }
}
