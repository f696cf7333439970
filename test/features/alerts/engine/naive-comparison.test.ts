import assert from 'node:assert/strict';
import test from 'ava';
import { AlertEngine } from '../../../../src/features/alerts/engine/alert-engine.js';
import type { AlertTransition } from '../../../../src/features/alerts/engine/alert-transition.js';
import type { EngineRule } from '../../../../src/features/alerts/engine/engine-rule.js';
import type { Observation, TransitionObservation } from '../../../../src/features/alerts/engine/observation.js';
import fc from '../../../support/properties.js';
import { at } from './engine-rules.js';
import { NaiveEngine, type NaiveTransition } from './naive-engine.js';
import { type Arrival, randomArrivals, randomRules } from './random-rules.js';

const END_SECONDS = 200;

function endOf(arrivals: readonly Arrival[]): number {
  return (arrivals.at(-1)?.now ?? at(0)) + END_SECONDS * 1_000;
}

const sorted = (transitions: ReadonlyArray<NaiveTransition | AlertTransition>): string[] =>
  transitions
    .map(({ ruleId, key, to, at: time }, index) => ({
      group: `${ruleId} ${key}`,
      index,
      text: `${ruleId} ${key} ${to} ${time - at(0)}`,
    }))
    .sort((a, b) => (a.group < b.group ? -1 : a.group > b.group ? 1 : a.index - b.index))
    .map(({ text }) => text);

function newEngine(now: number, transitions: AlertTransition[]): AlertEngine {
  return new AlertEngine({ now, onTransition: (transition) => transitions.push(transition) });
}

function run(
  rules: readonly EngineRule[],
  arrivals: readonly Arrival[],
  restartsBefore: ReadonlySet<number> = new Set(),
): AlertTransition[] {
  const transitions: AlertTransition[] = [];
  let engine = newEngine(at(0), transitions);
  for (const rule of rules) engine.put(rule, at(0));
  arrivals.forEach(({ observation, now }, index) => {
    if (restartsBefore.has(index)) engine = restarted(engine, rules, arrivals.slice(0, index), transitions);
    engine.observe(observation, now);
  });
  engine.advance(endOf(arrivals));
  return transitions;
}

/**
 * Returns another engine that continues from the stored state of the first one. It first gets the history and the live
 * state, as after a restart of the service.
 */
function restarted(
  before: AlertEngine,
  rules: readonly EngineRule[],
  arrivals: readonly Arrival[],
  transitions: AlertTransition[],
): AlertEngine {
  const now = arrivals.at(-1)?.now ?? at(0);
  const engine = newEngine(now, transitions);
  const seen = arrivals.map(({ observation }) => observation);
  const coverage = seen.findLast(({ kind }) => kind === 'coverage');
  if (coverage !== undefined) engine.observe(coverage, now);
  for (const rule of rules) engine.put(rule, now, { state: JSON.parse(JSON.stringify(before.stateOf(rule.id))) });
  for (const name of ['A.US', 'B.US']) {
    const prices = seen.flatMap((one) =>
      one.kind === 'quote' && one.symbol === name && one.price !== null ? [{ at: one.at, price: one.price }] : [],
    );
    engine.warmPrices(name, prices);
  }
  const candles = seen.flatMap((one) => (one.kind === 'candle' && one.isFinal ? [one.candle] : []));
  engine.warmCandles('C.US', '1m', candles);
  for (const one of seen) if (one.kind === 'geo_event') engine.observe(one, now);
  for (const member of membersOf(seen)) engine.observe(member, now);
  return engine;
}

/** Returns a transition for each entity that is inside a geofence, as an engine gets them at its start. */
function membersOf(seen: readonly Observation[]): Observation[] {
  const members = new Map<string, TransitionObservation>();
  for (const one of seen) {
    if (one.kind !== 'transition') continue;
    const name = `${one.geofenceId} ${one.entity}`;
    if (one.transition === 'exit') members.delete(name);
    else if (!members.has(name)) members.set(name, { ...one, transition: 'enter', reason: 'inside_at_creation' });
  }
  return [...members.values()];
}

test('the engine gives the same transitions as evaluating every tree at every moment', (t) => {
  fc.assert(
    fc.property(randomRules, randomArrivals, (rules, arrivals) => {
      const naive = new NaiveEngine(rules, at(0));
      for (const { observation, now } of arrivals) naive.observe(observation, now);
      naive.advance(endOf(arrivals));
      assert.deepEqual(sorted(run(rules, arrivals)), sorted(naive.transitions));
    }),
    { numRuns: 300 },
  );
  t.pass();
});

test('a run that is interrupted by restarts gives the same transitions', (t) => {
  fc.assert(
    fc.property(
      randomRules,
      randomArrivals,
      fc.array(fc.nat(39), { minLength: 1, maxLength: 3 }),
      (rules, all, restarts) => {
        // The event log returns transitions in order, so late transitions are left out.
        const arrivals = all.filter(
          ({ observation, now }) => observation.kind !== 'transition' || observation.at === now,
        );
        assert.deepEqual(sorted(run(rules, arrivals, new Set(restarts))), sorted(run(rules, arrivals)));
      },
    ),
    { numRuns: 300 },
  );
  t.pass();
});

test('alert numbers of a rule ascend, and each alert fires once', (t) => {
  fc.assert(
    fc.property(randomRules, randomArrivals, (rules, arrivals) => {
      const fired = run(rules, arrivals).filter(({ to }) => to === 'firing');
      const alerts = fired.filter(({ cause }) => cause !== 'snooze_elapsed');
      assert.equal(new Set(alerts.map(({ ruleId, crossing }) => `${ruleId} ${crossing}`)).size, alerts.length);
    }),
    { numRuns: 100 },
  );
  t.pass();
});
