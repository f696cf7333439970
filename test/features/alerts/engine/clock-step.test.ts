import test from 'ava';
import { stepBack } from '../../../../src/features/alerts/engine/clock-step.js';
import type { RuleState } from '../../../../src/features/alerts/engine/engine-rule.js';

const HOUR = 3_600_000;
const now = Date.parse('2026-06-03T12:00:00Z');
const savedAt = now + HOUR;

const stateOf = (changes: Partial<RuleState>): RuleState => ({
  savedAt,
  crossings: 1,
  isDisarmed: false,
  instances: [],
  leaves: {},
  ...changes,
});

test('observations of a clock that was set back are in the past and in order; earlier ones keep their times', (t) => {
  const times = [now - HOUR, now - 10, now + 5, now + 1_000, now + HOUR - 1, now + HOUR];
  const { leaves } = stepBack(
    stateOf({ leaves: Object.fromEntries(times.map((at) => [`${at}`, { at, price: now + 7 }])) }),
    now,
  );
  const after = times.map((at) => leaves[at]?.at as number);
  t.is(after[0], times[0]);
  t.deepEqual(
    after,
    [...after].sort((a, b) => a - b),
  );
  t.is(new Set(after).size, times.length);
  t.true(after.every((at) => at < now));
  t.true(times.every((at) => leaves[at]?.price === now + 7));
});

test('waits keep their remaining time; a snooze keeps its end', (t) => {
  const [since, cooldownUntil, snoozedUntil] = [savedAt - 30_000, savedAt + 60_000, savedAt + HOUR];
  const { instances, savedAt: saved } = stepBack(
    stateOf({ instances: [{ key: '', state: 'snoozed', crossing: 1, since, cooldownUntil, snoozedUntil }] }),
    now,
  );
  t.deepEqual(instances, [
    { key: '', state: 'snoozed', crossing: 1, since: now - 30_000, cooldownUntil: now + 60_000, snoozedUntil },
  ]);
  t.is(saved, now);
});

test('an object that was inside a geofence before the rule still does not count as entered, and an exit ends after its remaining time', (t) => {
  const [enteredAt, armedAt] = [now + 1_000, now + 60_000];
  const member = ['vessel:1', true, enteredAt, enteredAt, true, null, null, savedAt + 30_000, null, 'crossed', null];
  const leaf = stepBack(stateOf({ leaves: { '': { armedAt, members: [member] } } }), now).leaves[''] as {
    armedAt: number;
    members: number[][];
  };
  const [, , at, entered, , , , exitEndsAt] = leaf.members[0] as number[];
  t.true((entered as number) < leaf.armedAt);
  t.is(at, entered);
  t.is(exitEndsAt, now + 30_000);
});

test('the state of a clock that was not set back is unchanged', (t) => {
  const state = stateOf({ leaves: { '': { at: savedAt } } });
  t.is(stepBack(state, savedAt), state);
});
