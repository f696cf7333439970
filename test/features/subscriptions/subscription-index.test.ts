import 'reflect-metadata';
import test from 'ava';
import { matchesFilter } from '../../../src/events/event-filter.js';
import type { LoggedEvent } from '../../../src/events/logged-event.js';
import { AccessPaths } from '../../../src/features/subscriptions/access-paths.js';
import { conditionsIn, type SubscriptionFilter } from '../../../src/features/subscriptions/subscription.js';
import { type Indexable, SubscriptionIndex } from '../../../src/features/subscriptions/subscription-index.js';
import { tileAt, tilesOf } from '../../../src/features/subscriptions/tiles.js';
import fc from '../../support/properties.js';

const types = ['alert.firing', 'alert.rule.changed', 'feed.status_changed', 'geofence.entered'];
const patterns = [...types, 'alert.*', 'alert.rule.*', 'feed.*', '*', 'fleet.*', 'alert'];
const accounts = ['ada', 'bob'];
const symbols = ['A', 'B', 'C'];
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

// Generators favor values at which boxes and positions meet: edges, poles, and both sides of the antimeridian.
const longitude = fc.oneof(
  fc.constantFrom(-180, -179.9, -90, 0, 89.9, 90, 179.9, 180),
  fc.double({ min: -180, max: 180, noNaN: true }),
);
const latitude = fc.oneof(fc.constantFrom(-90, -45, 0, 45, 89.9, 90), fc.double({ min: -90, max: 90, noNaN: true }));
const bbox = fc
  .record({ west: longitude, east: longitude, one: latitude, other: latitude, size: fc.constantFrom(0, 0.001, 1, 400) })
  .map(({ west, east, one, other, size }) =>
    size === 400
      ? [west, Math.min(one, other), east, Math.max(one, other)]
      : [west, one, Math.min(180, west + size), Math.min(90, one + size)],
  );

const conditions = {
  symbols: fc.uniqueArray(fc.constantFrom(...symbols), { minLength: 1 }),
  // Sometimes a filter has 40 more entities: with several patterns, it exceeds the number of paths above which the
  // index drops the patterns.
  entityIds: fc
    .record({
      few: fc.uniqueArray(fc.constantFrom('vessel:1', 'vessel:2', 'feed:ais', 'symbol:A'), { minLength: 1 }),
      others: fc.constantFrom(0, 0, 40),
    })
    .map(({ few, others }) => [...few, ...Array.from({ length: others }, (_, index) => `aircraft:${index}`)]),
  portfolioIds: fc.uniqueArray(fc.constantFrom('p', 'q'), { minLength: 1 }),
  bbox,
  minSeverity: fc.integer({ min: 1, max: 5 }),
};
// Most filters have one or two conditions, because an event would rarely fulfill five random conditions.
const filter: fc.Arbitrary<SubscriptionFilter> = fc.oneof(
  fc.constant({}),
  ...Object.entries(conditions).map(([name, condition]) =>
    fc.record({ [name]: condition } as Record<string, fc.Arbitrary<unknown>>),
  ),
  fc.record({ bbox, minSeverity: conditions.minSeverity }),
  fc.record({ symbols: conditions.symbols, minSeverity: conditions.minSeverity }),
  fc.record(conditions, { requiredKeys: [] }),
);
const subscription: fc.Arbitrary<Indexable> = fc.record({
  id: fc.constantFrom(...Array.from({ length: 12 }, (_, index) => `s${index}`)),
  accountId: fc.constantFrom(...accounts),
  eventTypes: fc.array(fc.constantFrom(...patterns), { minLength: 1, maxLength: 50 }),
  filter,
  since: fc.constantFrom(0, 0, 0, 5, Number.POSITIVE_INFINITY),
});
const event: fc.Arbitrary<LoggedEvent> = fc
  .record({
    type: fc.constantFrom(...types),
    audience: fc.constantFrom(
      'public' as const,
      'public' as const,
      'owner' as const,
      'owner' as const,
      'service' as const,
    ),
    owner: fc.constantFrom(...accounts, 'carl'),
    keys: fc.array(
      fc.constantFrom('symbol:A', 'symbol:B', 'vessel:1', 'vessel:2', 'feed:ais', 'portfolio:p', 'portfolio:q'),
      { maxLength: 4 },
    ),
    severity: fc.option(fc.integer({ min: 1, max: 5 })),
    place: some(fc.record({ latitude, longitude })),
    position: fc.integer({ min: 1, max: 10 }),
  })
  .map(({ owner, place, ...rest }) => ({
    id: 'e',
    subject: null,
    title: null,
    time: new Date(0),
    data: {},
    ownerId: rest.audience === 'owner' ? owner : null,
    latitude: null,
    longitude: null,
    ...place,
    ...rest,
  }));

