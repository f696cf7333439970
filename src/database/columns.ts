import { customType, timestamp } from './drizzle.js';

/**
 * A column for an instant in UTC. Precision is milliseconds, as in JavaScript's Date, so that `=` still holds after a
 * round trip.
 */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** A column for an instant in UTC with microseconds, for values that are compared only in SQL. */
export const preciseInstant = (name: string) => timestamp(name, { withTimezone: true, precision: 6, mode: 'date' });

/** A column of PostgreSQL's type tsvector, for full-text search. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A column of PostgreSQL's type bytea. */
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' });
