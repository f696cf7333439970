import { leavesOf } from '../../../../src/conditions/condition-tree.js';
import type { Condition, Leaf } from '../../../../src/features/alerts/condition.js';
import type { EngineRule } from '../../../../src/features/alerts/engine/engine-rule.js';
import type { Observation } from '../../../../src/features/alerts/engine/observation.js';
import fc from '../../../support/properties.js';
import { at, ruleOf } from './engine-rules.js';

/**
 * Returns a duration in seconds plus a few milliseconds, which differ by kind of wait, so that no wait ends exactly at
 * an observation.
 */
const seconds = (max: number, odd: number) => fc.integer({ min: 1, max }).map((whole) => whole + odd / 1_000);
const maybe = <T>(arbitrary: fc.Arbitrary<T>, name: string): fc.Arbitrary<Record<string, T>> =>
  fc.option(
    arbitrary.map((value) => ({ [name]: value })),
    { nil: {} },
  );

const operator = fc.constantFrom('above' as const, 'below' as const);
const symbol = fc.constantFrom('A.US', 'B.US');
const price = fc.integer({ min: 95, max: 105 });
const entity = fc.constantFrom('vessel:111111111', 'vessel:222222222');
const fence = fc.constantFrom('fence-1', 'fence-2');
const place = fc.constantFrom({ lat: 50, lon: 0 }, { lat: 50.01, lon: 0 }, { lat: 50.05, lon: 0.02 });
const shipType = fc.constantFrom('tanker', 'cargo');

const leaves: Array<fc.Arbitrary<object>> = [
  fc
    .record({
      type: fc.constant('price'),
      symbol,
      operator,
      threshold: price,
      recovery: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ recovery, ...leaf }) => ({
      ...leaf,
      recoveryThreshold: leaf.operator === 'above' ? leaf.threshold - recovery : leaf.threshold + recovery,
    })),
  fc.record({
    type: fc.constant('price_change'),
    symbol,
    operator,
    windowSeconds: seconds(60, 503),
    percent: fc.integer({ min: -4, max: 4 }).map((whole) => whole + 0.5),
  }),
  fc.record({
    type: fc.constant('indicator'),
    symbol: fc.constant('C.US'),
    interval: fc.constant('1m'),
    indicator: fc.constant('sma:2'),
    operator,
    threshold: price,
  }),
  fc
    .tuple(
      fc.record({
        type: fc.constant('geofence'),
        geofenceId: fence,
        transition: fc.constantFrom('enter', 'exit', 'dwell', 'inside'),
      }),
      maybe(shipType, 'shipType'),
      maybe(seconds(40, 701), 'minDwellSeconds'),
    )
    .map((parts) => Object.assign({}, ...parts)),
  fc.record({
    type: fc.constant('proximity'),
    entity,
    other: fc.oneof(fc.record({ entity }), fc.record({ position: place })),
    radiusMeters: fc.constantFrom(100, 2_000, 8_000),
  }),
  fc.record({ type: fc.constant('entity_silent'), entity, seconds: seconds(60, 607) }),
  fc
    .tuple(
      fc.record({
        type: fc.constant('news_match'),
        q: fc.constantFrom('red sea', 'sea', 'oil'),
        windowSeconds: seconds(60, 811),
      }),
      maybe(fc.integer({ min: 1, max: 2 }), 'minArticles'),
      maybe(fc.integer({ min: 1, max: 2 }), 'minOwners'),
    )
    .map((parts) => Object.assign({}, ...parts)),
  fc
    .tuple(
      fc.record({
        type: fc.constant('event_near'),
        radiusMeters: fc.constantFrom(500, 4_000),
        windowSeconds: seconds(60, 907),
      }),
      fc.oneof(
        place.map((center) => ({ center })),
        entity.map((one) => ({ entity: one })),
      ),
      maybe(fc.integer({ min: 1, max: 5 }), 'minSeverity'),
    )
    .map((parts) => Object.assign({}, ...parts)),
  fc.record({
    type: fc.constant('portfolio'),
    portfolioId: fc.constant('p'),
    metric: fc.constant('value'),
    operator,
    threshold: price,
  }),
  fc.record({ type: fc.constant('saved_search'), savedSearchId: fc.constant('s'), windowSeconds: seconds(60, 859) }),
  fc.record({ type: fc.constant('feed_stale'), feed: fc.constant('ais'), seconds: seconds(60, 653) }),
];
const leaf = fc.oneof(...leaves) as fc.Arbitrary<Leaf>;

