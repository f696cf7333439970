import type { EventSummary } from '../../../events/event-summary.js';
import { shortened } from '../../../text/plain-text.js';

/**
 * Characters (https://discord.com/developers/docs/resources/message#embed-object-embed-limits), so chosen that an embed
 * stays below 6,000.
 */
const MAX_TITLE = 256;
const MAX_TEXT = 2_000;
const MAX_NAME = 60;
const MAX_VALUE = 250;
const MAX_FOOTER = 200;

/** By severity from 1 to 5, as RGB. */
const colors = [0, 0x6b7280, 0x2563eb, 0xca8a04, 0xea580c, 0xdc2626];

/** Markdown as text: no emphasis, no hidden parts, no link with another text, no mention. */
const escaped = (text: string, max: number) =>
  shortened(text, max, (character) => (/[\\*_~`|[\]()<>#]/.test(character) ? `\\${character}` : character));

/** An event as a Discord webhook takes it: one embed, without mentions. */
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
