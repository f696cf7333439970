import test from 'ava';
import { candleNumbers, joinedNumbers } from '../../../../src/features/alerts/backtest/candle-numbers.js';
import { MAX_BACKTEST_ALERTS, type ReplayInput, replay } from '../../../../src/features/alerts/backtest/replay.js';
import {
  newReplayControl,
  ReplayStopped,
  reachedMs,
  stopReplay,
} from '../../../../src/features/alerts/backtest/replay-control.js';
import type { Condition } from '../../../../src/features/alerts/condition.js';
import type { EngineRule } from '../../../../src/features/alerts/engine/engine-rule.js';
import type { Observation } from '../../../../src/features/alerts/engine/observation.js';
import type { Candle } from '../../../../src/features/markets/candle.js';
import { DAY_MS, MINUTE_MS } from '../../../../src/time/durations.js';
import { ruleOf, testEngine } from '../engine/engine-rules.js';

const from = 1_700_000_040_000;
const TICKS = 6;

/** Returns ticks that swing around 100, six a minute, and the candles of the same minutes. */
function market(minutes: number): { ticks: Observation[]; candles: Candle[] } {
  const ticks: Observation[] = [];
  const candles: Candle[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    const time = from + minute * MINUTE_MS;
    const prices = Array.from(
      { length: TICKS },
      (_, index) => 100 + 10 * Math.sin((minute * TICKS + index) / 90) + 0.3 * Math.sin(minute * 7 + index * 3),
    );
    for (const [index, price] of prices.entries())
      ticks.push({ kind: 'quote', symbol: 'TEST.US', price, at: time + (index * MINUTE_MS) / TICKS });
    const [open = 0, close = 0] = [prices[0], prices.at(-1)];
    candles.push({
      time: new Date(time),
      open,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close,
      volume: null,
    });
  }
  return { ticks, candles };
}

/** Returns transitions of vessels that cross a geofence every few minutes, and one earthquake an hour. */
function events(minutes: number): Observation[] {
  return Array.from({ length: Math.floor(minutes / 4) }, (_, index): Observation => {
    const at = from + index * 4 * MINUTE_MS + 17_000;
    if (index % 15 === 7)
      return {
        kind: 'geo_event',
        eventId: `event-${index}`,
        type: 'earthquake',
        severity: 4,
        lat: 26.5,
        lon: 56.3,
        at,
      };
    const [entity, transition] = [
      `vessel:${index % 3}`,
      Math.floor(index / 3) % 2 === 0 ? ('enter' as const) : ('exit' as const),
    ];
    return {
      kind: 'transition',
      geofenceId: 'fence',
      entity,
      transition,
      reason: 'crossed',
      staySeconds: 0,
      eventId: `e-${index}`,
      at,
    };
  });
}

/** Returns the alerts of a live evaluation as `entity fired resolved`, with times in minutes. */
function live(rule: EngineRule, observations: readonly Observation[], to: number): string[] {
  const { engine, transitions } = testEngine();
  engine.put(rule, from);
  for (const observation of [...observations].sort((a, b) => a.at - b.at)) engine.observe(observation, observation.at);
  engine.advance(to - 1);
  const fired = transitions.filter(({ to: state }) => state === 'firing');
  return fired.map(({ key, at, crossing }) => {
    const end = transitions.find((one) => one.key === key && one.crossing === crossing && one.to === 'resolved')?.at;
    return textOf(key, at, end ?? null);
  });
}

const textOf = (key: string, firedAt: number, resolvedAt: number | null): string =>
  [key, ...[firedAt, resolvedAt].map((time) => (time === null ? 999 : Math.floor((time - from) / MINUTE_MS)))].join(
    ' ',
  );

const entityOf = (alert: string) => alert.split(' ')[0];

const input = (rule: EngineRule, minutes: number, changes: Partial<ReplayInput> = {}): ReplayInput => ({
  rule,
  from,
  to: from + minutes * MINUTE_MS,
  initial: [],
  observations: [],
  series: [candleNumbers('TEST.US', '1m', 'prices', market(minutes).candles)],
  ...changes,
});

const above: Condition = {
  type: 'price',
  symbol: 'TEST.US',
  operator: 'above',
  threshold: 104,
  recoveryThreshold: 102,
};
const quake: Condition = {
  type: 'event_near',
  center: { lat: 26.57, lon: 56.25 },
  radiusMeters: 50_000,
  minSeverity: 3,
  windowSeconds: 3_600,
};
const inside: Condition = { type: 'geofence', geofenceId: 'fence', transition: 'inside' };