const condition: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({
      type: fc.constantFrom('all' as const, 'any' as const),
      conditions: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ type: fc.constant('not' as const), condition: tie('node') }),
  ),
})).node;

const orNone = (arbitrary: fc.Arbitrary<number>) => fc.oneof(fc.constant(0), arbitrary);

/** Generates one to four rules. */
export const randomRules: fc.Arbitrary<EngineRule[]> = fc
  .array(
    fc.record({
      condition,
      pendingSeconds: orNone(seconds(30, 137)),
      recoverySeconds: orNone(seconds(30, 251)),
      cooldownSeconds: orNone(seconds(30, 389)),
      oneShot: fc.boolean(),
      noData: fc.constantFrom('ignore' as const, 'fire' as const),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((rules) =>
    rules.map(({ condition: tree, ...changes }, index) =>
      ruleOf(recoverable(tree), { id: `rule-${index}`, ...changes }),
    ),
  );

/** Moves the recovery thresholds of negated leaves to the other side of the threshold, as validation requires. */
function recoverable(tree: Condition): Condition {
  const moved = structuredClone(tree);
  for (const { condition: node, isNegated } of leavesOf(moved))
    if (isNegated && node.type === 'price' && node.recoveryThreshold !== undefined)
      node.recoveryThreshold = 2 * node.threshold - node.recoveryThreshold;
  return moved;
}

/** Generators of observations without their times. */
const facts: Array<fc.Arbitrary<object>> = [
  fc.record({ kind: fc.constant('quote'), symbol, price: fc.option(price, { freq: 9 }) }),
  fc.record({
    kind: fc.constant('candle'),
    symbol: fc.constant('C.US'),
    interval: fc.constant('1m'),
    close: price,
    isFinal: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('position'), entity, place }),
  fc.record({
    kind: fc.constant('transition'),
    geofenceId: fence,
    entity,
    transition: fc.constantFrom('enter', 'exit', 'dwell'),
    reason: fc.constantFrom('crossed', 'crossed', 'inside_at_creation', 'lost'),
    staySeconds: fc.constant(0),
    eventId: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant('geo_event'),
    type: fc.constant('earthquake'),
    severity: fc.integer({ min: 1, max: 5 }),
    place,
  }),
  fc.record({
    kind: fc.constant('article'),
    ownerKey: fc.constantFrom('x', 'y'),
    text: fc.constantFrom('red sea', 'oil in the red sea', 'oil', 'gold'),
  }),
  fc.record({ kind: fc.constant('feed'), feed: fc.constant('ais') }),
  fc.record({ kind: fc.constant('coverage'), entityType: fc.constant('vessel'), isReceiving: fc.boolean() }),
  fc.record({ kind: fc.constant('entity_seen'), entity }),
  fc.record({ kind: fc.constant('portfolio'), portfolioId: fc.constant('p'), value: fc.option(price) }),
  fc.record({ kind: fc.constant('saved_search'), savedSearchId: fc.constant('s'), recordType: fc.constant('article') }),
];

/** An observation, and the time of the engine's clock when it arrives. */
export interface Arrival {
  observation: Observation;
  now: number;
}

/** Generates observations in the order of arrival; some are late, and some arrive twice. */
export const randomArrivals: fc.Arbitrary<Arrival[]> = fc
  .array(
    fc.record({
      fact: fc.oneof(...facts),
      wait: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 15 }) }, fc.constant(70)),
      late: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 20 })),
      isTwice: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
    { minLength: 5, maxLength: 40, size: 'medium' },
  )
  .map((steps) => {
    let second = 1;
    return steps.flatMap(({ fact, wait, late, isTwice }, index) => {
      second += wait;
      const arrival = {
        observation: observationOf(fact as Record<string, unknown>, at(Math.max(0, second - late)), index),
        now: at(second),
      };
      return isTwice ? [arrival, arrival] : [arrival];
    });
  });

function observationOf(fact: Record<string, unknown>, time: number, index: number): Observation {
  const { place: where, close, value, ...rest } = fact;
  const candle = { time: new Date(time), open: close, high: close, low: close, close, volume: 1 };
  const more: Record<string, object> = {
    candle: { candle },
    position: where as object,
    transition: { shipType: fact.entity === 'vessel:111111111' ? 'tanker' : 'cargo' },
    geo_event: { ...(where as object), eventId: `event-${index}` },
    article: { articleId: `article-${index}` },
    feed: { lastSuccessAt: time },
    portfolio: { metrics: { value } },
    saved_search: { recordId: `record-${index}` },
  };
  return { ...rest, ...more[fact.kind as string], at: time } as unknown as Observation;
}
