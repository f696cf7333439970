import { manyLines, oneLine } from '../text/plain-text.js';
import { titleOf } from './event-title.js';
import { type ShownEvent, severityOf } from './logged-event.js';
import { severityWords } from './severity-words.js';

/** An event as people read it in a chat or a mail. All of it is plain text; each format escapes it. */
export interface EventSummary {
  title: string;
  /** Some sentences; absent for most types. */
  text?: string;
  /** 1 to 5. */
  severity: number;
  /** Its facts, the most important first. */
  facts: Array<{ name: string; value: string }>;
  time: Date;
  /** Where it can be read in a browser; absent while the service does not know its public address. */
  url?: string;
  /** The type of the event and its id: `geofence.entered · 01980a6e-…`. */
  footer: string;
}

const textMembers = ['summary', 'description', 'text', 'explanation'];
const skipped = new Set(['title', ...textMembers]);
const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const timeShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
const MAX_FACTS = 10;

/** `4 of 5 (high)` */
export const severityText = (severity: number): string => `${severity} of 5 (${severityWords[severity]})`;

/** A time as people read it, to the minute, in UTC. */
export const timeText = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Where the front page shows an event. */
export const pageOf = (id: string, publicUrl: string): string | undefined =>
  publicUrl === '' ? undefined : `${publicUrl}/#event=${id}`;

/** @param publicUrl of the service; empty while it is unknown */
export function summaryOf(event: ShownEvent, publicUrl: string): EventSummary {
  const { id, type, subject, time, data } = event;
  const severity = severityOf(event);
  const text = textMembers
    .map((name) => data[name])
    .find((value): value is string => typeof value === 'string' && value.trim() !== '');
  const url = pageOf(id, publicUrl);
  const own = [
    ...readingsOf(data.explanation),
    ...Object.entries(data).flatMap(([name, value]) => factOf(name, value)),
  ];
  const about =
    subject === null || uuidShape.test(subject.slice(subject.indexOf(':') + 1))
      ? []
      : [{ name: 'About', value: oneLine(subject) }];
  return {
    title: titleOf(event),
    ...(text === undefined ? {} : { text: manyLines(text) }),
    severity,
    facts: [
      { name: 'Severity', value: severityText(severity) },
      { name: 'Time', value: timeText(time) },
      ...about,
      ...own,
    ].slice(0, MAX_FACTS),
    time,
    ...(url === undefined ? {} : { url }),
    footer: `${type} · ${id}`,
  };
}

/** Values that were compared with a threshold, as an explanation lists them: `251.2 (above 250)`. */
function readingsOf(explanation: unknown): EventSummary['facts'] {
  if (!Array.isArray(explanation)) return [];
  return explanation.flatMap(
    (reading: Partial<Record<'type' | 'value' | 'operator' | 'threshold' | 'met', unknown>> | null) => {
      const { type, value, operator, threshold, met } = reading ?? {};
      if (typeof type !== 'string' || typeof value !== 'number' || met === false) return [];
      const compared =
        typeof operator === 'string' && typeof threshold === 'number' ? ` (${operator} ${threshold})` : '';
      return [{ name: wordsOf(type), value: `${value}${compared}` }];
    },
  );
}

/** Single values become facts; lists, objects and ids are left to the event itself. */
function factOf(name: string, value: unknown): Array<{ name: string; value: string }> {
  if (skipped.has(name) || name === 'severity') return [];
  const shown = shownOf(value);
  return shown === undefined || shown === '' ? [] : [{ name: wordsOf(name), value: shown }];
}

function shownOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string')
    return uuidShape.test(value) ? undefined : timeShape.test(value) ? timeText(new Date(value)) : oneLine(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const { lat, lon } = value as { lat?: unknown; lon?: unknown };
  return typeof lat === 'number' && typeof lon === 'number' ? `${lat}, ${lon}` : undefined;
}

/** `previousStatus` and `previous_status` → `Previous status` */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
