import 'reflect-metadata';
import test from 'ava';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { exampleOf } from '../../src/api/examples.js';
import { Dto, Field } from '../../src/api/field.js';
import { escapePointer } from '../../src/api/problem.js';
import {
  choice,
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
import {
  agree,
  type DtoType,
  inherited,
  mutants,
  odd,
  refusal,
  validatorAccepts,
  values,
} from '../support/second-opinion.js';

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
    const agreed = fc.property(mutants(dto), (value) => {
      const problem = refusal(dto, value);
      seen[problem ? 'refused' : 'accepted'] += 1;
      return agree(dto, value, problem);
    });
    t.notThrows(() => fc.assert(agreed, { numRuns: 3000 }));
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
