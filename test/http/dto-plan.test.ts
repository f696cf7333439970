import 'reflect-metadata';
import test from 'ava';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { exampleOf } from '../../src/api/examples.js';
import { Dto, Field, fieldsOf } from '../../src/api/field.js';
import { escapePointer, Problem } from '../../src/api/problem.js';
import {
  choice,
  classesOf,
  flag,
  integer,
  json,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  timestamp,
} from '../../src/api/rules.js';
import { UserChangesDto } from '../../src/features/admin/admin-user.dto.js';
import { Credentials, PasswordChangeDto, Registration } from '../../src/features/auth/sign-in/credentials.dto.js';
import { NewSubscriptionDto } from '../../src/features/subscriptions/subscription.dto.js';
import { PreferenceChangesDto } from '../../src/features/users/preferences.dto.js';
import { ProfileChangesDto } from '../../src/features/users/profile.dto.js';
import { validateBody } from '../../src/http/validation/validate.js';
import fc from '../support/properties.js';

@Dto('A leg of a basket.')
class Leg {
  @Field('Name.', text(1, 10), { example: 'AAPL' })
  name!: string;

  @Field('Weight.', number(0, 1), { example: 0.5 })
  weight!: number;

  @Field('Labels.', optional(list(choice(['long', 'short']), 2)), { example: ['long'] })
  labels?: string[];
}

@Dto('Objects within a list within an object.')
class Basket {
  @Field(
    'Legs.',
    list(
      object(() => Leg),
      3,
      1,
    ),
  )
  legs!: Leg[];

  @Field('One more.', optional(nullable(object(() => Leg))))
  hedge?: Leg | null;

  @Field('Free.', optional(json(3)), { example: { a: 1 } })
  extra?: object;

  @Field('Count.', optional(nullable(integer(0, 9))), { example: 1 })
  count?: number | null;

  @Field('Switch.', optional(flag()), { example: true })
  on?: boolean;

  @Field('When.', optional(timestamp()), { example: '2026-11-20T23:15:00Z' })
  at?: string;
}

type DtoType = new () => object;

/** Returns whether class-validator accepts a value, using only the decorators of the DTO. */
function validatorAccepts(dto: DtoType, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const instance = plainToInstance(dto, structuredClone(value));
  return (
    validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true }).length === 0
  );
}

/** Returns the places at which class-validator finds errors, as JSON Pointers. */
function validatorPointers(dto: DtoType, value: unknown): string[] {
  const flatten = (errors: ValidationError[], prefix: string): string[] =>
    errors.flatMap(({ property, constraints, children }) => {
      const pointer = `${prefix}/${escapePointer(property)}`;
      return [...(constraints === undefined ? [] : [pointer]), ...flatten(children ?? [], pointer)];
    });
  return flatten(
    validateSync(plainToInstance(dto, structuredClone(value)) as object, {
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
    }),
    '',
  );
}

