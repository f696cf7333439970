import test from 'ava';
import type { GeofenceLeaf } from '../../../../src/features/alerts/condition.js';
import { AlertEngine } from '../../../../src/features/alerts/engine/alert-engine.js';
import { conditionProblems } from '../../../../src/features/alerts/rules/condition-problems.js';
import { inWords } from '../../../../src/features/alerts/rules/rule-words.js';
import { at, ruleOf, testEngine } from './engine-rules.js';

const enter: GeofenceLeaf = { type: 'geofence', geofenceId: 'fence', transition: 'enter' };
const withAppeared: GeofenceLeaf = { ...enter, includeAppeared: true };

/** Returns the transitions of a rule after a vessel has entered with this reason, such as `appeared`. */
function after(leaf: GeofenceLeaf, reason: string) {
  const scene = testEngine(ruleOf(leaf));
  const seen = {
    kind: 'transition',
    geofenceId: 'fence',
    entity: 'vessel:1',
    staySeconds: 0,
    eventId: 'event',
  } as const;
  scene.engine.observe({ ...seen, transition: 'enter', reason, at: at(10) }, at(10));
  return {
    ...scene,
    exit: () => scene.engine.observe({ ...seen, transition: 'exit', reason: 'crossed', at: at(20) }, at(20)),
  };
}

test('with includeAppeared an enter rule fires for a vessel that appears inside, with this reason, and its exit resolves the alert', (t) => {
  const { transitions, news, exit } = after(withAppeared, 'appeared');
  t.deepEqual(news(), ['vessel:1 inactive firing condition']);
  t.deepEqual(transitions[0]?.explanation[0]?.details, { reason: 'appeared' });
  exit();
  t.deepEqual(news(), ['vessel:1 firing resolved condition']);
});

test('without includeAppeared, or for a vessel that was inside before the rule, an enter rule does not fire', (t) => {
  t.deepEqual(after(enter, 'appeared').news(), []);
  t.deepEqual(after({ ...enter, includeAppeared: false }, 'appeared').news(), []);
  t.deepEqual(after(withAppeared, 'inside_at_creation').news(), []);
  t.deepEqual(after(withAppeared, 'crossed').news(), ['vessel:1 inactive firing condition']);
});

test('after a restart a vessel that had appeared inside still counts as appeared', (t) => {
  const { engine } = after(withAppeared, 'appeared');
  const state = engine.stateOf('rule');
  const transitions: string[] = [];
  const next = new AlertEngine({ now: at(30), onTransition: ({ to }) => transitions.push(to) });
  next.put(ruleOf(withAppeared), at(30), state && { state, stoppedAt: at(30) });
  next.advance(at(40));
  t.deepEqual(transitions, []);
  t.is(next.evaluation('rule')?.instances[1]?.state, 'firing');
});

test('includeAppeared is only allowed with enter, and is part of the description in plain words', (t) => {
  t.deepEqual(conditionProblems(withAppeared, ''), []);
  t.like(conditionProblems({ ...withAppeared, transition: 'inside' }, ''), [{ pointer: '/includeAppeared' }]);
  t.is(
    inWords(withAppeared, new Map([['fence', 'Hormuz']])),
    'a vessel or aircraft enters or appears in the geofence "Hormuz"',
  );
  t.is(inWords(enter, new Map([['fence', 'Hormuz']])), 'a vessel or aircraft enters the geofence "Hormuz"');
});
