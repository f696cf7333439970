import { type AnyColumn, gt, gte, inArray, type SQL, sql } from '../../../database/drizzle.js';

/** The next objects of one kind in a collection, in the order of their times and ids. */
export interface StixSelection {
  limit: number;
  /** Only objects later than this time. */
  addedAfter?: Date;
  /** The position after which to continue; without an id, with the objects of exactly this time or of later ones. */
  after?: { time: Date; id?: string; isInclusive: boolean };
  /** Only objects with these UUIDs. */
  ids?: readonly string[];
  /** Only objects whose last change was at one of these times. */
  versions?: readonly Date[];
}

/** Returns the conditions of a query on a table with an index on `(time, id)`. */
export function stixConditions(
  { addedAfter, after, ids, versions }: StixSelection,
  { time, id }: { time: AnyColumn; id: AnyColumn },
): Array<SQL | undefined> {
  return [
    addedAfter && gt(time, addedAfter),
    after && positionAfter(after, time, id),
    ids && inArray(id, [...ids]),
    versions && inArray(time, [...versions]),
  ];
}

function positionAfter(after: NonNullable<StixSelection['after']>, time: AnyColumn, id: AnyColumn): SQL {
  if (after.id === undefined) return after.isInclusive ? gte(time, after.time) : gt(time, after.time);
  return sql`(${time}, ${id}) > (${after.time.toISOString()}::timestamptz, ${after.id}::uuid)`;
}
