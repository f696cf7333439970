import test from 'ava';
import type { ReplayInput } from '../../../../src/features/alerts/backtest/replay.js';
import type { Condition } from '../../../../src/features/alerts/condition.js';
import type { Observation } from '../../../../src/features/alerts/engine/observation.js';
import { replayWithout } from '../../../../src/features/alerts/robustness/replay-without.js';
import { MINUTE_MS } from '../../../../src/time/durations.js';
import { ruleOf } from '../engine/engine-rules.js';

const from = 1_700_000_040_000;
const entity = 'vessel:219024336';
const inputOf = (condition: Condition, observations: Observation[]): ReplayInput => ({
  rule: ruleOf(condition),
  from,
  to: from + 240 * MINUTE_MS,
  series: [],
  initial: [],
  observations,
});
const removal = (feed: string, observations: number[]) => ({ feed, observations, initial: [], symbols: [], added: [] });

/** Returns positions of a vessel every ten minutes that approach a place, which it reaches after two hours. */
const approach = (): Observation[] =>
  Array.from({ length: 24 }, (_, index) => ({
    kind: 'position',
    entity,
    lat: Math.max(0, 1.2 - index * 0.1),
    lon: 0,
    at: from + index * 10 * MINUTE_MS,
  }));
const near: Condition = {
  type: 'proximity',
  entity,
  other: { position: { lat: 0, lon: 0 } },
  radiusMeters: 1_000,
};

test('without the feed that carried the first positions in a circle the alert is late; without all it is missing', (t) => {
  const observations = approach();
  const { all, effects } = replayWithout({
    replay: inputOf(near, observations),
    removals: [
      removal('ais.tcp', [12, 13, 14]),
      removal('ais.far', [0, 1]),
      removal('ais.all', [...observations.keys()]),
    ],
  });
  t.is(all.alerts.length, 1);
  t.is(all.alerts[0]?.firedAt, from + 120 * MINUTE_MS);
  t.deepEqual(effects, [
    { feed: 'ais.tcp', missing: [], late: [{ index: 0, delayMs: 30 * MINUTE_MS }], wrong: [] },
    { feed: 'ais.far', missing: [], late: [], wrong: [] },
    { feed: 'ais.all', missing: [0], late: [], wrong: [] },
  ]);
});

test('a vessel that only the failed feed received is silent by mistake, unless no feed of vessels is left', (t) => {
  const silent: Condition = { type: 'entity_silent', entity, seconds: 3_600 };
  const observations = approach();
  const cut = removal('ais.tcp', [6, 7, 8, 9, 10, 11, 12, 13, 14]);
  const { all, effects } = replayWithout({
    replay: inputOf(silent, observations),
    removals: [
      cut,
      {
        ...cut,
        feed: 'ais.only',
        added: [{ kind: 'coverage', entityType: 'vessel', isReceiving: false, at: from }],
      },
    ],
  });
  t.deepEqual(all.alerts, []);
  t.deepEqual(effects[0]?.wrong, [{ key: '', firedAt: from + 110 * MINUTE_MS }]);
  t.deepEqual(effects[1]?.wrong, []);
});

test('without the only feed of a symbol no price remains', (t) => {
  const condition: Condition = { type: 'price', symbol: 'TEST.US', operator: 'above', threshold: 1 };
  const numbers = new Float64Array([from, 2, 2, 2, 2, 1, from + MINUTE_MS]);
  const replay = {
    ...inputOf(condition, []),
    series: [{ symbol: 'TEST.US', interval: '1m' as const, use: 'prices' as const, numbers }],
  };
  const { all, effects } = replayWithout({
    replay,
    removals: [{ ...removal('markets.one', []), symbols: ['TEST.US'] }],
  });
  t.is(all.alerts.length, 1);
  t.deepEqual(effects[0]?.missing, [0]);
});
