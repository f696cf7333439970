import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { channelOf } from './channels/channels.js';
import type { Contact } from './contact.js';
import { ContactRepository } from './contact.repository.js';
import { ContactsService } from './contacts.records.js';

/** Keeps calls to contacts within the rates of their channels, across all processes. */
@Service()
export class ContactCalls {
  constructor(
    private readonly contacts: ContactsService,
    private readonly repository: ContactRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns the settings of a contact's channel. @throws CannotOpen if they cannot be decrypted */
  settingsOf(contact: Contact): object {
    return this.contacts.settingsOf(contact);
  }

  /** Disables a contact whose destination has ended for good. */
  disable(contact: Contact, reason: string): Promise<void> {
    return this.contacts.disable(contact, reason);
  }

  /** Reserves the next free time for a call. @returns seconds until that time; 0: call now */
  async wait({ id, channel }: Contact): Promise<number> {
    const { intervalMs, burst } = channelOf(channel).pace;
    const now = this.clock.now();
    const taken = await this.repository.takeCall(id, intervalMs, new Date(now));
    return taken === undefined ? 0 : Math.max(0, taken.getTime() - now - burst * intervalMs) / 1_000;
  }
}
