import { DAY_MS } from '../time/durations.js';
import { fileHeaders } from './file-name.js';
import { Reply } from './reply.js';

export const calendarType = 'text/calendar';
/** Maximum number of bytes of a line (RFC 5545 §3.1), without its end. */
const MAX_LINE_BYTES = 75;

/** An entry of a calendar. */
export interface CalendarEvent {
  /** Stays the same when the calendar is read again, so that programs replace the entry. */
  id: string;
  /** A whole day, `YYYY-MM-DD`, which blocks no time; or a time (ms), `to` exclusive. */
  when: string | { from: number; to: number };
  summary: string;
  /** Lines of text; empty without one. */
  details: readonly string[];
  category: string;
}

/**
 * Returns a file with events as iCalendar (RFC 5545).
 * @param name name of the kind of calendar
 * @param fileName name of the file without its extension
 * @param now time (ms) of the response
 */
export function calendarReply(name: string, fileName: string, events: readonly CalendarEvent[], now: number): Reply {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Watchfloor//${name}//EN`,
    'CALSCALE:GREGORIAN',
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ];
  const body = lines.map((line) => `${folded(line)}\r\n`).join('');
  return new Reply(body, { type: calendarType, headers: fileHeaders(`${fileName}.ics`) });
}

function eventLines({ id, when, summary, details, category }: CalendarEvent, now: number): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(id)}@watchfloor`,
    `DTSTAMP:${instant(now)}`,
    ...(typeof when === 'string'
      ? [
          `DTSTART;VALUE=DATE:${date(Date.parse(when))}`,
          `DTEND;VALUE=DATE:${date(Date.parse(when) + DAY_MS)}`,
          'TRANSP:TRANSPARENT',
        ]
      : [`DTSTART:${instant(when.from)}`, `DTEND:${instant(when.to)}`]),
    `SUMMARY:${escaped(summary)}`,
    ...(details.length === 0 ? [] : [`DESCRIPTION:${escaped(details.join('\n'))}`]),
    `CATEGORIES:${escaped(category)}`,
    'END:VEVENT',
  ];
}

const instant = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
const date = (ms: number): string => instant(ms).slice(0, 8);

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
