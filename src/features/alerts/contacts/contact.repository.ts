import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, inArray } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { alertContacts, alertNotifications, alerts } from '../alerts.schema.js';
import type { Contact } from './contact.js';

@Service()
export class ContactRepository extends OwnedTable<Contact> {
  constructor(database: Database) {
    super(database, alertContacts);
  }

  /** Returns the contacts of an account with these ids, in their order; ids of others are left out. */
  async among(accountId: string, ids: readonly string[]): Promise<Contact[]> {
    if (ids.length === 0) return [];
    const found = await this.items(and(eq(alertContacts.accountId, accountId), inArray(alertContacts.id, [...ids])));
    const byId = new Map(found.map((contact) => [contact.id, contact]));
    return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  }

  /** Removes a contact from the alerts that it handles, and deletes its test messages. */
  async release(contact: Contact): Promise<void> {
    const { id, accountId } = contact;
    await this.database.orm
      .update(alerts)
      .set({ assigneeId: null })
      .where(and(eq(alerts.accountId, accountId), eq(alerts.assigneeId, id)));
    await this.removeTests(contact);
  }

  async removeTests({ id, accountId }: Contact): Promise<void> {
    const { contactId, kind } = alertNotifications;
    await this.database.orm
      .delete(alertNotifications)
      .where(and(eq(alertNotifications.accountId, accountId), eq(contactId, id), eq(kind, 'test')));
  }

  /** Disables a contact whose settings are still the given ones. @returns false if another change was first */
  async disable({ id, settings }: Contact, disabledReason: string, now: Date): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `update alert_contacts set disabled_reason = $3, version = version + 1, updated_at = $4
      where id = $1 and settings = $2 and disabled_reason is null`,
      [id, settings, disabledReason, now],
    );
    return rowCount === 1;
  }

  /**
   * Reserves the next call. @returns the time at which the calls reserved so far are paid for; undefined if the contact
   * was deleted
   */
  async takeCall(id: string, intervalMs: number, now: Date): Promise<Date | undefined> {
    const { rows } = await this.database.query<{ until: Date }>(
      `update alert_contacts set next_call_at = greatest(next_call_at, $2::timestamptz) + $3::int * interval '1 ms'
      where id = $1 returning next_call_at as until`,
      [id, now, intervalMs],
    );
    return rows[0]?.until;
  }
}
