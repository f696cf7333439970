import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { exampleOf } from '../../src/api/examples.js';
import { fieldsOf } from '../../src/api/field.js';
import { Problem } from '../../src/api/problem.js';
import { classesOf } from '../../src/api/rules.js';
import { validateBody } from '../../src/http/validation/validate.js';
import fc from './properties.js';

export type DtoType = new () => object;

/** Returns the example of a body, or of a query, some of whose optional parameters have no example. */
export function validValueOf(dto: DtoType): Record<string, unknown> {
  const fields = fieldsOf(dto);
  if (!fields.some(({ isWithoutExample, name }) => isWithoutExample === true || name === 'cursor'))
    return exampleOf(dto) as Record<string, unknown>;
  return Object.fromEntries(fields.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])));
}

/** Returns whether class-validator accepts a value, using only the decorators of the DTO. */
export function validatorAccepts(dto: DtoType, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const instance = plainToInstance(dto, structuredClone(value));
  return (
    validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true }).length === 0
  );
}

/** Returns the problem with which a body is rejected; undefined if it is accepted. */
export function refusal(dto: DtoType, value: unknown): Problem | undefined {
  try {
    validateBody(dto, value);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Names that every object has, or that lead to its prototype. */
export const inherited = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  '__defineGetter__',
  'isPrototypeOf',
  '__proto__',
];
const names = ['unknown', '', '0', 'Name', 'length', 'a/b', 'a~b', ...inherited];
export const values = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    1,
    -1,
    1.5,
    10,
    1_000_000,
    '',
    'x',
    'user',
    'operator',
    'dark',
    '22:00',
    'EUR',
    [],
    [null],
    [[]],
    {},
    [{}],
  ),
  fc.constantFrom<unknown>(
    { name: 'x', weight: 1 },
    { name: 'x', weight: 2 },
    [{ name: 'x', weight: 1 }],
    { start: '22:00', end: '07:00' },
    { start: '22:00' },
  ),
  fc.string({ unit: 'binary', maxLength: 140 }),
);
export const odd = (value: Record<string, unknown>, name: string, given: unknown) =>
  Object.defineProperty({ ...value }, name, { value: given, enumerable: true, configurable: true, writable: true });

/** Generates valid values with one change: a member replaced, added or removed, at the top or one level below. */
export function mutants(dto: DtoType) {
  const fields = fieldsOf(dto);
  const valid = validValueOf(dto);
  const name = fc.constantFrom(...fields.map((field) => field.name), ...names);
  const top = fc.record({ name, given: values, drop: fc.boolean() }).map(({ name, given, drop }) => {
    if (!drop) return odd(valid, name, given);
    const { [name]: _, ...rest } = valid;
    return rest;
  });
  const nested = fields.flatMap((field) => classesOf(field.rule).map((inner) => ({ field, inner: inner as DtoType })));
  if (nested.length === 0) return top;
  const below = fc.constantFrom(...nested).chain(({ field, inner }) => {
    const inside = fc.constantFrom(...fieldsOf(inner).map((one) => one.name), ...names);
    return fc.record({ name: inside, given: values }).map(({ name, given }) => {
      const changed = odd(validValueOf(inner), name, given);
      return { ...valid, [field.name]: field.rule.items ? [changed] : changed };
    });
  });
  return fc.oneof(top, below);
}

/**
 * Returns whether our validation and class-validator come to the same result for a value, and whether every error of
 * ours has a place and a reason. Ours may be stricter only for unknown names, of which class-transformer drops some.
 */
export function agree(dto: DtoType, value: unknown, problem = refusal(dto, value)): boolean {
  if (problem === undefined) return validatorAccepts(dto, value);
  const errors = problem.errors ?? [];
  const isUnknown = errors.some(({ detail }) => detail === 'is not known here');
  return (
    problem.status === 400 &&
    errors.length > 0 &&
    errors.every(({ pointer, detail }) => pointer !== '' && detail !== '') &&
    (isUnknown || !validatorAccepts(dto, value))
  );
}
