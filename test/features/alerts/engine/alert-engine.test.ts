import test from 'ava';
import type { Condition } from '../../../../src/features/alerts/condition.js';
import { AlertEngine } from '../../../../src/features/alerts/engine/alert-engine.js';
import type { TransitionObservation } from '../../../../src/features/alerts/engine/observation.js';
import { above, at, ruleOf, testEngine } from './engine-rules.js';

const inside: Condition = { type: 'geofence', geofenceId: 'fence', transition: 'inside' };
const moved = (
  entity: string,
  transition: 'enter' | 'exit',
  seconds: number,
  reason = 'crossed',
): TransitionObservation => ({
  kind: 'transition',
  geofenceId: 'fence',
  entity,
  transition,
  reason,
  staySeconds: 0,
  eventId: 'event',
  at: at(seconds),
});

test('an edit that keeps the condition true keeps the alert, and any other edit resolves it', (t) => {
  const { engine, price, news, transitions } = testEngine(ruleOf(above(100)));
  price(1, 120);
  t.deepEqual(news(), ['inactive firing condition']);
  engine.put(ruleOf(above(110)), at(2));
  t.deepEqual(news(), []);
  engine.put(ruleOf(above(130)), at(3));
  t.deepEqual(news(), ['firing resolved rule_changed']);
  price(4, 140);
  t.deepEqual(news(), ['inactive firing condition']);
  t.deepEqual(
    transitions.map(({ crossing }) => crossing),
    [1, 1, 2],
  );
});

test('an edit of the condition does not wait for the recovery time', (t) => {
  const { engine, price, news } = testEngine(ruleOf(above(100), { recoverySeconds: 600 }));
  price(1, 120);
  engine.put(ruleOf(above(130), { recoverySeconds: 600 }), at(2));
  t.deepEqual(news(), ['inactive firing condition', 'firing resolved rule_changed']);
});

test('an alert that the account resolved fires again only after the condition was false', (t) => {
  const { engine, price, news } = testEngine(ruleOf(above(100)));
  price(1, 120);
  t.true(engine.act('rule', '', { type: 'resolve' }, at(2)));
  price(3, 125);
  t.deepEqual(news(), ['inactive firing condition', 'firing resolved action']);
  price(4, 90);
  price(5, 120);
  t.deepEqual(news(), ['inactive firing condition']);
});

test('an action on an alert that is closed or already in that state is rejected', (t) => {
  const { engine, price } = testEngine(ruleOf(above(100)));
  t.false(engine.act('rule', '', { type: 'acknowledge' }, at(1)));
  t.false(engine.act('other', '', { type: 'resolve' }, at(1)));
  price(2, 120);
  t.true(engine.act('rule', '', { type: 'acknowledge' }, at(3)));
  t.false(engine.act('rule', '', { type: 'acknowledge' }, at(3)));
});

test('a condition that is true when the cooldown ends fires then', (t) => {
  const { price, news, engine } = testEngine(ruleOf(above(100), { cooldownSeconds: 60 }));
  price(1, 120);
  price(2, 90);
  price(3, 120);
  t.deepEqual(news(), ['inactive firing condition', 'firing resolved condition']);
  t.is(engine.nextDue(), at(62));
  engine.advance(at(62));
  t.deepEqual(news(), ['inactive firing cooldown_elapsed']);
});

test('a one-shot rule fires once, until it is rearmed', (t) => {
  const { engine, price, news } = testEngine(ruleOf(above(100), { oneShot: true }));
  price(1, 120);
  price(2, 90);
  price(3, 120);
  t.deepEqual(news(), ['inactive firing condition', 'firing resolved condition']);
  t.true(engine.evaluation('rule')?.isDisarmed);
  t.true(engine.rearm('rule', at(4)));
  t.deepEqual(news(), ['inactive firing action']);
});

test('an expired rule resolves its alerts and is removed from the engine', (t) => {
  const { engine, price, news } = testEngine(ruleOf(above(100), { expiresAt: at(60) }));
  price(1, 120);
  engine.advance(at(60));
  t.deepEqual(news(), ['inactive firing condition', 'firing resolved rule_expired']);
  t.is(engine.size, 0);
  t.is(engine.needs.symbols.size, 0);
});

