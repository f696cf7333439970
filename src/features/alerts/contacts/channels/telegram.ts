import { Dto, Field } from '../../../../api/field.js';
import { choice, optional, text } from '../../../../api/rules.js';
import { shortened } from '../../../../text/plain-text.js';
import { type ContactChannel, jsonPost } from './channel.js';

const SERVER = 'https://api.telegram.org';

@Dto('A chat of a Telegram bot.')
export class ContactByTelegram {
  @Field('`telegram`.', choice(['telegram']), { example: 'telegram' })
  channel!: 'telegram';

  @Field('The token that BotFather returned for the bot.', token(), {
    example: '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1',
  })
  botToken!: string;

  @Field('Id of the chat, or `@` and the name of a public channel. The bot must be a member.', chat(), {
    example: '-1001234567890',
  })
  chatId!: string;

  @Field(`Address of the Bot API server. Default: \`${SERVER}\`.`, optional(text(10, 500)), { example: SERVER })
  url?: string;
}

function token() {
  return text(10, 100, /^\d{3,20}:[A-Za-z0-9_-]{3,80}$/, 'the token of a bot');
}

function chat() {
  return text(1, 64, /^(?:-?\d{1,20}|@[A-Za-z][A-Za-z0-9_]{3,60})$/, 'the id of a chat, or @ and a name');
}

/**
 * Calls `sendMessage` (https://core.telegram.org/bots/api#sendmessage) without a parse mode, so that texts contain no
 * markup. Groups receive at most 20 messages a minute (https://core.telegram.org/bots/faq#broadcasting-to-users).
 */
export const telegramChannel: ContactChannel<ContactByTelegram> = {
  name: 'telegram',
  settings: ContactByTelegram,
  pace: { intervalMs: 3_000, burst: 10 },
  addressOf: ({ chatId }) => `chat ${chatId}`,
  urlOf: ({ url = SERVER }) => url,
  request: ({ botToken, chatId, url = SERVER }, { kind, severity, title, text: message, url: link }) =>
    jsonPost(`${url.replace(/\/+$/, '')}/bot${botToken}/sendMessage`, {
      chat_id: chatId,
      text: [shortened(title, 500), shortened(message, 3_000), link].filter((part) => part !== undefined).join('\n'),
      disable_notification: kind !== 'firing' || severity === 'info',
      link_preview_options: { is_disabled: true },
    }),
};
