import { Dto, Field } from '../../../../api/field.js';
import { choice } from '../../../../api/rules.js';
import type { ContactChannel } from './channel.js';

@Dto("The account's e-mail address. Not accepted by a service without an SMTP server (422).")
export class ContactByEmail {
  @Field('`email`.', choice(['email']), { example: 'email' })
  channel!: 'email';
}

export const emailChannel: ContactChannel<ContactByEmail> = {
  name: 'email',
  settings: ContactByEmail,
  pace: { intervalMs: 30_000, burst: 10 },
  addressOf: () => "the account's e-mail address",
};
