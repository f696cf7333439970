import { Dto, Field } from '../../../../api/field.js';
import { choice, optional, text } from '../../../../api/rules.js';
import { shortened } from '../../../../text/plain-text.js';
import { type ContactChannel, jsonPost } from './channel.js';

const SERVER = 'https://ntfy.sh/';

@Dto('A topic of an ntfy server.')
export class ContactByNtfy {
  @Field('`ntfy`.', choice(['ntfy']), { example: 'ntfy' })
  channel!: 'ntfy';

  @Field('Name of the topic. Everyone who knows the name of an unprotected topic can read it.', topic(), {
    example: 'watchfloor-desk',
  })
  topic!: string;

  @Field(`Address of the server. Default: \`${SERVER}\`.`, optional(text(10, 500)), { example: SERVER })
  url?: string;

  @Field('Access token of a protected topic.', optional(text(1, 200, /^[!-~]+$/, 'an access token')), {
    omitFromExample: true,
    example: 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2',
  })
  token?: string;
}

function topic() {
  return text(1, 64, /^[A-Za-z0-9_-]+$/, 'a topic of letters, digits, hyphens and underscores');
}

/** Priorities from 1 to 5 (https://docs.ntfy.sh/publish/#message-priority). */
const priorities = { info: 3, warning: 4, critical: 5 };

/**
 * Publishes as JSON (https://docs.ntfy.sh/publish/#publish-as-json). A message above 4,096 bytes would become an
 * attachment. The public server accepts 60 requests at once and then one every 5 s (https://docs.ntfy.sh/config).
 */
export const ntfyChannel: ContactChannel<ContactByNtfy> = {
  name: 'ntfy',
  settings: ContactByNtfy,
  pace: { intervalMs: 5_000, burst: 60 },
  addressOf: ({ topic: name, url = SERVER }) => `${new URL(url).host}/${name}`,
  urlOf: ({ url = SERVER }) => url,
  request: ({ topic: name, url = SERVER, token }, { kind, title, text: message, severity, url: click }) =>
    jsonPost(
      url,
      {
        topic: name,
        title: shortened(title, 250),
        message: shortened(message, 1_000),
        priority: kind === 'firing' ? priorities[severity] : 3,
        tags: [kind],
        ...(click === undefined ? {} : { click }),
      },
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    ),
};
