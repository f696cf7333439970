import { fieldsOf } from './field.js';

/** Accepted type of a field: also a `Date` where the DTO has text, and a readonly array where the DTO has an array. */
type AnswerValue<Value> =
  | Value
  | (string extends Value ? Date : never)
  | (Value extends Array<infer Item> ? readonly Item[] : never);
type AnswerValues<T> = { [Name in keyof T]: AnswerValue<T[Name]> };

const fieldNames = new WeakMap<object, readonly string[]>();

/**
 * Returns a DTO with the values of its declared fields, in the order of their declaration. Dates become RFC 3339 text
 * in UTC; undefined values and other properties of `values` are left out.
 */
export function answerOf<T extends object>(dto: new () => T, values: AnswerValues<T>): T {
  const names = fieldNames.get(dto) ?? fieldsOf(dto).map(({ name }) => name);
  fieldNames.set(dto, names);
  const answer = Object.create(dto.prototype);
  for (const name of names) {
    const value = values[name as keyof T];
    if (value !== undefined) answer[name] = value instanceof Date ? value.toISOString() : value;
  }
  return answer;
}
