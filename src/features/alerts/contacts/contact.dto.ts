import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { line, nullable, optional, text, union, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import { contactChannels } from './channels/channels.js';
import type { Contact } from './contact.js';

const name = () => line(1, 100);
const delivery = () =>
  union('channel', Object.fromEntries(contactChannels.map((channel) => [channel.name, () => channel.settings])));
const deliveryMeaning =
  'Settings of the channel that reaches the contact; `channel` selects them. Secrets are never returned.';
const example = { channel: 'ntfy', topic: 'watchfloor-desk' };

@Dto('A new contact.')
export class NewAlertContactDto {
  @Field('The name of the person, group or device.', name(), { example: 'Ada, phone' })
  name!: string;

  @Field(deliveryMeaning, delivery(), { example })
  delivery!: { channel: string };
}

@Dto('Changes to a contact (RFC 7396). Omitted fields are unchanged.')
export class AlertContactChangesDto {
  @Field('The name of the person, group or device.', optional(name()), { example: 'Ada, phone' })
  name?: string;

  @Field(`${deliveryMeaning} Replaces all settings.`, optional(delivery()), { example })
  delivery?: { channel: string };
}

@Resource('A person, group or device that alert policies notify.', { createdAt: 'Creation time (UTC).' })
export class AlertContactDto extends ResourceDto {
  @Field('The name of the person, group or device.', name(), { example: 'Ada, phone' })
  name!: string;

  @Field('The channel, such as `ntfy`; later releases may add channels.', text(1, 20), { example: 'ntfy' })
  channel!: string;

  @Field('The destination, without secrets.', text(1, 600), { example: 'ntfy.sh/watchfloor-desk' })
  address!: string;

  @Field('The webhook endpoint; null for other channels.', nullable(uuid()), { example: null })
  endpointId!: string | null;

  @Field(
    'Reason why the contact receives no messages, such as a browser that is no longer subscribed; null while it is in ' +
      'use. A change of `delivery` clears it.',
    nullable(text(1, 500)),
    { example: null },
  )
  disabledReason!: string | null;

  static from(contact: Contact): AlertContactDto {
    return answerOf(AlertContactDto, contact);
  }
}

export const AlertContactPageDto = pageOf(AlertContactDto, 'AlertContactPageDto', 'A page of contacts, oldest first.');
