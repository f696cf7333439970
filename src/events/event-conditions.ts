import { arrayContains, arrayOverlaps, eq, gte, inArray, lt, or, type SQL, sql } from '../database/drizzle.js';
import { events } from '../database/event-schema.js';
import { pointWithin, pointWithinLarge } from '../database/point-within.js';
import type { EventFilter, TimelineFilter } from './event-log.js';
import { fieldSql } from './field-condition-sql.js';

/**
 * Returns a filter as SQL conditions. They must select the same events as `matchesFilter`; a test compares both on
 * random events.
 */
export function conditionsOf({
  types,
  keys = [],
  minSeverity,
  bbox,
  fields = [],
  endpointId,
  isQuiet,
  from,
  to,
}: EventFilter): Array<SQL | undefined> {
  return [
    types && inArray(events.type, [...types]),
    ...keys.map((alternatives) => arrayOverlaps(events.keys, [...alternatives])),
    // Every event has a severity of at least 1; null, in events of an earlier release, means 1.
    minSeverity === undefined || minSeverity <= 1 ? undefined : gte(events.severity, minSeverity),
    bbox && within(bbox),
    ...fields.map(fieldSql),
    endpointId === undefined ? undefined : arrayContains(events.endpointIds, [endpointId]),
    isQuiet === undefined ? undefined : eq(events.isQuiet, isQuiet),
    from && gte(events.time, from),
    to && lt(events.time, to),
  ];
}

/** Returns the conditions of a timeline filter, which also has a text and severities. */
export function timelineConditions({ text, severities, ...filter }: TimelineFilter): Array<SQL | undefined> {
  return [
    ...conditionsOf(filter),
    text === undefined ? undefined : sql`${events.search} @@ to_tsquery('simple', ${text})`,
    severities && inArray(sql`coalesce(${events.severity}, 1)`, [...severities]),
  ];
}

/**
 * Boxes larger than this (square degrees; a twentieth of the Earth) do not use the index of positions. They contain a
 * considerable part of the events, while PostgreSQL assumes a thousandth for every box, and would collect and sort all
 * of them. The index of times returns them in order.
 */
const LARGE = (360 * 180) / 20;

/**
 * Returns the condition for positions in a box. Events without a position have nulls, which are in no box. A box that
 * crosses the antimeridian becomes two boxes.
 */
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
