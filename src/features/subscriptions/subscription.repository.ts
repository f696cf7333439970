import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { Database } from '../../database/database.js';
import { isForeignKeyViolation } from '../../database/database-errors.js';
import { and, asc, eq, getTableColumns, gt, inArray, type SQL, sql } from '../../database/drizzle.js';
import { eventInbox, events } from '../../database/event-schema.js';
import { OwnedTable } from '../../resources/owned-table.js';
import type { Channel, PlacedSubscription, Subscription } from './subscription.js';
import { subscriptionMails, subscriptions, webhookEndpoints } from './subscriptions.schema.js';

/**
 * Columns of a subscription with its position in the log. The event that reports the creation has the id of the
 * subscription, so a join by id finds it.
 */
const placed = {
  ...getTableColumns(subscriptions),
  place: events.position,
  isWaiting: sql<boolean>`exists (select 1 from ${eventInbox} where ${eventInbox.id} = ${subscriptions.id})`,
};

const MAILS_AT_ONCE = 5_000;

type Row = typeof subscriptions.$inferSelect;

@Service()
export class SubscriptionRepository extends OwnedTable<Row, Subscription> {
  constructor(database: Database) {
    super(database, subscriptions);
  }

  /** Inserts a subscription. @throws Problem `unprocessable` for an endpoint of another account */
  override insert(subscription: Subscription): Promise<void> {
    return ownEndpoint(super.insert(subscription));
  }

  /** Replaces a subscription. @throws Problem `unprocessable` for an endpoint of another account */
  override replace(subscription: Subscription): Promise<void> {
    return ownEndpoint(super.replace(subscription));
  }

  /**
   * Deletes a subscription and its events that wait to be mailed. These are deleted in batches, because one statement
   * for all of them could exceed its time limit.
   */
  override async remove(accountId: string, id: string): Promise<void> {
    while ((await this.removeMails(eq(subscriptionMails.subscriptionId, id), MAILS_AT_ONCE)) === MAILS_AT_ONCE);
    await super.remove(accountId, id);
  }

  /** Deletes at most `limit` events of an account that wait to be mailed. @returns the number deleted */
  removeMailsOf(accountId: string, limit: number): Promise<number> {
    return this.removeMails(eq(subscriptionMails.accountId, accountId), limit);
  }

  private async removeMails(condition: SQL, limit: number): Promise<number> {
    const some = this.database.orm.select({ row: sql`ctid` }).from(subscriptionMails).where(condition).limit(limit);
    const gone = await this.database.orm
      .delete(subscriptionMails)
      .where(sql`ctid in ${some}`)
      .returning({ eventId: subscriptionMails.eventId });
    return gone.length;
  }

  async ofEndpoint(endpointId: string): Promise<Subscription[]> {
    const rows = await this.database.orm
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.endpointId, endpointId))
      .orderBy(asc(subscriptions.id));
    return rows as Subscription[];
  }

  /** Deletes the subscriptions of an endpoint. @returns their ids */
  async removeOfEndpoint(endpointId: string): Promise<string[]> {
    const removed = await this.database.orm
      .delete(subscriptions)
      .where(eq(subscriptions.endpointId, endpointId))
      .returning({ id: subscriptions.id });
    return removed.map(({ id }) => id);
  }

  /** Returns subscriptions with their position in the log; deleted ones are omitted. */
  async placed(ids: readonly string[]): Promise<PlacedSubscription[]> {
    const rows = await this.database.orm
      .select(placed)
      .from(subscriptions)
      .leftJoin(events, eq(events.id, subscriptions.id))
      .where(inArray(subscriptions.id, [...ids]));
    return rows.map(toPlaced);
  }

  /** Lists the subscriptions of a channel by id, after the id `after`. */
  async placedOn(channel: Channel, limit: number, after: string): Promise<PlacedSubscription[]> {
    const rows = await this.database.orm
      .select(placed)
      .from(subscriptions)
      .leftJoin(events, eq(events.id, subscriptions.id))
      .where(and(eq(subscriptions.channel, channel), gt(subscriptions.id, after)))
      .orderBy(asc(subscriptions.id))
      .limit(limit);
    return rows.map(toPlaced);
  }

  /** Returns the endpoints among `endpointIds` that belong to an account. */
  async ownEndpoints(accountId: string, endpointIds: readonly string[]): Promise<Set<string>> {
    if (endpointIds.length === 0) return new Set();
    const rows = await this.database.orm
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.accountId, accountId), inArray(webhookEndpoints.id, [...endpointIds])));
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns the endpoints among `endpointIds` that still exist. */
  async existingEndpoints(endpointIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.orm
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(inArray(webhookEndpoints.id, [...endpointIds]));
    return rows.map(({ id }) => id);
  }

  protected override itemOf(row: Row): Subscription {
    return row as Subscription;
  }

  protected override rowOf({ filter, isTransient: _, ...subscription }: Subscription): Row {
    return { ...subscription, filter: { ...filter } };
  }
}

/**
 * Runs a write, and converts the violation of the foreign key that makes the endpoint belong to the same account, even
 * under concurrent changes, to a problem.
 */
async function ownEndpoint(writing: PromiseLike<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!isForeignKeyViolation(error, 'subscriptions_own_endpoint')) throw error;
    const errors = [
      { pointer: '/delivery/endpointId', detail: 'is not one of your endpoints; see GET /webhooks/endpoints' },
    ];
    throw new Problem('unprocessable', { detail: 'Choose one of GET /webhooks/endpoints, or make one first.', errors });
  }
}

function toPlaced({
  place,
  isWaiting,
  ...row
}: { place: number | null; isWaiting: boolean } & Row): PlacedSubscription {
  return { ...(row as Subscription), since: place ?? (isWaiting ? Number.POSITIVE_INFINITY : 0) };
}
