import { arrayOverlaps, gte, inArray, lt, type SQL, sql } from '../database/drizzle.js';
import { events } from '../database/event-schema.js';
import type { EventFilter } from './event-log.js';

/** A filter as conditions on the table. Must mean what `matchesFilter` means; a test compares them on random events. */
export function conditionsOf({ types, keys = [], minSeverity, bbox, from, to }: EventFilter): Array<SQL | undefined> {
  return [
    types && inArray(events.type, [...types]),
    ...keys.map((alternatives) => arrayOverlaps(events.keys, [...alternatives])),
    minSeverity === undefined ? undefined : gte(events.severity, minSeverity),
    bbox && within(bbox),
    from && gte(events.time, from),
    to && lt(events.time, to),
  ];
}

/** An event without a place has nulls, which are in no box. */
function within({ west, south, east, north }: NonNullable<EventFilter['bbox']>): SQL {
  const crosses = west > east;
  const longitude = crosses ? sql`(${events.longitude} >= ${west} or ${events.longitude} <= ${east})` : sql`${events.longitude} between ${west} and ${east}`;
  return sql`(${events.latitude} between ${south} and ${north} and ${longitude})`;
}
