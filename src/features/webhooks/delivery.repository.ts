import { Service } from 'typedi';
import { Database } from '../../database/database.js';
import { and, asc, desc, eq, gt, inArray, type SQL, sql } from '../../database/drizzle.js';
import { events } from '../../database/event-schema.js';
import { afterKey, inOrder } from '../../database/order-by.js';
import { uuidV7 } from '../../time/uuid-v7.js';
import { webhookEndpoints } from '../subscriptions/subscriptions.schema.js';
import type { Attempt, Delivery, DeliveryFilter, NewDelivery } from './delivery.js';
import { webhookAttempts, webhookDeliveries } from './webhooks.schema.js';

/** The parts of a delivery that its queued attempt needs. */
export type QueuedDelivery = Pick<Delivery, 'id' | 'endpointId' | 'accountId' | 'eventId'>;

/** Key of a delivery. The id of the event limits a query to one partition. */
export type DeliveryKey = Pick<Delivery, 'id' | 'eventId'>;

/** Maximum number of attempts that are returned for a delivery. */
const MAX_ATTEMPTS = 100;
/**
 * Maximum number of deliveries that one statement marks as failed. With 300,000 the statement exceeded its time limit,
 * and the endpoint could not be disabled.
 */
const MAX_FAILED_AT_ONCE = 20_000;

@Service()
export class DeliveryRepository {
  constructor(private readonly database: Database) {}

  /**
   * Inserts deliveries that do not exist yet. Skips endpoints that are deleted or disabled, and events that the account
   * may not see.
   * @returns the inserted deliveries
   */
  async insert(wanted: readonly NewDelivery[], now: Date): Promise<QueuedDelivery[]> {
    const { rows } = await this.database.query<QueuedDelivery>(
      `insert into webhook_deliveries (id, endpoint_id, account_id, event_id, event_type, status, next_attempt_at, created_at,
        order_key, order_position)
      select wanted.id, endpoint.id, endpoint.account_id, event.id, event.type, 'pending', $4::timestamptz, $4::timestamptz,
        case when endpoint.order_by = 'entity' then event.subject end,
        case when endpoint.order_by = 'entity' then event.position end
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $5::int8[]) as wanted (id, endpoint_id, event_id, event_position)
        join webhook_endpoints endpoint on endpoint.id = wanted.endpoint_id and endpoint.disabled_at is null
        join events event on event.position = wanted.event_position and event.id = wanted.event_id and (event.audience = 'public' or event.owner_id = endpoint.account_id)
      for key share of endpoint, event
      on conflict (endpoint_id, event_id) do nothing
      returning id, endpoint_id as "endpointId", account_id as "accountId", event_id as "eventId"`,
      [
        wanted.map(() => uuidV7()),
        wanted.map(({ endpointId }) => endpointId),
        wanted.map(({ eventId }) => eventId),
        now,
        wanted.map(({ eventPosition }) => eventPosition),
      ],
    );
    return rows;
  }

