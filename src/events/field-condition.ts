export const fieldOperators = ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'exists'] as const;
export type FieldOperator = (typeof fieldOperators)[number];

/** A value that a field can be compared with. */
export type Scalar = string | number | boolean;

/**
 * A condition on a field of an event's data. A field that is absent or null meets no condition but `exists` with the
 * value false.
 */
export interface FieldCondition {
  /** Path of the field in the envelope, such as `data.alert.severity`. */
  field: string;
  operator: FieldOperator;
  /** The value; for `exists` true, the default, or false. Absent for `in`. */
  value?: Scalar;
  /** The values of `in`. */
  values?: Scalar[];
}

/** A condition in the form in which events are checked, prepared once for many events. */
export interface PreparedCondition {
  /** Names of members, from the event's data to the field. */
  path: readonly string[];
  operator: FieldOperator;
  value: Scalar;
  /** The values of `in`; otherwise only `value`. */
  values: ReadonlySet<Scalar>;
}

/** Matches a path in the data, with at most eight names. */
export const fieldPath = /^data(?:\.[A-Za-z_][A-Za-z0-9_-]{0,59}){1,8}$/;

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Prepares a condition. */
export function preparedCondition({ field, operator, value = true, values = [value] }: FieldCondition) {
  const kept = operator === 'contains' ? (one: Scalar) => one : inUtc;
  const path = field.split('.').slice(1);
  return { path, operator, value: kept(value), values: new Set(values.map(kept)) } satisfies PreparedCondition;
}

/** Returns a time as events have it, in UTC with milliseconds, so that times compare as texts. */
function inUtc(value: Scalar): Scalar {
  const time = typeof value === 'string' && instant.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}

/** Whether an operator compares by order. */
export const isOrder = (operator: FieldOperator): boolean => ['lt', 'lte', 'gt', 'gte'].includes(operator);

/** Returns true if the data of an event meets a condition. The cost grows with the depth of the path alone. */
export function meets({ path, operator, value, values }: PreparedCondition, data: unknown): boolean {
  const found = fieldAt(data, path);
  if (operator === 'exists') return (found !== undefined && found !== null) === value;
  if (found === undefined || found === null) return false;
  switch (operator) {
    case 'eq':
    case 'in':
      return values.has(found as Scalar);
    case 'ne':
      return found !== value;
    case 'contains':
      return Array.isArray(found)
        ? found.includes(value)
        : typeof found === 'string' && typeof value === 'string' && found.includes(value);
    default:
      return typeof found === typeof value && isOrdered(operator, found as Scalar, value);
  }
}

function isOrdered(operator: FieldOperator, found: Scalar, value: Scalar): boolean {
  if (operator === 'lt') return found < value;
  if (operator === 'lte') return found <= value;
  return operator === 'gt' ? found > value : found >= value;
}

function fieldAt(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
