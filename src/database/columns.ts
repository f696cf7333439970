import { customType, type SQL, sql, timestamp } from './drizzle.js';

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

/** Returns SQL that removes accents, as `textQuery` (events/text-query.ts) does with queries. */
const unaccented = (expression: string): string =>
  `regexp_replace(normalize(${expression}, NFKD), '[\\u0300-\\u036f]', '', 'g')`;

/**
 * Returns SQL text for the lexemes of columns, for generated columns and indexes. @param columns the most important
 * first
 */
export const lexemesText = (...columns: readonly string[]): string =>
  columns
    .map(
      (column, index) =>
        `setweight(to_tsvector('simple', ${unaccented(`coalesce(${column}, '')`)}), '${index === 0 ? 'A' : 'B'}')`,
    )
    .join(' || ');

/**
 * Returns SQL for the lexemes of columns, computed at query time for tables in which each account has few rows.
 * @param columns the most important first
 */
export const lexemesOf = (...columns: readonly string[]): SQL => sql.raw(lexemesText(...columns));
