import { oneLine } from '../plain-text.js';
import type { ShownEvent } from './logged-event.js';

/** Members of data that name what an event is about, in this order. */
const named = ['geofenceName', 'name', 'feed', 'host', 'symbol', 'entity', 'status'];

/** One line that says what happened: the `title` of the data, or else the type and what it is about, `Status changed · ais · down`. */
export function titleOf({ type, data }: Pick<ShownEvent, 'type' | 'data'>): string {
  if (typeof data.title === 'string' && oneLine(data.title) !== '') return oneLine(data.title);
  const what = type.slice(type.indexOf('.') + 1).replaceAll(/[._]/g, ' ');
  const about = named.map((name) => data[name]).filter((value) => typeof value === 'string' && value !== '') as string[];
  return oneLine([what.charAt(0).toUpperCase() + what.slice(1), ...about].join(' · '));
}
