import { manyLines, oneLine } from '../text/plain-text.js';
import { titleOf } from './event-title.js';
import { type ShownEvent, severityOf } from './logged-event.js';
import { severityWords } from './severity-words.js';

/** An event as text for people, in a chat or a mail. All texts are plain; each format escapes them. */
export interface EventSummary {
  title: string;
  /** Text of some sentences; absent for most types. */
  text?: string;
  /** Severity from 1 to 5. */
  severity: number;
  /** Facts of the event, the most important first. */
  facts: Array<{ name: string; value: string }>;
  time: Date;
  /** URL of the event's page; absent while the service does not know its public address. */
  url?: string;
  /** Type and id of the event: `geofence.entered · 01980a6e-…`. */
  footer: string;
}

const textMembers = ['summary', 'description', 'text', 'explanation'];
const skipped = new Set(['title', ...textMembers]);
const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const timeShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
const MAX_FACTS = 10;

/** Returns the severity in words: `4 of 5 (high)`. */
export const severityText = (severity: number): string => `${severity} of 5 (${severityWords[severity]})`;

/** Returns a time for people, to the minute, in UTC. */
export const timeText = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Returns the URL of an event on the front page; undefined without a public address. */
export const pageOf = (id: string, publicUrl: string): string | undefined =>
  publicUrl === '' ? undefined : `${publicUrl}/#event=${id}`;

/** Returns the summary of an event for people. @param publicUrl address of the service; empty while unknown */
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

/** Returns facts of the values that were compared with a threshold, from an explanation: `251.2 (above 250)`. */
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

/** Returns a single value as a fact; lists, objects and ids are left out. */
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

/** Returns the name of a field in words: `previousStatus` and `previous_status` become `Previous status`. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
