import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, desc, eq, inArray, sql } from '../../../database/drizzle.js';
import { events } from '../../../database/event-schema.js';
import { accounts } from '../../../database/schema.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import type { Subscription } from '../subscription.js';
import { subscriptionMails, subscriptions } from '../subscriptions.schema.js';

/** An event to be mailed for a subscription. */
export interface NewMail {
  subscriptionId: string;
  eventId: string;
  batch: string;
  dueAt: Date;
}

/** A mail to be sent: a batch of events of a subscription. */
export interface QueuedMail {
  subscriptionId: string;
  accountId: string;
  batch: string;
  dueAt: Date;
}

/** Stores the events that wait to be mailed. */
@Service()
export class MailQueueRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds events that are not waiting yet, for subscriptions with the channel `email` whose account may see them.
   * @returns the mails in which they will be sent
   */
  async insert(wanted: readonly NewMail[]): Promise<QueuedMail[]> {
    const { rows } = await this.database.query<QueuedMail>(
      `with wanted as (
        select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) as wanted (subscription_id, event_id, batch, due_at)
      ), added as (
        insert into subscription_mails (subscription_id, event_id, account_id, batch, due_at)
        select wanted.subscription_id, wanted.event_id, subscription.account_id, wanted.batch, wanted.due_at
        from wanted
          join subscriptions subscription on subscription.id = wanted.subscription_id and subscription.channel = 'email'
          join events event on event.id = wanted.event_id and (event.audience = 'public' or event.owner_id = subscription.account_id)
        for key share of subscription, event
        on conflict do nothing
        returning subscription_id, account_id, batch, due_at
      )
      select distinct subscription_id as "subscriptionId", account_id as "accountId", batch, due_at as "dueAt" from added`,
      [
        wanted.map((one) => one.subscriptionId),
        wanted.map((one) => one.eventId),
        wanted.map((one) => one.batch),
        wanted.map((one) => one.dueAt),
      ],
    );
    return rows;
  }

  /**
   * Returns a subscription with the e-mail address of its account; undefined if one of them was deleted or the account
   * is disabled.
   */
  async recipient(subscriptionId: string): Promise<{ subscription: Subscription; address: string } | undefined> {
    const [row] = await this.database.orm
      .select({ subscription: subscriptions, address: accounts.email, disabledAt: accounts.disabledAt })
      .from(subscriptions)
      .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
      .where(eq(subscriptions.id, subscriptionId));
    return row === undefined || row.disabledAt !== null
      ? undefined
      : { subscription: row.subscription as Subscription, address: row.address };
  }

  /** Returns ids and severities of at most `limit` events of a mail, the most severe first, then the newest. */
  async listBatch(
    subscriptionId: string,
    batch: string,
    limit: number,
  ): Promise<Array<{ id: string; severity: number }>> {
    const severity = sql<number>`coalesce(${events.severity}, 1)`;
    return this.database.orm
      .select({ id: events.id, severity })
      .from(subscriptionMails)
      .innerJoin(events, eq(events.id, subscriptionMails.eventId))
      .where(inBatch(subscriptionId, batch))
      .orderBy(desc(severity), desc(events.time), desc(events.position))
      .limit(limit);
  }

  /** Returns events by id, in the order of the ids. */
  async events(ids: readonly string[]): Promise<LoggedEvent[]> {
    const rows = await this.database.orm
      .select()
      .from(events)
      .where(inArray(events.id, [...ids]));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Deletes waiting events of a mail that was sent or will never be sent. */
  async remove(subscriptionId: string, eventIds: readonly string[]): Promise<void> {
    await this.database.orm
      .delete(subscriptionMails)
      .where(
        and(eq(subscriptionMails.subscriptionId, subscriptionId), inArray(subscriptionMails.eventId, [...eventIds])),
      );
  }

  /** Deletes all waiting events of a subscription. */
  async removeAll(subscriptionId: string): Promise<void> {
    await this.database.orm.delete(subscriptionMails).where(eq(subscriptionMails.subscriptionId, subscriptionId));
  }

  async postpone(subscriptionId: string, batch: string, dueAt: Date): Promise<void> {
    await this.database.orm.update(subscriptionMails).set({ dueAt }).where(inBatch(subscriptionId, batch));
  }

  /** Moves all due events of a subscription that are in mails of single events or groups into one mail. */
  async collect(subscriptionId: string, into: { batch: string; dueAt: Date }, now: Date): Promise<void> {
    await this.database.query(
      `update subscription_mails set batch = $2, due_at = $3::timestamptz
      where subscription_id = $1 and batch not like 'until:%' and due_at <= $4::timestamptz`,
      [subscriptionId, into.batch, into.dueAt, now],
    );
  }

  /**
   * Moves at most `limit` events that were due before a time into one mail for each subscription.
   * @returns these mails
   */
  async collectOverdue(before: Date, into: { batch: string; dueAt: Date }, limit: number): Promise<QueuedMail[]> {
    const { rows } = await this.database.query<QueuedMail>(
      `with overdue as (
        select subscription_id, event_id from subscription_mails where due_at < $1::timestamptz order by due_at limit $4 for update skip locked
      ), moved as (
        update subscription_mails mail set batch = $2, due_at = $3::timestamptz from overdue
        where mail.subscription_id = overdue.subscription_id and mail.event_id = overdue.event_id
        returning mail.subscription_id, mail.account_id
      )
      select distinct subscription_id as "subscriptionId", account_id as "accountId", $2 as batch, $3::timestamptz as "dueAt" from moved`,
      [before, into.batch, into.dueAt, limit],
    );
    return rows;
  }

  /**
   * Stores the result of a mail; the version of the subscription does not change.
   * @param error null for a success
   */
  async note(subscriptionId: string, at: Date, error: string | null): Promise<void> {
    await this.database.orm
      .update(subscriptions)
      .set(error === null ? { lastSentAt: at } : { lastErrorAt: at, lastError: error })
      .where(eq(subscriptions.id, subscriptionId));
  }
}

const inBatch = (subscriptionId: string, batch: string) =>
  and(eq(subscriptionMails.subscriptionId, subscriptionId), eq(subscriptionMails.batch, batch));