  /** Returns a delivery with its endpoint and its event; undefined if one of them was deleted. */
  async load(id: string, { eventId, eventPosition }: { eventId?: string; eventPosition?: number }) {
    const [row] = await this.database.orm
      .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints, event: events })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
      .where(
        and(
          eq(webhookDeliveries.id, id),
          eventId === undefined ? undefined : eq(webhookDeliveries.eventId, eventId),
          eventPosition === undefined ? undefined : eq(events.position, eventPosition),
        ),
      );
    return row;
  }

  /**
   * Returns what an ordered delivery waits for: the time of the next attempt of the earliest pending delivery of its
   * entity, and the number of pending ones before it, counted up to `limit`; undefined if it is the earliest.
   */
  async before({ endpointId, orderKey, orderPosition }: Delivery, limit: number) {
    const { rows } = await this.database.query<{ count: number; next: Date | null }>(
      `select count(*)::int as count, (array_agg(next_attempt_at order by order_position))[1] as next
      from (select next_attempt_at, order_position from webhook_deliveries
        where endpoint_id = $1 and order_key = $2 and order_position < $3 and status = 'pending'
        order by order_position limit $4) as earlier`,
      [endpointId, orderKey, orderPosition, limit],
    );
    return rows[0] === undefined || rows[0].count === 0 ? undefined : rows[0];
  }

  /** Returns the earliest pending delivery of the entity of an ordered delivery. */
  async earliestLike({ endpointId, orderKey }: Delivery): Promise<Delivery | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.endpointId, endpointId),
          sql`${webhookDeliveries.orderKey} = ${orderKey}`,
          sql`${webhookDeliveries.status} = 'pending'`,
        ),
      )
      .orderBy(asc(webhookDeliveries.orderPosition))
      .limit(1);
    return row;
  }

  /** Locks a delivery until the transaction ends. */
  async hold(key: DeliveryKey): Promise<Delivery | undefined> {
    const [row] = await this.database.orm.select().from(webhookDeliveries).where(isOne(key)).for('update');
    return row;
  }

  async update(key: DeliveryKey, changes: Partial<Delivery>): Promise<void> {
    await this.database.orm.update(webhookDeliveries).set(changes).where(isOne(key));
  }

  async addAttempt(attempt: Attempt): Promise<void> {
    await this.database.orm.insert(webhookAttempts).values(attempt);
  }

  /**
   * Stores a successful attempt and marks the delivery as delivered, in one statement. Does nothing if the delivery was
   * deleted.
   */
  async succeed(
    { id, eventId }: DeliveryKey,
    attempt: Omit<Attempt, 'number' | 'deliveryId'>,
    now: Date,
  ): Promise<void> {
    const { endpointId, at, statusCode, latencyMs, response } = attempt;
    await this.database.query(
      `with delivery as (
        update webhook_deliveries
        set status = 'delivered', attempts = attempts + 1, step = step + 1, next_attempt_at = null,
          completed_at = case when status = 'delivered' then completed_at else $7::timestamptz end
        where id = $1 and event_id = $8 returning attempts
      )
      insert into webhook_attempts (delivery_id, endpoint_id, at, status_code, latency_ms, response, number)
      select $1, $2, $3::timestamptz, $4, $5, $6, attempts from delivery`,
      [id, endpointId, at, statusCode, latencyMs, response, now, eventId],
    );
  }

  /**
   * Marks pending deliveries of an endpoint as failed, up to a limit; the others fail when their next attempt is due.
   */
  async failPending(endpointId: string, now: Date): Promise<void> {
    const pending = this.database.orm
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.status, 'pending')))
      .orderBy(asc(webhookDeliveries.id))
      .limit(MAX_FAILED_AT_ONCE);
    await this.database.orm
      .update(webhookDeliveries)
      .set({ status: 'failed', nextAttemptAt: null, completedAt: now })
      .where(and(inArray(webhookDeliveries.id, pending), eq(webhookDeliveries.status, 'pending')));
  }

  /**
   * Marks failed deliveries of events within a range as pending again, in the order of their ids, after the id `after`.
   * @returns the changed deliveries
   */
  async requeueFailed(
    endpointId: string,
    { since, until }: { since: Date; until: Date },
    after: string,
    limit: number,
    now: Date,
  ): Promise<QueuedDelivery[]> {
    const failed = this.database.orm
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
      .where(
        and(
          eq(webhookDeliveries.endpointId, endpointId),
          eq(webhookDeliveries.status, 'failed'),
          gt(webhookDeliveries.id, after),
          sql`${events.time} >= ${since.toISOString()}::timestamptz and ${events.time} < ${until.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(asc(webhookDeliveries.id))
      .limit(limit);
    return this.database.orm
      .update(webhookDeliveries)
      .set({ status: 'pending', step: 0, nextAttemptAt: now, completedAt: null })
      .where(inArray(webhookDeliveries.id, failed))
      .returning({
        id: webhookDeliveries.id,
        endpointId: webhookDeliveries.endpointId,
        accountId: webhookDeliveries.accountId,
        eventId: webhookDeliveries.eventId,
      });
  }

  /** Returns the errors of the last attempts at an endpoint, newest first; null for a success. */
  async lastErrors(endpointId: string, limit: number): Promise<Array<string | null>> {
    const rows = await this.database.orm
      .select({ error: webhookAttempts.error })
      .from(webhookAttempts)
      .where(eq(webhookAttempts.endpointId, endpointId))
      .orderBy(desc(webhookAttempts.at))
      .limit(limit);
    return rows.map(({ error }) => error);
  }

  async find(accountId: string, id: string): Promise<Delivery | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.accountId, accountId)));
    return row;
  }

  /** Returns the attempts of a delivery, newest first. */
  async attemptsOf(deliveryId: string): Promise<Attempt[]> {
    return this.database.orm
      .select()
      .from(webhookAttempts)
      .where(eq(webhookAttempts.deliveryId, deliveryId))
      .orderBy(desc(webhookAttempts.number))
      .limit(MAX_ATTEMPTS);
  }

  /** Lists deliveries of an account, by default newest first, after the delivery `after`. */
  list(accountId: string, filter: DeliveryFilter, limit: number, after?: string): Promise<Delivery[]> {
    return this.listOf({ ...filter, accountId }, limit, after);
  }

  /**
   * Lists the deliveries of one account or, for operators, of all accounts, by default the newest first, after the
   * delivery `after`.
   */
  async listOf(
    { accountId, endpointId, status, type, order = 'desc' }: DeliveryFilter & { accountId?: string },
    limit: number,
    after?: string,
  ): Promise<Delivery[]> {
    return this.database.orm
      .select()
      .from(webhookDeliveries)
      .where(
        and(
          accountId === undefined ? undefined : eq(webhookDeliveries.accountId, accountId),
          endpointId && inArray(webhookDeliveries.endpointId, [...endpointId]),
          status && inArray(webhookDeliveries.status, [...status]),
          type && inArray(webhookDeliveries.eventType, [...type]),
          afterKey(webhookDeliveries.id, order, after),
        ),
      )
      .orderBy(inOrder(webhookDeliveries.id, order))
      .limit(limit);
  }

  /**
   * Deletes at most `limit` deliveries to an endpoint, and their attempts.
   * @returns the number of deliveries deleted
   */
  removeOf(endpointId: string, limit: number): Promise<number> {
    return this.removeSome(eq(webhookDeliveries.endpointId, endpointId), limit);
  }

  /** Deletes at most `limit` deliveries of an account, and their attempts. @returns the number of deliveries deleted */
  removeSomeOf(accountId: string, limit: number): Promise<number> {
    return this.removeSome(eq(webhookDeliveries.accountId, accountId), limit);
  }

  private async removeSome(condition: SQL, limit: number): Promise<number> {
    const some = this.database.orm
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(condition)
      .limit(limit);
    const gone = await this.database.orm
      .delete(webhookDeliveries)
      .where(inArray(webhookDeliveries.id, some))
      .returning({ id: webhookDeliveries.id });
    return gone.length;
  }
}

const isOne = ({ id, eventId }: DeliveryKey): SQL | undefined =>
  and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.eventId, eventId));
