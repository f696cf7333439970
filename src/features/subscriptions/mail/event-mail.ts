import { type EventSummary, severityText, timeText } from '../../../events/event-summary.js';
import { severityWords } from '../../../events/severity-words.js';
import { laidOut, type MailBlock } from '../../../mail/mail-layout.js';
import type { Mail } from '../../../mail/mailer.js';
import { shortened } from '../../../text/plain-text.js';

/**
 * Maximum number of lines of a digest. Gmail clips a message at 102 KB, and a digest stays below this even if every
 * character is escaped.
 */
export const MAX_LINES = 50;
const MAX_TITLE = 150;
const MAX_TEXT = 3_000;
const MAX_VALUE = 300;

/** The parts that all mails of a subscription have in common. */
export interface MailContext {
  subscription: { id: string; name: string };
  /** Public URL of the service; empty if it is unknown. */
  publicUrl: string;
  /** URL that ends the mails of the subscription; undefined if the public URL is unknown. */
  unsubscribeUrl?: string;
}

type Written = Pick<Mail, 'subject' | 'text' | 'html' | 'unsubscribeUrl'>;

/** Returns the mail about one event. */
export function eventMail({ title, text, facts, url, footer }: EventSummary, context: MailContext): Written {
  const blocks: MailBlock[] = [
    ...(text === undefined ? [] : [{ kind: 'paragraph' as const, text: shortened(text, MAX_TEXT) }]),
    {
      kind: 'facts',
      facts: facts.map(({ name, value }) => ({ name: shortened(name, MAX_VALUE), value: shortened(value, MAX_VALUE) })),
    },
    ...(url === undefined ? [] : [{ kind: 'button' as const, text: 'Open the event', url }]),
    { kind: 'paragraph', text: footer },
  ];
  return written(shortened(title, MAX_TITLE), blocks, context);
}

/**
 * Returns the mail about several events.
 * @param summaries the most severe first, at most `MAX_LINES`
 * @param counts number of events by severity
 */
export function digestMail(
  summaries: readonly EventSummary[],
  counts: ReadonlyMap<number, number>,
  context: MailContext,
): Written {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const bySeverity = [...counts]
    .sort(([a], [b]) => b - a)
    .map(([severity, count]) => `${count} ${severityWords[severity]}`);
  const rest = total - summaries.length;
  const lines = summaries.map(({ title, time, severity, url }) => ({
    text: shortened(title, MAX_TITLE),
    note: `${severityText(severity)} · ${timeText(time)}`,
    ...(url === undefined ? {} : { url }),
  }));
  const blocks: MailBlock[] = [
    { kind: 'lines', lines },
    ...(rest > 0 ? [{ kind: 'paragraph' as const, text: `And ${rest} more.` }] : []),
    ...(context.publicUrl === ''
      ? []
      : [{ kind: 'button' as const, text: 'Open the timeline', url: `${context.publicUrl}/` }]),
  ];
  return written(`${total} ${total === 1 ? 'event' : 'events'}: ${bySeverity.join(', ')}`, blocks, context);
}

function written(
  title: string,
  blocks: readonly MailBlock[],
  { subscription: { name }, unsubscribeUrl }: MailContext,
): Written {
  const footer = `You get this mail because of your subscription “${name}” at Watchfloor.`;
  const footerLink = unsubscribeUrl === undefined ? {} : { footerLink: { text: 'Unsubscribe', url: unsubscribeUrl } };
  return {
    subject: `[Watchfloor] ${title}`,
    ...laidOut({ title, blocks, footer, ...footerLink }),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  };
}
