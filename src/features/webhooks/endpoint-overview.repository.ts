import { Service } from 'typedi';
import { Database } from '../../database/database.js';
import { type EndpointFilter, type EndpointLoad, MAX_PENDING } from './endpoint-load.js';

/** Reads the endpoints of all accounts for operators. */
@Service()
export class EndpointOverview {
  constructor(private readonly database: Database) {}

  /** Lists endpoints, oldest first, after the endpoint `after`. */
  async list({ accountId, state }: EndpointFilter, limit: number, after?: string): Promise<EndpointLoad[]> {
    const { rows } = await this.database.query<EndpointLoad & { [column: string]: unknown }>(
      `select endpoint.id, account_id as "accountId", url, state, disabled_reason as "disabledReason", disabled_at as "disabledAt",
         failing_since as "failingSince", pending, "oldestPendingAt", endpoint.created_at as "createdAt"
       from (
         select *, case when disabled_at is not null then 'disabled' when failing_since is not null then 'failing' else 'ok' end as state
         from webhook_endpoints
       ) as endpoint
       cross join lateral (
         select count(*)::int as pending, min(created_at) as "oldestPendingAt" from (
           select created_at from webhook_deliveries where endpoint_id = endpoint.id and status = 'pending' order by id limit ${MAX_PENDING}
         ) as waiting
       ) as load
       where ($1::uuid is null or account_id = $1) and ($2::text[] is null or state = any($2)) and ($3::uuid is null or endpoint.id > $3)
       order by endpoint.id limit $4`,
      [accountId ?? null, state ?? null, after ?? null, limit],
    );
    return rows;
  }
}