for (const [name, condition] of Object.entries<Condition>({
  'a price': above,
  'a price that fell by some percent in ten minutes': {
    type: 'price_change',
    symbol: 'TEST.US',
    operator: 'below',
    windowSeconds: 600,
    percent: -4,
    recoveryThreshold: -3,
  },
  'a vessel in a geofence while a price is high and an earthquake is near': {
    type: 'all',
    conditions: [above, inside, quake],
  },
}))
  test(`a backtest of ${name} gives the alerts that fired on the same ticks and events`, (t) => {
    const minutes = 400;
    const rule = ruleOf(condition, { pendingSeconds: 60, recoverySeconds: 120 });
    const { alerts } = replay(input(rule, minutes, { observations: events(minutes) }));
    const expected = live(rule, [...market(minutes).ticks, ...events(minutes)], from + minutes * MINUTE_MS);
    t.true(expected.length >= 3);
    const actual = alerts.map(({ key, firedAt, resolvedAt }) => textOf(key, firedAt, resolvedAt));
    t.deepEqual(actual.map(entityOf), expected.map(entityOf));
    // The base of a price change is known only to the minute, so these alerts may differ by one minute.
    const tolerance = condition.type === 'price_change' ? 1 : 0;
    const times = (alert: string) => alert.split(' ').slice(1).map(Number);
    for (const [index, alert] of expected.entries())
      for (const [place, minute] of times(alert).entries())
        t.true(Math.abs((times(actual[index] as string)[place] ?? Number.NaN) - minute) <= tolerance, actual[index]);
  });

test('observations before the start fill windows and do not fire', (t) => {
  const candles = market(120).candles;
  const rule = ruleOf({
    type: 'price_change',
    symbol: 'TEST.US',
    operator: 'above',
    windowSeconds: 1_800,
    percent: -100,
  });
  const [alert] = replay({
    ...input(rule, 120),
    from: from + 60 * MINUTE_MS,
    series: [candleNumbers('TEST.US', '1m', 'prices', candles)],
  }).alerts;
  t.is(alert?.firedAt, from + 60 * MINUTE_MS);
  t.is(alert?.explanation[0]?.status, 'ok');
});

test('a price that a candle only touches fires an alert', (t) => {
  const candle = { time: new Date(from), open: 100, high: 105, low: 99, close: 100, volume: null };
  const { alerts } = replay(input(ruleOf(above), 5, { series: [candleNumbers('TEST.US', '1m', 'prices', [candle])] }));
  t.is(alerts.length, 1);
  t.like(alerts[0]?.explanation[0], { value: 105, threshold: 104 });
});

test('indicators are evaluated at the end of a candle', (t) => {
  const candles = market(60).candles;
  const rule = ruleOf({
    type: 'indicator',
    symbol: 'TEST.US',
    interval: '1m',
    indicator: 'sma:5',
    operator: 'above',
    threshold: 105,
  });
  const [alert] = replay(input(rule, 60, { series: [candleNumbers('TEST.US', '1m', 'candles', candles)] })).alerts;
  const first = candles.findIndex(
    (_, index) =>
      index >= 4 && candles.slice(index - 4, index + 1).reduce((sum, { close }) => sum + close, 0) / 5 > 105,
  );
  t.true(first > 4);
  t.is(alert?.firedAt, from + (first + 1) * MINUTE_MS);
});

test('the result of a rule with more alerts than the limit is truncated and marked as such', (t) => {
  const observations = Array.from(
    { length: 4_000 },
    (_, index): Observation => ({
      kind: 'quote',
      symbol: 'TEST.US',
      price: index % 2 === 0 ? 110 : 90,
      at: from + index * 1_000,
    }),
  );
  const result = replay({ ...input(ruleOf(above), 0, { series: [], observations }), to: from + DAY_MS });
  t.is(result.alerts.length, MAX_BACKTEST_ALERTS);
  t.true(result.isCut);
});

test('a replay reports its progress, and ends when it is stopped', (t) => {
  const control = newReplayControl();
  const long = { ...input(ruleOf(above), 3_000), control };
  replay(long);
  t.true(reachedMs(control) > 2_000 * MINUTE_MS);
  t.true(reachedMs(control) < 3_000 * MINUTE_MS);
  stopReplay(control);
  t.throws(() => replay(long), { instanceOf: ReplayStopped });
});

