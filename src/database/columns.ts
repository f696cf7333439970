import { customType, timestamp } from './drizzle.js';

/**
 * An instant in UTC; milliseconds, because JavaScript's Date has no finer ones and `=` must hold after a round trip.
 */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** An instant in UTC to the microsecond, for columns that are compared only in SQL. */
export const preciseInstant = (name: string) => timestamp(name, { withTimezone: true, precision: 6, mode: 'date' });

/** Words for full text search, PostgreSQL's type tsvector. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Bytes, PostgreSQL's type bytea. */
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' });
