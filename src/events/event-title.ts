import { oneLine, shortened } from '../text/plain-text.js';
import type { ShownEvent } from './logged-event.js';

/** Titles are cut at this length (UTF-16 code units). */
const MAX_TITLE_LENGTH = 300;

/** Members of the data that can name the subject of an event, in order of preference. */
const named = ['geofenceName', 'name', 'feed', 'host', 'symbol', 'entity', 'status'];

/**
 * Returns one line that says what happened: the stored title, or else the `title` of the data, or the type and the
 * subject, as in `Status changed · ais · down`.
 */
export function titleOf({ title, type, data }: Pick<ShownEvent, 'title' | 'type' | 'data'>): string {
  if (title) return title;
  if (typeof data.title === 'string' && oneLine(data.title) !== '') return asTitle(data.title);
  const what = type.slice(type.indexOf('.') + 1).replaceAll(/[._]/g, ' ');
  const about = named
    .map((name) => data[name])
    .filter((value) => typeof value === 'string' && value !== '') as string[];
  return asTitle([what.charAt(0).toUpperCase() + what.slice(1), ...about].join(' · '));
}

/** Returns a text as a title: one line, shortened, because titles contain names chosen by users. */
export const asTitle = (text: string): string => shortened(oneLine(text), MAX_TITLE_LENGTH);

/**
 * Returns an entity in words: `vessel:219024336` becomes `EMMA (vessel 219024336)`, or `Vessel 219024336` without a
 * name.
 */
export function entityWords(entity: string, name?: string | null): string {
  const [kind = '', ...id] = entity.split(':');
  if (name) return `${name} (${kind.replaceAll('_', ' ')} ${id.join(':')})`;
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')} ${id.join(':')}`;
}

/** Returns a duration in its two largest units: 9,030 seconds become `2 h 30 min`. */
export function durationWords(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const;
  const first = units.findIndex(([length]) => seconds >= length);
  if (first < 0) return '0 s';
  let rest = Math.floor(seconds);
  const parts = units.slice(first, first + 2).map(([length, unit]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? '' : `${count} ${unit}`;
  });
  return parts.filter((part) => part !== '').join(' ');
}
