import { leastUuidAt } from '../time/uuid-v7.js';

/** The column by whose ranges a table is partitioned, with the conversions between its values and numbers. */
export interface PartitionKey {
  column: string;
  /** Returns a number as a partition bound in SQL. */
  literal(value: number): string;
  /** Returns SQL for the number of a value, or of the text of a bound. */
  numberOf(expression: string): string;
  /** Returns the suffix of the name of the partition that starts at this number. */
  nameOf(from: number): string;
}

/** Returns the day in UTC as `YYYYMMDD`. */
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');

/** Partitions by an instant; its numbers are times (ms since the epoch). */
export const byTime = (column: string): PartitionKey => ({
  column,
  literal: (time) => `'${new Date(time).toISOString()}'`,
  numberOf: (expression) => `(extract(epoch from (${expression})::timestamptz) * 1000)::float8`,
  nameOf: dayOf,
});

/** Partitions by a UUIDv7; its numbers are the times of the ids (ms since the epoch), their first 48 bits. */
export const byTimeOfId = (column: string): PartitionKey => ({
  column,
  literal: (time) => `'${leastUuidAt(time)}'`,
  numberOf: (expression) => `('x' || translate(left((${expression})::text, 13), '-', ''))::bit(48)::int8`,
  nameOf: dayOf,
});

/** Partitions by whole numbers. */
export const byNumber = (column: string): PartitionKey => ({
  column,
  literal: (value) => `'${value}'`,
  numberOf: (expression) => `(${expression})::int8`,
  nameOf: String,
});
