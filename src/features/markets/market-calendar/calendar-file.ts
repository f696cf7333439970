import { fileHeaders } from '../../../http/file-name.js';
import { Reply } from '../../../http/reply.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { SourcedEntry } from './market-calendar.service.js';

export const calendarType = 'text/calendar';
/** Maximum number of bytes of a line (RFC 5545 §3.1), without its end. */
const MAX_LINE_BYTES = 75;

/**
 * Returns the entries as iCalendar (RFC 5545): whole days, or an hour where the time is known.
 * @param now time (ms) of the response
 */
export function calendarFile(entries: readonly SourcedEntry[], now: number): Reply {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Watchfloor//Market calendar//EN',
    'CALSCALE:GREGORIAN',
    ...entries.flatMap((entry) => eventLines(entry, now)),
    'END:VCALENDAR',
  ];
  const body = lines.map((line) => `${folded(line)}\r\n`).join('');
  return new Reply(body, { type: calendarType, headers: fileHeaders('market-calendar.ics') });
}

function eventLines(entry: SourcedEntry, now: number): string[] {
  const { at, day, id } = entry;
  const times =
    at instanceof Date
      ? [`DTSTART:${instant(at.getTime())}`, `DTEND:${instant(at.getTime() + HOUR_MS)}`]
      : [
          `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
          `DTEND;VALUE=DATE:${new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`,
          'TRANSP:TRANSPARENT',
        ];
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(id)}@watchfloor`,
    `DTSTAMP:${instant(now)}`,
    ...times,
    `SUMMARY:${escaped(summaryOf(entry))}`,
    `DESCRIPTION:${escaped(detailsOf(entry))}`,
    `CATEGORIES:${entry.kind.toUpperCase()}`,
    'END:VEVENT',
  ];
}

/** Returns one line in plain words, such as `KO.US ex-dividend: 0.51 USD`. */
export function summaryOf(entry: SourcedEntry): string {
  const { kind, symbol, title, country, amount, currency, ratio, provider } = entry;
  const subject = symbol ?? title ?? '';
  const mark = provider === 'simulator' ? ' (simulated)' : '';
  const text = {
    dividend: `${subject} ex-dividend${amount ? `: ${amount} ${currency ?? ''}`.trimEnd() : ''}`,
    split: `${subject} split${ratio ? `: ${ratio} new for 1` : ''}`,
    earnings: `${subject} reports earnings`,
    ipo: `${title ?? subject} goes public`,
    economic: `${country ? `${country}: ` : ''}${title ?? ''}`,
  }[kind];
  return `${text}${mark}`;
}

function detailsOf(entry: SourcedEntry): string {
  const { estimate, actual, previous, period, unit, currency, priceLow, priceHigh, paymentDay, reportTime } = entry;
  const of = (name: string, value: number | string | null | undefined) =>
    value === null || value === undefined ? [] : [`${name}: ${value}`];
  const parts = [
    ...of('Period', period),
    ...of('Time', reportTime?.replaceAll('_', ' ')),
    ...of('Expected', estimate),
    ...of('Published', actual),
    ...of('Before', previous),
    ...of('Unit', unit),
    ...of('Price from', priceLow),
    ...of('Price to', priceHigh),
    ...of('Currency', currency),
    ...of('Paid on', paymentDay),
    `Source: ${entry.provider}`,
  ];
  return parts.join('\n');
}

const instant = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

/** Escapes a text value (RFC 5545 §3.3.11). Control characters other than line breaks are removed. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** Folds a line at 75 bytes (RFC 5545 §3.1), never within a character. */
function folded(line: string): string {
  let text = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      text += '\r\n ';
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
}
