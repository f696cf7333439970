import 'reflect-metadata';
import test from 'ava';
import { and, asc } from '../../src/database/drizzle.js';
import { events } from '../../src/database/event-schema.js';
import { conditionsOf } from '../../src/events/event-conditions.js';
import { matchesFilter } from '../../src/events/event-filter.js';
import type { EventFilter } from '../../src/events/event-log.js';
import { fieldOperators, preparedCondition } from '../../src/events/field-condition.js';
import type { LoggedEvent } from '../../src/events/logged-event.js';
import { uuidV7 } from '../../src/time/uuid-v7.js';
import fc, { testSeed } from '../support/properties.js';
import { createTestDatabase } from '../support/test-database.js';

// Only a few values of each kind, so that filters often match events, especially at their boundaries.
const types = ['feed.status_changed', 'alert.firing', 'alert.resolved'];
const keys = ['symbol:AAPL.US', 'symbol:A', 'vessel:219024336', 'feed:ais', 'feed:"a\\b"', 'feed:{x}'];
const latitude = fc.constantFrom(-90, -45.5, 0, 10, 10.000001, 45, 90);
const longitude = fc.constantFrom(-180, -179.5, -10, 0, 10, 170, 179.999999, 180);
const time = fc.integer({ min: 0, max: 8 }).map((step) => new Date(Date.UTC(2026, 0, 1) + step));
const severity = fc.integer({ min: 1, max: 5 });

const endpointIds = ['019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80', '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d81'];

// Values of each type of JSON under the same names, so that every operator meets fields that it does not fit.
const scalar = fc.constantFrom<string | number | boolean>(
  ...[
    '',
    'a',
    'ab',
    'Z',
    'é',
    '2026-01-01T00:00:00.000Z',
    '2026-01-01',
    '10',
    "a'b\\",
    0,
    1,
    1.5,
    -0.1,
    1e21,
    true,
    false,
  ],
);
const leaf = fc.oneof(scalar, fc.constant(null), fc.array(scalar, { maxLength: 3 }), fc.record({ b: scalar }));
const data = fc
  .record({ a: leaf, b: fc.record({ c: leaf }), length: scalar }, { requiredKeys: [] })
  .map((members) => JSON.parse(JSON.stringify(members)) as Record<string, unknown>);
const condition = fc
  .record({
    field: fc.constantFrom('data.a', 'data.a.b', 'data.b', 'data.b.c', 'data.a.length', 'data.length', 'data.no'),
    operator: fc.constantFrom(...fieldOperators),
    value: scalar,
    values: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
  })
  .map(({ operator, value, values, ...rest }) =>
    preparedCondition({
      ...rest,
      operator,
      ...(operator === 'in' ? { values } : { value: operator === 'exists' ? value === true : value }),
    }),
  );

const event = fc.record({
  data,
  type: fc.constantFrom(...types),
  time,
  keys: fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 3 }),
  severity: fc.option(severity),
  place: fc.option(fc.record({ latitude, longitude })),
  endpointIds: fc.option(fc.uniqueArray(fc.constantFrom(...endpointIds), { minLength: 1 })),
  isQuiet: fc.boolean(),
});

const box = fc
  .tuple(longitude, longitude, latitude, latitude)
  .map(([west, east, one, other]) => ({ west, east, south: Math.min(one, other), north: Math.max(one, other) }));
const filter: fc.Arbitrary<EventFilter> = fc.record(
  {
    types: fc.subarray([...types, 'no.such']).filter((names) => names.length > 0),
    keys: fc.array(fc.uniqueArray(fc.constantFrom(...keys, 'symbol:NONE'), { minLength: 1, maxLength: 3 }), {
      maxLength: 2,
    }),
    minSeverity: severity,
    bbox: box,
    endpointId: fc.constantFrom(...endpointIds),
    isQuiet: fc.boolean(),
    from: time,
    to: time,
  },
  { requiredKeys: [] },
);

const byField: fc.Arbitrary<EventFilter> = fc.record({ fields: fc.array(condition, { minLength: 1, maxLength: 2 }) });

for (const [name, filters] of [
  ['a filter', filter],
  ['a condition on a field of the data', byField],
] as const)
  test(`${name} means the same in memory as in the database`, async (t) => {
    const { database, drop } = await createTestDatabase();
    t.teardown(drop);
    const random = fc.sample(event, { numRuns: 400, seed: testSeed });
    const rows = random.map(({ place, ...rest }) => ({
      id: uuidV7(),
      audience: 'public' as const,
      ...rest,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
    }));
    await database.orm.insert(events).values(rows);
    const logged: LoggedEvent[] = await database.orm.select().from(events).orderBy(asc(events.position));
    t.is(logged.length, 400);
    const asked = { some: 0, none: 0 };
    await fc.assert(
      fc.asyncProperty(filters, async (wanted) => {
        const found = await database.orm
          .select({ position: events.position })
          .from(events)
          .where(and(...conditionsOf(wanted)))
          .orderBy(asc(events.position));
        const expected = logged.filter((one) => matchesFilter(wanted, one)).map(({ position }) => position);
        t.deepEqual(
          found.map(({ position }) => position),
          expected,
        );
        asked[expected.length > 0 ? 'some' : 'none'] += 1;
      }),
      { numRuns: 400 },
    );
    // The comparison proves something only if many filters match events and some match none.
    t.true(asked.some > 100 && asked.none > 20, JSON.stringify(asked));
  });

test('a box across the antimeridian contains both of its sides and nothing between them', (t) => {
  const at = (longitude: number, latitude = 0) =>
    ({ latitude, longitude, keys: [], severity: null }) as unknown as LoggedEvent;
  const bbox = { west: 170, east: -170, south: -10, north: 10 };
  for (const inside of [170, 175, 180, -180, -175, -170]) t.true(matchesFilter({ bbox }, at(inside)), `${inside}`);
  for (const outside of [169.999, -169.999, 0]) t.false(matchesFilter({ bbox }, at(outside)), `${outside}`);
  t.false(matchesFilter({ bbox }, at(175, 10.001)));
  t.false(matchesFilter({ bbox }, { ...at(175), latitude: null, longitude: null } as LoggedEvent));
});
