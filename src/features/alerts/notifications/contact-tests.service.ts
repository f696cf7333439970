import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ContactsService } from '../contacts/contacts.records.js';
import type { Notification } from './notification.js';
import { NotificationQueue } from './notification-queue.service.js';

/** Sends test messages to contacts. Of each contact the latest one is kept, until the contact is deleted. */
@Service()
export class ContactTests {
  constructor(
    private readonly contacts: ContactsService,
    private readonly repository: ContactRepository,
    private readonly queue: NotificationQueue,
    private readonly database: Database,
  ) {}

  /**
   * Queues a test message, in the place of the one before.
   * @throws Problem `not_found`, or `conflict` for a webhook, whose endpoint has tests of its own
   */
  send(accountId: string, id: string): Promise<Notification> {
    return this.database.transaction(async () => {
      const contact = await this.contacts.get(accountId, id);
      if (contact.endpointId !== null)
        throw new Problem('conflict', {
          detail: `Test the endpoint of this contact: POST /webhooks/endpoints/${contact.endpointId}/test.`,
        });
      await this.repository.removeTests(contact);
      const [sent] = await this.queue.add([contact], {
        escalationId: null,
        policyId: null,
        alertId: null,
        kind: 'test',
        step: 0,
        repeat: 0,
        severity: 'info',
        title: 'Test message',
        text: `Watchfloor reaches the contact “${contact.name}”.`,
      });
      return sent as Notification;
    });
  }
}