test('a rule on a geofence has an alert for each entity, and an entity that was inside before does not count as entered', (t) => {
  const entered = testEngine(
    ruleOf({ ...inside, transition: 'enter' }, { id: 'enter' }),
    ruleOf(inside, { id: 'inside' }),
  );
  entered.engine.observe(moved('vessel:1', 'enter', 1, 'inside_at_creation'), at(1));
  entered.engine.observe(moved('vessel:2', 'enter', 2), at(2));
  entered.engine.observe(moved('vessel:1', 'exit', 3), at(3));
  t.deepEqual(
    entered.transitions.map(({ ruleId, key, to }) => `${ruleId} ${key} ${to}`),
    ['inside vessel:1 firing', 'enter vessel:2 firing', 'inside vessel:2 firing', 'inside vessel:1 resolved'],
  );
});

test('several geofences in one rule concern the same entity, and shared conditions apply to all entities', (t) => {
  const other: Condition = { type: 'geofence', geofenceId: 'other', transition: 'inside' };
  const { engine, price, news } = testEngine(ruleOf({ type: 'all', conditions: [inside, other, above(100)] }));
  engine.observe(moved('vessel:1', 'enter', 1), at(1));
  engine.observe({ ...moved('vessel:2', 'enter', 2), geofenceId: 'other' }, at(2));
  price(3, 120);
  t.deepEqual(news(), []);
  engine.observe({ ...moved('vessel:1', 'enter', 4), geofenceId: 'other' }, at(4));
  t.deepEqual(news(), ['vessel:1 inactive firing condition']);
  price(5, 90);
  t.deepEqual(news(), ['vessel:1 firing resolved condition']);
});

test('in an "any", an entity does not count while the condition is true without it', (t) => {
  const { engine, price, news } = testEngine(ruleOf({ type: 'any', conditions: [above(100), inside] }));
  price(1, 120);
  engine.observe(moved('vessel:1', 'enter', 2), at(2));
  t.deepEqual(news(), ['inactive firing condition']);
  price(3, 90);
  t.deepEqual(news().sort(), ['firing resolved condition', 'vessel:1 inactive firing condition']);
});

test('an evaluation shows each value with its distance to the threshold, and the result of each node', (t) => {
  const { engine, price } = testEngine(
    ruleOf({ type: 'all', conditions: [above(100, 95), { type: 'not', condition: above(80) }] }),
  );
  price(1, 97);
  const [instance] = engine.evaluation('rule')?.instances ?? [];
  t.deepEqual(
    instance?.nodes.map(({ pointer, isTrue }) => [pointer, isTrue]),
    [
      ['', false],
      ['/conditions/0', false],
      ['/conditions/1', false],
      ['/conditions/1/condition', true],
    ],
  );
  const [first, second] = instance?.leaves ?? [];
  t.like(first, {
    status: 'ok',
    value: 97,
    threshold: 100,
    distance: 3,
    observedAt: at(1),
    records: [{ type: 'symbol', id: 'TEST.US' }],
  });
  t.is(second?.distance, -17);
});

test('the explanation of an alert contains the values with which it fired', (t) => {
  const change: Condition = {
    type: 'price_change',
    symbol: 'TEST.US',
    operator: 'below',
    windowSeconds: 60,
    percent: -5,
  };
  const { price, transitions } = testEngine(ruleOf(change));
  price(1, 100);
  price(61, 94);
  const [leaf] = transitions[0]?.explanation ?? [];
  t.like(leaf, { isTrue: true, threshold: -5, details: { price: 94, basePrice: 100, baseAt: at(1) } });
  t.is(leaf?.value?.toFixed(6), '-6.000000');
});

test('a price change is unknown until its window is full, and earlier prices fill the window', (t) => {
  const change: Condition = {
    type: 'price_change',
    symbol: 'TEST.US',
    operator: 'below',
    windowSeconds: 3_600,
    percent: -5,
  };
  const { engine, price, news } = testEngine(ruleOf(change));
  price(1, 94);
  t.is(engine.evaluation('rule')?.instances[0]?.leaves[0]?.status, 'warming');
  engine.warmPrices('TEST.US', [{ at: at(-7_200), price: 100 }]);
  t.deepEqual(news(), ['inactive firing condition']);
});

