import test from 'ava';
import type { Condition } from '../../../src/features/alerts/condition.js';
import { conditionProblems } from '../../../src/features/alerts/rules/condition-problems.js';

const proximity = (other: object) =>
  conditionProblems(
    { type: 'proximity', entity: 'vessel:1', other, radiusMeters: 1_000 } as unknown as Condition,
    '/condition',
  );
const either = [{ pointer: '/condition/other', detail: 'must have either `entity` or `position`' }];

test('a proximity condition has another entity or a position, not both', (t) => {
  const position = { lat: 1, lon: 2 };
  t.deepEqual(proximity({ entity: 'vessel:2' }), []);
  t.deepEqual(proximity({ position }), []);
  t.deepEqual(proximity({}), either);
  t.deepEqual(proximity({ entity: 'vessel:2', position }), either);
  t.deepEqual(proximity({ entity: 'vessel:1' }), [
    { pointer: '/condition/other/entity', detail: 'must be another one than `entity`' },
  ]);
});
