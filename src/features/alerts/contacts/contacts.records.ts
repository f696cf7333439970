import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { Mailer } from '../../../mail/mailer.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { SecretVault } from '../../../secrets/secret-vault.js';
import { Outbound, OutboundRefused } from '../../../upstream/outbound.js';
import { SubscriptionsApi } from '../../subscriptions/subscriptions.api.js';
import { AlertsConfig } from '../alerts.config.js';
import type { ContactChannel } from './channels/channel.js';
import { channelOf } from './channels/channels.js';
import { AlertContactDto } from './contact.dto.js';
import { type Contact, placeOfSettings } from './contact.js';
import { ContactRepository } from './contact.repository.js';

/** A contact as a caller sends it. */
export interface ContactInput {
  name: string;
  delivery: { channel: string };
}

type Destination = Pick<Contact, 'channel' | 'settings' | 'address' | 'endpointId' | 'disabledReason'>;

/** Manages the contacts of accounts. Their settings are stored encrypted. */
@Service()
export class ContactsService extends OwnedRecords<Contact, ContactInput> {
  constructor(
    parts: OwnedParts,
    private readonly contacts: ContactRepository,
    config: AlertsConfig,
    private readonly vault: SecretVault,
    private readonly outbound: Outbound,
    private readonly subscriptions: SubscriptionsApi,
    private readonly mailer: Mailer,
    private readonly audit: AuditLog,
  ) {
    super(parts, {
      table: contacts,
      noun: 'contact',
      limitName: 'alert_contacts',
      limit: () => config.contacts,
      exported: {
        section: 'alertContacts',
        description: 'Contacts for alerts, without secrets.',
        item: AlertContactDto,
      },
    });
  }

  /** Returns the settings of a contact's channel. @throws CannotOpen if they cannot be decrypted */
  settingsOf({ accountId, settings }: Contact): object {
    return JSON.parse(this.vault.open(settings, placeOfSettings(accountId)));
  }

  /** Disables a contact, unless it has another destination meanwhile or is disabled. */
  async disable(contact: Contact, reason: string): Promise<void> {
    await this.parts.database.transaction(async () => {
      if (await this.contacts.disable(contact, reason, this.now())) await this.note('alert_contact.disabled', contact);
    });
  }

  /** Changes a contact. @throws Problem `not_found`, `precondition_failed`, `unprocessable` */
  override async change(accountId: string, id: string, changes: Partial<ContactInput>, ifMatch?: string) {
    // The check is made before the transaction, because it may resolve a name.
    const destination = changes.delivery && (await this.destinationOf(accountId, changes.delivery));
    return this.rewrite(accountId, id, ifMatch, () => ({ name: changes.name, ...destination }));
  }

  protected async fresh(accountId: string, { name, delivery }: ContactInput): Promise<ContentOf<Contact>> {
    return { name, ...(await this.destinationOf(accountId, delivery)), nextCallAt: null };
  }

  protected revised(_contact: Contact, { name }: Partial<ContactInput>): Partial<Contact> {
    return { name };
  }

  protected override afterCreate(contact: Contact): Promise<void> {
    return this.note('alert_contact.created', contact);
  }

  protected override afterChange(contact: Contact): Promise<void> {
    return this.note('alert_contact.changed', contact);
  }

  protected override async beforeRemove(contact: Contact): Promise<void> {
    await this.contacts.release(contact);
    await this.note('alert_contact.deleted', contact);
  }

  /** Checks and encrypts settings. @throws Problem `unprocessable` */
  private async destinationOf(accountId: string, delivery: { channel: string }): Promise<Destination> {
    const channel = channelOf(delivery.channel);
    const { endpointId = null } = delivery as { endpointId?: string };
    if (endpointId !== null && !(await this.subscriptions.ownEndpoints(accountId, [endpointId])).has(endpointId))
      throw refused({
        pointer: '/delivery/endpointId',
        detail: 'is not one of your endpoints; see GET /webhooks/endpoints',
      });
    if (channel.name === 'email' && !this.mailer.isConfigured)
      throw refused({ pointer: '/delivery/channel', detail: 'cannot be `email`: this service has no SMTP server' });
    const fault = channel.refusalOf?.(delivery);
    if (fault !== undefined) throw refused(fault);
    if (channel.urlOf !== undefined) await this.checkUrl(channel.urlOf(delivery), channel);
    return {
      channel: channel.name,
      settings: this.vault.seal(JSON.stringify(delivery), placeOfSettings(accountId)),
      address: channel.addressOf(delivery),
      endpointId,
      disabledReason: null,
    };
  }

  private async checkUrl(url: string, { protocol, urlField = 'url' }: ContactChannel): Promise<void> {
    try {
      await this.outbound.check(url, protocol);
    } catch (error) {
      if (error instanceof OutboundRefused) throw refused({ pointer: `/delivery/${urlField}`, detail: error.message });
      throw error;
    }
  }

  private note(action: string, { id, accountId, name, channel }: Contact): Promise<void> {
    return this.audit.append({ actorId: accountId, action, subject: id, detail: { name, channel } });
  }
}

const refused = (error: FieldProblem) =>
  new Problem('unprocessable', { detail: 'The contact cannot be reached as it is; see errors.', errors: [error] });
