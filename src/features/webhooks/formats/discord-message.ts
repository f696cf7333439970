import type { EventSummary } from '../../../events/event-summary.js';
import { shortened } from '../../../text/plain-text.js';

/**
 * Maximum numbers of characters (https://discord.com/developers/docs/resources/message#embed-object-embed-limits),
 * chosen so that an embed stays below 6,000 in total.
 */
const MAX_TITLE = 256;
const MAX_TEXT = 2_000;
const MAX_NAME = 60;
const MAX_VALUE = 250;
const MAX_FOOTER = 200;

/** Colors by severity from 1 to 5, as RGB; index 0 is not used. */
const colors = [0, 0x6b7280, 0x2563eb, 0xca8a04, 0xea580c, 0xdc2626];

/** Escapes Markdown, so that the text contains no emphasis, hidden parts, links with another text, or mentions. */
const escaped = (text: string, max: number) =>
  shortened(text, max, (character) => (/[\\*_~`|[\]()<>#]/.test(character) ? `\\${character}` : character));

/** Returns an event as a message for a Discord webhook: one embed, without mentions. */
export function discordMessage({ title, text, severity, facts, time, url, footer }: EventSummary): object {
  return {
    content: '',
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escaped(title, MAX_TITLE),
        ...(url === undefined ? {} : { url }),
        ...(text === undefined ? {} : { description: escaped(text, MAX_TEXT) }),
        color: colors[severity],
        timestamp: time.toISOString(),
        fields: facts.map(({ name, value }) => ({
          name: escaped(name, MAX_NAME),
          value: escaped(value, MAX_VALUE),
          inline: true,
        })),
        footer: { text: shortened(footer, MAX_FOOTER) },
      },
    ],
  };
}
