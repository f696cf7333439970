import type { EventSummary } from '../../../events/event-summary.js';
import { escapedContent, shortened } from '../../../text/plain-text.js';

/**
 * Maximum numbers of characters (https://api.slack.com/reference/block-kit/blocks), chosen so that all blocks together
 * stay far below the 13,200 at which Slack rejects a message.
 */
const MAX_TITLE = 150;
const MAX_TEXT = 2_800;
const MAX_FALLBACK = 3_000;
const MAX_NAME = 100;
const MAX_VALUE = 500;

/** Escapes `&`, `<` and `>`, so that the text can contain no mention, channel, or link with another text. */
const escaped = (text: string, max: number) => shortened(text, max, escapedContent);

/**
 * Returns an event as a message for an incoming webhook of Slack: blocks, and `text` for notifications and receivers
 * without blocks.
 */
export function slackMessage({ title, text, facts, url, footer }: EventSummary): object {
  const fields = facts.map(({ name, value }) => ({
    type: 'mrkdwn',
    text: `*${escaped(name, MAX_NAME)}*\n${escaped(value, MAX_VALUE)}`,
  }));
  return {
    text: escaped([title, ...facts.map(({ name, value }) => `${name}: ${value}`)].join('\n'), MAX_FALLBACK),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: escaped(title, MAX_TITLE), emoji: false } },
      ...(text === undefined
        ? []
        : [{ type: 'section', text: { type: 'plain_text', text: escaped(text, MAX_TEXT), emoji: false } }]),
      { type: 'section', fields },
      { type: 'context', elements: [{ type: 'plain_text', text: escaped(footer, MAX_VALUE), emoji: false }] },
      ...(url === undefined
        ? []
        : [{ type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url }] }]),
    ],
  };
}
