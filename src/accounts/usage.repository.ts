import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { type UsageCounts, type UsageKind, usageKinds } from '../http/usage-meter.js';
import type { AccountUsageTotals, UsageOfHour, UsagePeriod } from './account-usage.js';

const columns: Record<UsageKind, string> = {
  requests: 'requests',
  refusedRequests: 'refused_requests',
  streams: 'streams',
  aiTokens: 'ai_tokens',
  webhookAttempts: 'webhook_attempts',
};
const names = Object.values(columns);
const sums = usageKinds.map((kind) => `coalesce(sum(u.${columns[kind]}), 0)::int8 as "${kind}"`).join(', ');

/** Stores the hourly usage of accounts. */
@Service()
export class UsageRepository {
  constructor(private readonly database: Database) {}

  /** Adds counts to an hour; accounts that no longer exist are left out. @param counts by account id */
  async add(hour: Date, counts: ReadonlyArray<readonly [string, UsageCounts]>): Promise<void> {
    // The counts are sorted, so that concurrent processes lock rows in the same order and never deadlock.
    const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
    const lists = usageKinds.map((kind) => sorted.map(([, amounts]) => amounts[kind]));
    const added = names.map((name) => `${name} = account_usage.${name} + excluded.${name}`).join(', ');
    const parameters = names.map((_name, index) => `$${index + 3}::int8[]`).join(', ');
    await this.database.query(
      `insert into account_usage (account_id, hour, ${names.join(', ')})
       select a.id, $1::timestamptz, ${names.map((name) => `u.${name}`).join(', ')}
       from unnest($2::uuid[], ${parameters}) as u (account_id, ${names.join(', ')})
       join accounts a on a.id = u.account_id order by a.id
       on conflict (account_id, hour) do update set ${added}`,
      [hour, sorted.map(([accountId]) => accountId), ...lists],
    );
  }

  /**
   * Lists the accounts with usage in a period, highest usage first.
   * @param after the last account of the previous page, with its value
   */
  async list(
    { from, to }: UsagePeriod,
    sort: UsageKind,
    limit: number,
    after?: readonly [number, string],
  ): Promise<AccountUsageTotals[]> {
    const sum = `sum(u.${columns[sort]})`;
    const { rows } = await this.database.query<AccountUsageTotals & { [column: string]: unknown }>(
      `select a.id as "accountId", a.email, a.display_name as "displayName", ${sums}
       from account_usage u join accounts a on a.id = u.account_id
       where u.hour >= $1 and u.hour < $2 group by a.id
       having $3::int8 is null or (${sum}, a.id) < ($3, $4::uuid)
       order by ${sum} desc, a.id desc limit $5`,
      [from, to, after?.[0] ?? null, after?.[1] ?? null, limit],
    );
    return rows;
  }

  /** Returns the total usage in a period. @param accountId undefined for all accounts together */
  async total({ from, to }: UsagePeriod, accountId?: string): Promise<UsageCounts> {
    const { rows } = await this.database.query<UsageCounts & { [column: string]: unknown }>(
      `select ${sums} from account_usage u where u.hour >= $1 and u.hour < $2 and ($3::uuid is null or u.account_id = $3)`,
      [from, to, accountId ?? null],
    );
    return rows[0] as UsageCounts;
  }

  /** Returns the hours of one account, the latest first. */
  async hours(accountId: string, limit: number): Promise<UsageOfHour[]> {
    const { rows } = await this.database.query<UsageOfHour & { [column: string]: unknown }>(
      `select u.hour, ${usageKinds.map((kind) => `u.${columns[kind]} as "${kind}"`).join(', ')} from account_usage u
       where u.account_id = $1 order by u.hour desc limit $2`,
      [accountId, limit],
    );
    return rows;
  }

  /** Deletes at most `limit` rows of hours before a time. @returns the number of deleted rows */
  async forget(before: Date, limit: number): Promise<number> {
    const { rowCount } = await this.database.query(
      'delete from account_usage where ctid = any(array(select ctid from account_usage where hour < $1 order ' +
        'by hour limit $2))',
      [before, limit],
    );
    return rowCount ?? 0;
  }

  async countBefore(before: Date): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'select count(*) from account_usage where hour < $1',
      [before],
    );
    return rows[0]?.count ?? 0;
  }
}
