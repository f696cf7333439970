import { Dto, Field } from '../../../../api/field.js';
import { choice, optional, text } from '../../../../api/rules.js';
import { shortened } from '../../../../text/plain-text.js';
import { type ContactChannel, jsonPost } from './channel.js';

const SERVER = 'https://api.pushover.net';

@Dto('A user or group of Pushover.')
export class ContactByPushover {
  @Field('`pushover`.', choice(['pushover']), { example: 'pushover' })
  channel!: 'pushover';

  @Field('API token of the application.', key(), { example: 'azGDORePK8gMaC0QOYAMyEEuzJnyUi' })
  token!: string;

  @Field('Key of the user or group.', key(), { example: 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG' })
  userKey!: string;

  @Field(
    'Only this device of the user. Default: every device.',
    optional(text(1, 25, /^[A-Za-z0-9_-]+$/, 'a device')),
    {
      omitFromExample: true,
      example: 'phone',
    },
  )
  device?: string;

  @Field(`Address of the API. Default: \`${SERVER}\`.`, optional(text(10, 500)), { example: SERVER })
  url?: string;
}

function key() {
  return text(30, 30, /^[A-Za-z0-9]{30}$/, 'a key of 30 letters and digits');
}

/**
 * Priorities (https://pushover.net/api#priority). The emergency priority is not used, because policies repeat messages
 * themselves.
 */
const priorities = { info: -1, warning: 0, critical: 1 };

/**
 * Calls the Message API (https://pushover.net/api): at most 250 characters of title and 1,024 of message, and two
 * calls at a time.
 */
export const pushoverChannel: ContactChannel<ContactByPushover> = {
  name: 'pushover',
  settings: ContactByPushover,
  pace: { intervalMs: 1_000, burst: 2 },
  addressOf: ({ userKey, device }) => `user ${userKey.slice(0, 4)}…${device === undefined ? '' : `, device ${device}`}`,
  urlOf: ({ url = SERVER }) => url,
  request: ({ token, userKey, device, url = SERVER }, { kind, severity, title, text: message, time, url: link }) =>
    jsonPost(`${url.replace(/\/+$/, '')}/1/messages.json`, {
      token,
      user: userKey,
      ...(device === undefined ? {} : { device }),
      title: shortened(title, 250),
      message: shortened(message, 1_000),
      priority: kind === 'firing' ? priorities[severity] : -1,
      timestamp: Math.floor(time.getTime() / 1_000),
      ...(link === undefined ? {} : { url: link.slice(0, 512), url_title: 'Open the alert' }),
    }),
};