/** Returns candles with trends, swings, hours without change and jumps; some volumes are unknown. */
function candlesOf(count: number): Candle[] {
  let price = 100;
  return Array.from({ length: count }, (_, index) => {
    const open = price;
    const isStill = index % 1_500 > 700;
    if (!isStill)
      price *=
        1 +
        0.002 * Math.sin(index * 1.7) * Math.cos(index / 97) +
        0.0008 * Math.sin(index / 40) +
        (index % 501 === 0 ? (index % 2 === 0 ? 0.05 : -0.05) : 0);
    const [low, high] = isStill ? [price, price] : [Math.min(open, price) * 0.9995, Math.max(open, price) * 1.0005];
    return {
      time: new Date(from + index * MINUTE_MS),
      open,
      high,
      low,
      close: price,
      volume: index % 11 === 3 ? null : 10 + (index % 60),
    };
  });
}

for (const [indicator, threshold, recoveryThreshold, output] of [
  ['sma:20', 101, 100, undefined],
  ['ema:20', 101, 100, undefined],
  ['bbands:20:2', 101, 100, 'upper'],
  ['vwap', 100.5, 100.2, undefined],
  ['rsi:14', 60, 50, undefined],
  ['macd:12:26:9', 0, -0.0001, 'histogram'],
  ['atr:14', 0.15, 0.1, undefined],
  ['adx:14', 25, 20, undefined],
  ['stoch:14:3:3', 80, 50, 'k'],
  ['obv', 100, 0, undefined],
] as const)
  test(`a backtest of ${indicator} gives exactly the alerts and values of live evaluation`, (t) => {
    const candles = candlesOf(6_000);
    const condition: Condition = {
      type: 'indicator',
      symbol: 'TEST.US',
      interval: '1m',
      indicator,
      operator: 'above',
      threshold,
      recoveryThreshold,
      ...(output === undefined ? {} : { output }),
    };
    const rule = ruleOf(condition);
    const { engine, transitions } = testEngine();
    engine.put(rule, from);
    for (const candle of candles) {
      const at = candle.time.getTime() + MINUTE_MS;
      engine.observe({ kind: 'candle', symbol: 'TEST.US', interval: '1m', candle, isFinal: true, at }, at);
    }
    const fired = transitions.filter(({ to }) => to === 'firing').map(({ at, explanation }) => ({ at, explanation }));
    const { alerts } = replay({ ...input(rule, 6_001), series: [candleNumbers('TEST.US', '1m', 'candles', candles)] });
    t.true(fired.length >= 2, String(fired.length));
    t.deepEqual(
      alerts.map(({ firedAt, explanation }) => ({ at: firedAt, explanation })),
      fired,
    );
    t.deepEqual(
      alerts.flatMap(({ resolvedAt }) => resolvedAt ?? []),
      transitions.filter(({ to }) => to === 'resolved').map(({ at }) => at),
    );
  });

test('a backtest of a price change over candles gives exactly the alerts and values of live evaluation of their prices', (t) => {
  const candles = candlesOf(3_000);
  const rule = ruleOf({ type: 'price_change', symbol: 'TEST.US', operator: 'above', windowSeconds: 3_600, percent: 2 });
  const { engine, transitions } = testEngine();
  engine.put(rule, from);
  for (const { time, open, high, low, close } of candles)
    for (const [place, price] of (close >= open ? [open, low, high, close] : [open, high, low, close]).entries()) {
      const at = time.getTime() + (place === 3 ? MINUTE_MS - 1 : place * 20_000);
      engine.observe({ kind: 'quote', symbol: 'TEST.US', price, at }, at);
    }
  const fired = transitions.filter(({ to }) => to === 'firing').map(({ at, explanation }) => ({ at, explanation }));
  const { alerts } = replay({ ...input(rule, 3_000), series: [candleNumbers('TEST.US', '1m', 'prices', candles)] });
  t.true(fired.length >= 2, String(fired.length));
  t.deepEqual(
    alerts.map(({ firedAt, explanation }) => ({ at: firedAt, explanation })),
    fired,
  );
});

test('candles joined from parts equal the whole candles', (t) => {
  const { candles } = market(10);
  const of = (from: number, to?: number) => candleNumbers('TEST.US', '1m', 'candles', candles.slice(from, to));
  t.deepEqual(joinedNumbers([of(0, 3), of(3, 4), of(4)]), of(0));
  t.deepEqual(joinedNumbers([of(0)]), of(0));
});
