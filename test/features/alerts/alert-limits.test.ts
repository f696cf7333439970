import test from 'ava';
import { readingJson } from '../../../src/features/alerts/alerts/alert-json.js';
import type { AlertTransition, ConditionResult } from '../../../src/features/alerts/engine/alert-transition.js';
import type { AlertRule } from '../../../src/features/alerts/rules/rule.js';
import { contextOf } from '../../../src/features/alerts/run/alert-context.js';

const vessels = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: 'vessel', id: String(244_660_000 + index) }));
const reading = (records: ConditionResult['records']): ConditionResult => ({
  pointer: '',
  type: 'proximity',
  status: 'ok',
  isTrue: true,
  value: 1,
  threshold: 2,
  operator: 'below',
  distance: -1,
  observedAt: null,
  records,
});

test('an alert lists at most 100 records of a leaf, in order', (t) => {
  t.is(readingJson(reading(vessels(100))).records.length, 100);
  const { records } = readingJson(reading(vessels(101)));
  t.deepEqual([records.length, records[0]?.id, records.at(-1)?.id], [100, '244660000', '244660099']);
});

test('an alert lists its own entity first, and at most 100 entities', (t) => {
  const rule = {
    name: 'Near',
    condition: { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 1 },
  } as unknown as AlertRule;
  const entitiesOf = (count: number) =>
    contextOf(rule, { key: 'vessel:1', explanation: [reading(vessels(count))] } as unknown as AlertTransition, {
      find: () => undefined,
    }).entities;
  t.is(entitiesOf(99).length, 100);
  const entities = entitiesOf(100);
  t.deepEqual([entities.length, entities[0], entities.at(-1)], [100, 'vessel:1', 'vessel:244660098']);
});
