import test from 'ava';
import type { ScreenLeaf } from '../../../../src/features/alerts/condition.js';
import type { ScreenObservation } from '../../../../src/features/alerts/engine/observation.js';
import { at, ruleOf, testEngine } from './engine-rules.js';

const leaf = (transition: ScreenLeaf['transition'], more: Partial<ScreenLeaf> = {}): ScreenLeaf => ({
  type: 'saved_search',
  savedSearchId: 's',
  windowSeconds: 3_600,
  transition,
  ...more,
});

/** Returns an engine with a rule, and a function that reports the instruments of the screen at a second. */
function watching(condition: ScreenLeaf) {
  const { engine, transitions, news } = testEngine(ruleOf(condition));
  const see = (second: number, members: string[] | null, changes: Partial<ScreenObservation> = {}) => {
    const nothing = { values: {}, entered: [], left: [] };
    engine.observe({ kind: 'screen', screenId: 's', at: at(second), members, ...nothing, ...changes }, at(second));
    engine.advance(at(second));
    return news();
  };
  const wait = (second: number) => {
    engine.advance(at(second));
    return news();
  };
  return { engine, transitions, see, wait };
}
const change = (symbol: string) => ({ symbol, values: `price 1 of ${symbol}` });

test('an entry fires for the time of the window, and names the instrument with its values', (t) => {
  const { transitions, see, wait } = watching(leaf('enter', { windowSeconds: 60 }));
  t.deepEqual(see(1, ['A.US']), []);
  t.deepEqual(see(10, ['A.US', 'B.US'], { entered: [change('B.US')] }), ['inactive firing condition']);
  t.like(transitions[0]?.explanation[0], {
    isTrue: true,
    value: 1,
    observedAt: at(10),
    records: [
      { type: 'screen', id: 's' },
      { type: 'symbol', id: 'B.US' },
    ],
    details: { transition: 'enter', 'B.US': 'price 1 of B.US' },
  });
  t.deepEqual(see(20, ['B.US'], { left: [change('A.US')] }), []);
  t.deepEqual(wait(69), []);
  t.deepEqual(wait(70), ['firing resolved condition']);
});

test('only the transition and the instrument of the leaf count', (t) => {
  const { see } = watching(leaf('leave', { symbol: 'A.US' }));
  t.deepEqual(see(1, ['A.US'], { entered: [change('A.US')], left: [change('B.US')] }), []);
  t.deepEqual(see(2, [], { left: [change('A.US')] }), ['inactive firing condition']);
});

test('a leaf is true while an instrument is inside, and unknown once the screen is deleted', (t) => {
  const { engine, see } = watching(leaf('inside', { symbol: 'A.US' }));
  t.deepEqual(see(1, ['B.US']), []);
  t.deepEqual(see(2, ['B.US', 'A.US'], { values: { 'A.US': 'price 5' } }), ['inactive firing condition']);
  t.like(engine.evaluation('rule')?.instances[0]?.leaves[0], {
    value: 1,
    details: { transition: 'inside', 'A.US': 'price 5' },
  });
  t.deepEqual(see(3, null), []);
  t.like(engine.evaluation('rule'), { isTrue: null });
  t.deepEqual(see(4, []), ['firing resolved condition']);
});

test('a late observation of a screen changes nothing', (t) => {
  const { see } = watching(leaf('inside'));
  t.deepEqual(see(5, ['A.US']), ['inactive firing condition']);
  t.deepEqual(see(4, []), []);
});
