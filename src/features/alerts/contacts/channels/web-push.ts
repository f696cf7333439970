import { ECDH } from 'node:crypto';
import { Dto, Field } from '../../../../api/field.js';
import { choice, text } from '../../../../api/rules.js';
import type { ContactChannel } from './channel.js';

@Dto('A subscription of a browser to push messages, as its `PushManager` returns it.')
export class ContactByWebPush {
  @Field('`webPush`.', choice(['webPush']), { example: 'webPush' })
  channel!: 'webPush';

  @Field('Address of the subscription at the push service of the browser.', text(10, 1_000), {
    example: 'https://push.example.net/send/f8jqzPVqTlw',
  })
  endpoint!: string;

  @Field(
    'Public key of the subscription (`keys.p256dh`): a point of P-256, uncompressed, as base64url.',
    text(87, 87, /^[A-Za-z0-9_-]{87}$/, 'a key of 65 bytes as base64url'),
    { example: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4' },
  )
  p256dh!: string;

  @Field(
    'Secret of the subscription (`keys.auth`): 16 bytes as base64url.',
    text(22, 22, /^[A-Za-z0-9_-]{22}$/, 'a secret of 16 bytes as base64url'),
    { example: 'BTBZMqHH6r4Tts7J_aSIgg' },
  )
  auth!: string;
}

/**
 * A browser that has subscribed on the account page. `WebPush` encrypts and signs messages. Push services document no
 * common rate, so it is a limit of ours.
 */
export const webPushChannel: ContactChannel<ContactByWebPush> = {
  name: 'webPush',
  settings: ContactByWebPush,
  pace: { intervalMs: 2_000, burst: 30 },
  addressOf: ({ endpoint }) => `a browser at ${new URL(endpoint).host}`,
  urlOf: ({ endpoint }) => endpoint,
  urlField: 'endpoint',
  refusalOf: ({ p256dh }) =>
    isPoint(p256dh) ? undefined : { pointer: '/delivery/p256dh', detail: 'is not a point of the curve P-256' },
};

function isPoint(key: string): boolean {
  try {
    return key.startsWith('B') && ECDH.convertKey(key, 'prime256v1', 'base64url').length > 0;
  } catch {
    return false;
  }
}
