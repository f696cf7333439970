import test from 'ava';
import type { Condition } from '../../../../src/features/alerts/condition.js';
import type { AlertTransition, ConditionResult } from '../../../../src/features/alerts/engine/alert-transition.js';
import type { AlertRule } from '../../../../src/features/alerts/rules/rule.js';
import { contextOf } from '../../../../src/features/alerts/run/alert-context.js';

const SHIP = 'vessel:311000432';
const lookup = {
  find: (entity: string) => (entity === SHIP ? { name: 'EASTERN FALCON', position: { lat: 51.5, lon: 4 } } : undefined),
};

const context = (condition: object, key = '', explanation: Array<Partial<ConditionResult>> = []) =>
  contextOf(
    { name: 'Watch', condition: condition as Condition } as AlertRule,
    {
      key,
      explanation: explanation.map((leaf) => ({ records: [], isTrue: true, ...leaf })),
    } as unknown as AlertTransition,
    lookup,
  );
const price = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 1 };
const screen = { type: 'saved_search', savedSearchId: 'x', operator: 'above', threshold: 0 };
const records = [
  { type: 'symbol', id: 'MSFT.US' },
  { type: 'vessel', id: SHIP },
  { type: 'article', id: 'a' },
];

test('an alert is about the symbols of its leaves and of the searches that are true, each once', (t) => {
  const both = { type: 'all', conditions: [price, price, screen] };
  const symbols = (leaf: object) => context(both, '', [{ type: 'saved_search', records, ...leaf }]).symbols;
  t.deepEqual(symbols({}), ['AAPL.US', 'MSFT.US']);
  t.deepEqual(symbols({ isTrue: false }), ['AAPL.US']);
  t.deepEqual(symbols({ isTrue: null }), ['AAPL.US']);
  t.deepEqual(symbols({ type: 'price' }), ['AAPL.US'], 'records of other leaves are no symbols of the alert');
});

test('an alert is about the member, the entities of its leaves and the records of what is true', (t) => {
  const near = { type: 'proximity', entity: 'vessel:1', other: { entity: 'vessel:2' } };
  t.deepEqual(context(near, SHIP, [{ type: 'proximity', records }]).entities, [
    SHIP,
    'vessel:1',
    'vessel:2',
    'article:a',
  ]);
  t.deepEqual(context(near, '', [{ type: 'proximity', records, isTrue: false }]).entities, ['vessel:1', 'vessel:2']);
  t.deepEqual(context(price, 'symbol:MSFT.US').entities, []);
  t.deepEqual(context(price, 'symbol:MSFT.US').symbols, ['MSFT.US', 'AAPL.US']);
  const many = Array.from({ length: 101 }, (_, index) => ({ type: 'article', id: `${index}` }));
  t.is(context(price, '', [{ type: 'news_match', records: many }]).entities.length, 100);
});

test('the title names the member, and is at most 300 characters long', (t) => {
  t.is(context(price).title, 'Watch');
  t.is(context(price, 'symbol:MSFT.US').title, 'Watch: MSFT.US');
  t.is(context(price, SHIP).title, `Watch: EASTERN FALCON (${SHIP})`);
  t.is(context(price, `vessel:${'9'.repeat(400)}`).title.length, 300);
});

test('the place is the position of the entity, otherwise the place that a leaf names', (t) => {
  const nearPort = { type: 'proximity', entity: 'vessel:1', other: { position: { lat: 10, lon: 20 } } };
  const nearEvent = { type: 'event_near', center: { lat: -5, lon: 6 } };
  t.deepEqual(context(price, SHIP).place, { lat: 51.5, lon: 4 });
  t.deepEqual(context({ ...nearPort, entity: SHIP }).place, { lat: 51.5, lon: 4 });
  t.deepEqual(context(nearPort).place, { lat: 10, lon: 20 });
  t.deepEqual(context(nearEvent).place, { lat: -5, lon: 6 });
  t.deepEqual(context({ type: 'event_near', entity: SHIP }).place, { lat: 51.5, lon: 4 });
  t.is(context(price).place, null);
});
