import { arrayContains, arrayOverlaps, eq, gte, inArray, lt, or, type SQL, sql } from '../database/drizzle.js';
import { events } from '../database/event-schema.js';
import { pointWithin, pointWithinLarge } from '../database/point-within.js';
import type { EventFilter, TimelineFilter } from './event-log.js';

/** A filter as conditions on the table. Must mean what `matchesFilter` means; a test compares them on random events. */
export function conditionsOf({
  types,
  keys = [],
  minSeverity,
  bbox,
  endpointId,
  isQuiet,
  from,
  to,
}: EventFilter): Array<SQL | undefined> {
  return [
    types && inArray(events.type, [...types]),
    ...keys.map((alternatives) => arrayOverlaps(events.keys, [...alternatives])),
    // Every event has at least 1, also one of an earlier release, which has null.
    minSeverity === undefined || minSeverity <= 1 ? undefined : gte(events.severity, minSeverity),
    bbox && within(bbox),
    endpointId === undefined ? undefined : arrayContains(events.endpointIds, [endpointId]),
    isQuiet === undefined ? undefined : eq(events.isQuiet, isQuiet),
    from && gte(events.time, from),
    to && lt(events.time, to),
  ];
}

/** Returns the conditions of a filter of the timeline, which has a text and severities, too. */
export function timelineConditions({ text, severities, ...filter }: TimelineFilter): Array<SQL | undefined> {
  return [
    ...conditionsOf(filter),
    text === undefined ? undefined : sql`${events.search} @@ to_tsquery('simple', ${text})`,
    severities && inArray(sql`coalesce(${events.severity}, 1)`, [...severities]),
  ];
}

/**
 * Square degrees of a box for which the index of places is not asked, a twentieth of the Earth's: it holds a good part
 * of the events, and PostgreSQL, which takes every box for a thousandth of them, would gather and sort all of that. By
 * their time they come in order.
 */
const LARGE = (360 * 180) / 20;

/** An event without a place has nulls, which are in no box. A box that crosses the antimeridian is two. */
function within({ west, south, east, north }: NonNullable<EventFilter['bbox']>): SQL | undefined {
  const boxes =
    west > east
      ? [
          { west, south, east: 180, north },
          { west: -180, south, east, north },
        ]
      : [{ west, south, east, north }];
  const area = boxes.reduce((sum, box) => sum + (box.east - box.west) * (box.north - box.south), 0);
  return or(
    ...boxes.map((box) => (area > LARGE ? pointWithinLarge : pointWithin)(events.longitude, events.latitude, box)),
  );
}