test('numbers that are not finite are ignored', (t) => {
  const { price, news } = testEngine(ruleOf(above(100)));
  price(1, 120);
  price(2, Number.NaN);
  price(3, Number.POSITIVE_INFINITY);
  t.deepEqual(news(), ['inactive firing condition']);
});

test('a value that exceeds the threshold only by rounding does not exceed it', (t) => {
  const { price, news } = testEngine(ruleOf(above(0.3)));
  price(1, 0.1 + 0.2);
  t.deepEqual(news(), []);
});

test('an account that has used its CPU time waits, is marked as postponed, and does not delay other accounts', (t) => {
  const fired: string[] = [];
  const engine = new AlertEngine({
    ...{ now: at(0), budget: { unitsPerSecond: 100, burstSeconds: 1 } },
    onTransition: ({ ruleId, key, to }) => fired.push(`${ruleId} ${key} ${to}`),
  });
  engine.put(ruleOf(inside, { id: 'greedy', accountId: 'greedy' }), at(0));
  engine.put(ruleOf(above(100), { id: 'modest', accountId: 'modest' }), at(0));
  for (let index = 0; index < 50; index += 1) engine.observe(moved(`vessel:${index}`, 'enter', 1), at(1));
  t.true(engine.evaluation('greedy')?.isThrottled);
  t.true(engine.usage('greedy').unitsLeft <= 0);
  t.true(fired.length < 10);
  engine.observe({ kind: 'quote', symbol: 'TEST.US', price: 120, at: at(1) }, at(1));
  t.is(fired.at(-1), 'modest  firing');
  engine.advance(at(60));
  t.is(fired.filter((one) => one.startsWith('greedy')).length, 50);
  t.false(engine.evaluation('greedy')?.isThrottled);
});

test('an entity is not silent while no feed of its kind delivers data', (t) => {
  const { engine, news } = testEngine(ruleOf({ type: 'entity_silent', entity: 'vessel:1', seconds: 600 }));
  engine.observe({ kind: 'entity_seen', entity: 'vessel:1', at: at(10) }, at(10));
  engine.observe({ kind: 'coverage', entityType: 'vessel', isReceiving: false, at: at(300) }, at(300));
  engine.advance(at(2_000));
  t.deepEqual(news(), []);
  engine.observe({ kind: 'coverage', entityType: 'vessel', isReceiving: true, at: at(2_000) }, at(2_000));
  engine.advance(at(2_600));
  t.deepEqual(news(), ['inactive firing condition']);
});

test('values stored before the stop are not used, and an alert keeps its state until new values arrive', (t) => {
  const first = testEngine(ruleOf(above(100)));
  first.price(1, 120);
  const state = first.engine.stateOf('rule');
  const second = testEngine();
  second.engine.put(ruleOf(above(100)), at(600), { state: state as NonNullable<typeof state>, stoppedAt: at(300) });
  t.deepEqual(second.news(), []);
  t.is(second.engine.evaluation('rule')?.instances[0]?.state, 'firing');
  second.price(601, 90);
  t.deepEqual(second.news(), ['firing resolved condition']);
});

test('a rule lists all observations that it needs', (t) => {
  const change: Condition = { type: 'price_change', symbol: 'A.US', operator: 'below', windowSeconds: 60, percent: -5 };
  const average: Condition = {
    type: 'indicator',
    symbol: 'B.US',
    interval: '1h',
    indicator: 'sma:20',
    operator: 'above',
    threshold: 1,
  };
  const { engine } = testEngine(ruleOf({ type: 'all', conditions: [change, inside, average] }));
  t.deepEqual([...engine.needs.symbols], ['A.US']);
  t.deepEqual([...engine.needs.priceWindows], [['A.US', 60]]);
  t.deepEqual([...engine.needs.candles.values()], [{ symbol: 'B.US', interval: '1h', count: 20 }]);
  t.deepEqual([...engine.needs.geofences], ['fence']);
  engine.remove('rule', at(1));
  t.deepEqual([...engine.needs.symbols, ...engine.needs.candles, ...engine.needs.geofences], []);
});
