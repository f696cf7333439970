import { type SQL, sql } from '../database/drizzle.js';
import { events } from '../database/event-schema.js';
import type { FieldOperator, PreparedCondition, Scalar } from './field-condition.js';

const comparisons: Partial<Record<FieldOperator, SQL>> = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` };

/**
 * Returns a condition on a field as SQL; it selects the same events as `meets`. Names of members are never array
 * indices, because they begin with a letter.
 */
export function fieldSql({ path, operator, value, values }: PreparedCondition): SQL {
  const field = sql`(${events.data} #> ${textArray(path)})`;
  const isPresent = sql`coalesce(jsonb_typeof(${field}), 'null') <> 'null'`;
  switch (operator) {
    case 'exists':
      return value === true ? isPresent : sql`not (${isPresent})`;
    case 'eq':
    case 'in':
      return sql`${field} in (${sql.join([...values].map(json), sql`, `)})`;
    case 'ne':
      return sql`(${isPresent} and ${field} <> ${json(value)})`;
    case 'contains':
      return sql`case jsonb_typeof(${field}) when 'array' then ${field} @> ${json(value)}
        when 'string' then ${typeof value === 'string' ? sql`strpos(${field} #>> '{}', ${value}::text) > 0` : sql`false`}
        else false end`;
    default:
      return ordered(field, comparisons[operator] as SQL, value);
  }
}

// The type is checked in a `case`, because the terms of an `and` have no order, and a cast of another type fails.
const ordered = (field: SQL, comparison: SQL, value: Scalar): SQL =>
  typeof value === 'number'
    ? sql`case jsonb_typeof(${field}) when 'number' then (${field} #>> '{}')::numeric ${comparison} ${String(value)}::text::numeric else false end`
    : sql`case jsonb_typeof(${field}) when ${typeof value}::text then (${field} #>> '{}') collate "C" ${comparison} ${String(value)}::text else false end`;

const json = (value: Scalar): SQL => sql`${JSON.stringify(value)}::text::jsonb`;

const textArray = (names: readonly string[]): SQL =>
  sql`array[${sql.join(
    names.map((name) => sql`${name}::text`),
    sql`, `,
  )}]`;