/** Returns whether a subscription selects an event, evaluated without an index. */
function isFor({ accountId, eventTypes, filter, since }: Indexable, event: LoggedEvent): boolean {
  const wanted = eventTypes.some(
    (pattern) =>
      pattern === '*' ||
      pattern === event.type ||
      (pattern.endsWith('.*') && event.type.startsWith(pattern.slice(0, -1))),
  );
  const visible = event.audience === 'public' || (event.audience === 'owner' && event.ownerId === accountId);
  return wanted && visible && event.position > since && matchesFilter(conditionsIn(filter), event);
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ set: subscription }) },
  { weight: 1, arbitrary: fc.record({ remove: subscription.map(({ id }) => id) }) },
  { weight: 4, arbitrary: fc.record({ event }) },
);

test('the index finds the same subscriptions as a full scan, after any additions, replacements and removals', (t) => {
  let matches = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const index = new SubscriptionIndex<Indexable>();
      const all = new Map<string, Indexable>();
      for (const one of steps) {
        if ('set' in one) {
          all.set(one.set.id, one.set);
          index.set(one.set);
        } else if ('remove' in one) {
          all.delete(one.remove);
          index.delete(one.remove);
        } else {
          const expected = [...all.values()].filter((each) => isFor(each, one.event)).map(({ id }) => id);
          const found = index.match(one.event).map(({ id }) => id);
          matches += found.length;
          if (found.toSorted().join() !== expected.toSorted().join()) return false;
        }
      }
      return index.size === all.size;
    }),
    { numRuns: 500 },
  );
  t.true(matches > 1_000, `${matches} matches were compared`);
});

test('removed subscriptions leave nothing in the index', (t) => {
  fc.assert(
    fc.property(fc.array(subscription, { maxLength: 30 }), (some) => {
      const paths = new AccessPaths<object>();
      const things = some.map(({ eventTypes, filter }) => ({ eventTypes, conditions: conditionsIn(filter) }));
      for (const thing of things) paths.add(thing.eventTypes, thing.conditions, thing);
      for (const thing of things) paths.remove(thing.eventTypes, thing.conditions, thing);
      return paths.isEmpty;
    }),
  );
  t.pass();
});

test('a box is covered by at most four tiles, or eight across the antimeridian, and each of its points is in one of them', (t) => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(bbox, share, share, ([west = 0, south = 0, east = 0, north = 0], x, y) => {
      const tiles = tilesOf({ west, south, east, north });
      if (tiles.length > (west > east ? 8 : 4)) return false;
      const width = west > east ? 360 - west + east : east - west;
      const unwrapped = west + x * width;
      const point = {
        longitude: unwrapped > 180 ? unwrapped - 360 : unwrapped,
        latitude: Math.min(north, south + y * (north - south)),
      };
      if (west <= east) point.longitude = Math.min(east, point.longitude);
      return tiles.some(({ level, column, row }) => {
        const at = tileAt(level, point.latitude, point.longitude);
        return at.column === column && at.row === row;
      });
    }),
    { numRuns: 5_000 },
  );
  t.pass();
});

test('the number of index paths of a subscription is limited, however much it lists', (t) => {
  const paths = new AccessPaths<object>();
  const many = Array.from({ length: 50 }, (_, index) => `type.n${index}`);
  paths.add(many, { keys: [Array.from({ length: 100 }, (_, index) => `vessel:${index}`)] }, {});
  t.true(paths.size <= 100, `${paths.size}`);
});