/** Returns the problem with which a body is rejected; undefined if it is accepted. */
function refusal(dto: DtoType, value: unknown): Problem | undefined {
  try {
    validateBody(dto, value);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Names that every object has, or that lead to its prototype. */
const inherited = [
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
const values = fc.oneof(
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
const odd = (value: Record<string, unknown>, name: string, given: unknown) =>
  Object.defineProperty({ ...value }, name, { value: given, enumerable: true, configurable: true, writable: true });

/**
 * Generates valid values with one change: a member replaced, added or removed, at the top or up to two levels below.
 */
function mutants(dto: DtoType) {
  const fields = fieldsOf(dto);
  const valid = exampleOf(dto) as Record<string, unknown>;
  const name = fc.constantFrom(...fields.map((field) => field.name), ...names);
  const top = fc.record({ name, given: values, drop: fc.boolean() }).map(({ name, given, drop }) => {
    if (!drop) return odd(valid, name, given);
    const { [name]: _, ...rest } = valid;
    return rest;
  });
  const nested = fields.flatMap((field) => classesOf(field.rule).map((inner) => ({ field, inner: inner as DtoType })));
  if (nested.length === 0) return top;
  const below = fc
    .record({
      place: fc.constantFrom(...nested),
      name: fc.constantFrom('name', 'weight', 'labels', 'start', 'end', 'channel', 'endpointId', ...names),
      given: values,
    })
    .map(({ place: { field, inner }, name, given }) => {
      const changed = odd(exampleOf(inner) as Record<string, unknown>, name, given);
      return { ...valid, [field.name]: field.rule.items ? [changed] : changed };
    });
  return fc.oneof(top, below);
}

for (const dto of [
  ProfileChangesDto,
  PreferenceChangesDto,
  Credentials,
  Registration,
  PasswordChangeDto,
  UserChangesDto,
  Basket,
  NewSubscriptionDto,
] as DtoType[]) {
  test(`a ${dto.name} is rejected whenever class-validator rejects it, and every error has a pointer`, (t) => {
    const seen = { accepted: 0, refused: 0 };
    t.is(refusal(dto, exampleOf(dto)), undefined);
    t.true(validatorAccepts(dto, exampleOf(dto)));
    const agree = fc.property(mutants(dto), (value) => {
      const problem = refusal(dto, value);
      seen[problem ? 'refused' : 'accepted'] += 1;
      if (problem === undefined) return validatorAccepts(dto, value);
      const unknown = JSON.stringify(problem.errors).includes('is not known here');
      // Our validation may only be stricter where class-transformer silently drops an unknown name.
      const place = problem.errors?.every(({ pointer, detail }) => pointer !== '' && detail !== '') === true;
      return (
        problem.status === 400 &&
        (problem.errors?.length ?? 0) > 0 &&
        place &&
        (unknown || !validatorAccepts(dto, value))
      );
    });
    t.notThrows(() => fc.assert(agree, { numRuns: 3000 }));
    t.true(seen.accepted > 50 && seen.refused > 300, JSON.stringify(seen));
  });

  test(`a ${dto.name} with a property name that every object has is rejected with that name`, (t) => {
    for (const name of inherited) {
      const problem = refusal(dto, odd(exampleOf(dto) as Record<string, unknown>, name, 'x'));
      t.deepEqual(problem?.errors, [{ pointer: `/${name}`, detail: 'is not known here' }], name);
    }
  });

  test(`a value that is not an object is an invalid ${dto.name}`, (t) => {
    for (const value of [null, [], [exampleOf(dto)], 'x', 1, true, undefined])
      t.is(refusal(dto, value)?.errors?.length, 1);
  });
}

test('every error of class-validator is reported at its pointer or at that of its parent', (t) => {
  let seen = 0;
  const named = fc.property(
    fc.record(
      { legs: values, hedge: values, extra: values, count: values, on: values, odd: values },
      { requiredKeys: [] },
    ),
    (value) => {
      const pointers = refusal(Basket, value)?.errors?.map(({ pointer }) => pointer) ?? [];
      const expected = validatorPointers(Basket, value);
      seen += expected.length;
      return expected.every((place) =>
        pointers.some((pointer) => pointer === place || place.startsWith(`${pointer}/`)),
      );
    },
  );
  t.notThrows(() => fc.assert(named, { numRuns: 3000 }));
  t.true(seen > 5000, String(seen));
});

test('at most fifty errors are reported, those of known fields first', (t) => {
  const value = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, index]));
  const pointers = refusal(Basket, { ...value, count: 'x' })?.errors?.map(({ pointer }) => pointer);
  t.is(pointers?.length, 50);
  t.deepEqual(pointers?.slice(0, 3), ['/legs', '/count', '/k0']);
});

test('an accepted value has the fields that were sent and is an instance of its class', (t) => {
  const sent = exampleOf(Basket) as Record<string, unknown>;
  const accepted = validateBody(Basket, sent);
  t.true(accepted instanceof Basket);
  t.true((accepted as Basket).legs[0] instanceof Leg);
  t.deepEqual(JSON.parse(JSON.stringify(accepted)), sent);
});
