import type { EventSummary } from '../../../events/event-summary.js';
import { shortened } from '../../../text/plain-text.js';

/**
 * Maximum numbers of characters, chosen so that a message stays below the 21 KB at which some tenants reject it, even
 * if each character takes three bytes.
 */
const MAX_TITLE = 250;
const MAX_TEXT = 1_500;
const MAX_NAME = 60;
const MAX_VALUE = 250;

/**
 * Colors of Adaptive Cards by severity from 1 to 5; index 0 is not used. The reader's theme determines how they look.
 */
const colors = ['Default', 'Default', 'Accent', 'Warning', 'Attention', 'Attention'];

/**
 * Escapes the subset of Markdown that cards support
 * (https://learn.microsoft.com/en-us/adaptive-cards/authoring-cards/text-features).
 */
const escaped = (text: string, max: number) =>
  shortened(text, max, (character) => (/[\\*_[\]()<>#~`]/.test(character) ? `\\${character}` : character));

/** Returns an event as a message for a workflow of Microsoft Teams: one Adaptive Card. */
export function teamsMessage({ title, text, severity, facts, url, footer }: EventSummary): object {
  const block = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: shortened(title, MAX_TITLE),
    body: [
      block(escaped(title, MAX_TITLE), { size: 'Medium', weight: 'Bolder', color: colors[severity] }),
      ...(text === undefined ? [] : [block(escaped(text, MAX_TEXT))]),
      {
        type: 'FactSet',
        facts: facts.map(({ name, value }) => ({ title: escaped(name, MAX_NAME), value: escaped(value, MAX_VALUE) })),
      },
      block(escaped(footer, MAX_VALUE), { size: 'Small', isSubtle: true }),
    ],
    ...(url === undefined ? {} : { actions: [{ type: 'Action.OpenUrl', title: 'Open', url }] }),
  };
  return {
    type: 'message',
    summary: shortened(title, MAX_TITLE),
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}
