import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, inArray } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import type { Order } from '../../../time/sort-order.js';
import { alertContacts, alertNotifications } from '../alerts.schema.js';
import type { Contact } from '../contacts/contact.js';
import type { Notification, NotificationFilter } from './notification.js';

const { id, accountId } = alertNotifications;

@Service()
export class NotificationRepository {
  constructor(private readonly database: Database) {}

  /** Inserts notifications that were not decided before. @returns the inserted ones */
  async insert(wanted: readonly Notification[]): Promise<Notification[]> {
    if (wanted.length === 0) return [];
    return this.database.orm
      .insert(alertNotifications)
      .values([...wanted])
      .onConflictDoNothing()
      .returning();
  }

  /** Returns a notification with its contact, which is null if it was deleted; undefined for an unknown id. */
  async load(notification: string): Promise<{ notification: Notification; contact: Contact | null } | undefined> {
    const [row] = await this.database.orm
      .select({ notification: alertNotifications, contact: alertContacts })
      .from(alertNotifications)
      .leftJoin(alertContacts, eq(alertContacts.id, alertNotifications.contactId))
      .where(eq(id, notification));
    return row;
  }

  async update(notification: string, changes: Partial<Notification>): Promise<void> {
    await this.database.orm.update(alertNotifications).set(changes).where(eq(id, notification));
  }

  /** Lists notifications of an account by id, after the id `after`. */
  list(
    owner: string,
    { alertId, policyId, contactId, status }: NotificationFilter,
    limit: number,
    after: string | undefined,
    order: Order,
  ): Promise<Notification[]> {
    const { alertId: ofAlert, policyId: ofPolicy, contactId: ofContact, status: state } = alertNotifications;
    return this.database.orm
      .select()
      .from(alertNotifications)
      .where(
        and(
          eq(accountId, owner),
          alertId && inArray(ofAlert, [...alertId]),
          policyId && inArray(ofPolicy, [...policyId]),
          contactId && inArray(ofContact, [...contactId]),
          status && inArray(state, [...status]),
          afterKey(id, order, after),
        ),
      )
      .orderBy(inOrder(id, order))
      .limit(limit);
  }

  /** Returns the contacts that an escalation notified about the firing. */
  async contactsOf(escalationId: string): Promise<string[]> {
    const rows = await this.database.orm
      .selectDistinct({ contactId: alertNotifications.contactId })
      .from(alertNotifications)
      .where(and(eq(alertNotifications.escalationId, escalationId), eq(alertNotifications.kind, 'firing')));
    return rows.map(({ contactId }) => contactId).sort();
  }
}
