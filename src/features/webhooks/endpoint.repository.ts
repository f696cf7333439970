import { Service } from 'typedi';
import { Database } from '../../database/database.js';
import { and, asc, eq, gt, sql } from '../../database/drizzle.js';
import { afterKey, inOrder } from '../../database/order-by.js';
import type { Order } from '../../time/sort-order.js';
import { webhookEndpoints } from '../subscriptions/subscriptions.schema.js';
import type { Endpoint, EndpointChanges } from './endpoint.js';

@Service()
export class EndpointRepository {
  constructor(private readonly database: Database) {}

  /** Lists endpoints of an account, by default oldest first, after the endpoint `after`. */
  async list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Endpoint[]> {
    return this.database.orm
      .select()
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.accountId, accountId), afterKey(webhookEndpoints.id, order, after)))
      .orderBy(inOrder(webhookEndpoints.id, order))
      .limit(limit);
  }

  /** Lists endpoints of all accounts by id, after the endpoint `after`. */
  async all(limit: number, after?: string): Promise<Endpoint[]> {
    return this.database.orm
      .select()
      .from(webhookEndpoints)
      .where(after === undefined ? undefined : gt(webhookEndpoints.id, after))
      .orderBy(asc(webhookEndpoints.id))
      .limit(limit);
  }

  /**
   * Returns, for each data secret in use, one secret or header of an endpoint that was encrypted with it, and the
   * number of such endpoints. Lost secrets and those that have expired at `now` (ms) are not counted.
   */
  async sealingKeys(now: number): Promise<Array<{ sample: string; endpoints: number }>> {
    const { rows } = await this.database.query<{ sample: string; endpoints: number }>(
      `SELECT min(secret) AS sample, count(DISTINCT id)::int AS endpoints
         FROM (SELECT id, secret FROM webhook_endpoints
               UNION ALL SELECT id, header ->> 'value' FROM webhook_endpoints, jsonb_array_elements(headers) AS header
               UNION ALL SELECT id, old ->> 'secret' FROM webhook_endpoints, jsonb_array_elements(old_secrets) AS old
                WHERE (old ->> 'expiresAt')::numeric > $1) AS sealed
        WHERE secret <> '' GROUP BY split_part(secret, '.', 2)`,
      [now],
    );
    return rows;
  }

  async find(accountId: string, id: string): Promise<Endpoint | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.accountId, accountId)));
    return row;
  }

  /**
   * Locks the endpoint until the transaction ends; deliveries to it can still be added. Code that also locks a delivery
   * locks its endpoint first.
   */
  async hold(id: string): Promise<Endpoint | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for('no key update');
    return row;
  }

  count(accountId: string): Promise<number> {
    return this.database.orm.$count(webhookEndpoints, eq(webhookEndpoints.accountId, accountId));
  }

  async insert(endpoint: NewEndpoint): Promise<Endpoint> {
    const [row] = await this.database.orm.insert(webhookEndpoints).values(endpoint).returning();
    return row as Endpoint;
  }

  /** Updates an endpoint and increments its version. @returns the updated endpoint; undefined when it does not exist */
  async update(id: string, changes: EndpointChanges, updatedAt: Date): Promise<Endpoint | undefined> {
    const [row] = await this.database.orm
      .update(webhookEndpoints)
      .set({ ...changes, version: sql`${webhookEndpoints.version} + 1`, updatedAt })
      .where(eq(webhookEndpoints.id, id))
      .returning();
    return row;
  }

  /**
   * Reserves the next time at which an endpoint may be called.
   * @returns the time until which its allowed rate is used up; undefined for a deleted endpoint
   */
  async takeCall(id: string, intervalMs: number, now: Date): Promise<Date | undefined> {
    const { rows } = await this.database.query<{ until: Date }>(
      `update webhook_endpoints set next_call_at = greatest(next_call_at, $2::timestamptz) + $3::int * interval '1 ms'
      where id = $1 returning next_call_at as until`,
      [id, now, intervalMs],
    );
    return rows[0]?.until;
  }

  /** Prevents calls of an endpoint until a time. Its version does not change. */
  async delayCalls(id: string, until: Date): Promise<void> {
    await this.database.query(
      'update webhook_endpoints set next_call_at = greatest(next_call_at, $2::timestamptz) where id = $1',
      [id, until],
    );
  }

  /**
   * Stores re-encrypted secrets and headers of an endpoint, unless one of them was changed meanwhile. The version does
   * not change.
   */
  async reseal(
    { id, secret, headers }: Endpoint,
    sealed: Partial<Pick<Endpoint, 'secret' | 'oldSecrets' | 'headers'>>,
  ): Promise<void> {
    await this.database.orm
      .update(webhookEndpoints)
      .set(sealed)
      .where(
        and(
          eq(webhookEndpoints.id, id),
          eq(webhookEndpoints.secret, secret),
          sql`${webhookEndpoints.headers} = ${JSON.stringify(headers)}::jsonb`,
        ),
      );
  }

  async remove(id: string): Promise<void> {
    await this.database.orm.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  }
} /** The columns of an endpoint that has not been stored. */
export type NewEndpoint = typeof webhookEndpoints.$inferInsert;
