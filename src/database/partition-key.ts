import { leastUuidAt } from '../time/uuid-v7.js';

/** The column by whose ranges a table is partitioned, and how its values and numbers are converted. */
export interface PartitionKey {
  column: string;
  /** A number as a bound, in SQL. */
  literal(value: number): string;
  /** The number of a value or of the text of a bound, in SQL. */
  numberOf(expression: string): string;
  /** Returns the suffix of the name of a partition from this number. */
  nameOf(from: number): string;
}

/** In UTC. */
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');

/** Numbers are times (ms since the epoch). */
export const byTime = (column: string): PartitionKey => ({
  column,
  literal: (time) => `'${new Date(time).toISOString()}'`,
  numberOf: (expression) => `(extract(epoch from (${expression})::timestamptz) * 1000)::float8`,
  nameOf: dayOf,
});

/** Numbers are times (ms since the epoch) of UUIDv7: their first 48 bits. */
export const byTimeOfId = (column: string): PartitionKey => ({
  column,
  literal: (time) => `'${leastUuidAt(time)}'`,
  numberOf: (expression) => `('x' || translate(left((${expression})::text, 13), '-', ''))::bit(48)::int8`,
  nameOf: dayOf,
});

/** Numbers are whole numbers. */
export const byNumber = (column: string): PartitionKey => ({
  column,
  literal: (value) => `'${value}'`,
  numberOf: (expression) => `(${expression})::int8`,
  nameOf: String,
});
