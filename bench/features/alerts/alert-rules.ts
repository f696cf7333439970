// Evaluates 100,000 alert rules of 1,000 accounts at 20,000 observations a second (10,000 quotes, 10,000 positions with
// transitions). Reports CPU time per observation, lag and memory per rule, and compares them with an engine that
// evaluates every rule at every observation. Run with --expose-gc.
import type { Condition } from '../../../src/features/alerts/condition.js';
import { AlertEngine } from '../../../src/features/alerts/engine/alert-engine.js';
import type { EngineRule } from '../../../src/features/alerts/engine/engine-rule.js';
import type { Observation } from '../../../src/features/alerts/engine/observation.js';
import { destination } from '../../../src/features/geospatial/sphere.js';
import { NaiveEngine } from '../../../test/features/alerts/engine/naive-engine.js';
import { percentile } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  rules: RULES,
  seconds: SECONDS,
  rate: RATE,
  compared: COMPARED,
} = sizesOf({
  usual: { rules: 100_000, seconds: 20, rate: 10_000, compared: 10_000 },
  smoke: { rules: 500, seconds: 1, rate: 200, compared: 100 },
});
const ACCOUNTS = 1_000;
const SYMBOLS = 2_000;
const VESSELS = 10_000;
const FENCES = 2_000;
const WARM_SECONDS = 5;
/** Interval (ms) of the batches in which observations arrive. */
const BATCH_MS = 50;
const start = Date.UTC(2026, 0, 5);

/** Returns a generator of numbers in [0, 1), the same sequence for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = numbers(1);
const below = (count: number) => Math.floor(random() * count);
const symbolOf = (index: number) => `S${index}.US`;
const entityOf = (index: number) => `vessel:${200_000_000 + index}`;

const prices = Float64Array.from({ length: SYMBOLS }, () => 20 + random() * 400);
const vessels = Array.from({ length: VESSELS }, () => ({
  lat: 35 + random() * 27,
  lon: -12 + random() * 48,
  course: random() * 360,
}));

/**
 * Returns a condition on a price. Symbols with a low index get most of the rules; most thresholds are a few percent
 * away from the price.
 */
function priceLeaf(): Condition {
  const index = Math.floor(SYMBOLS * random() ** 3);
  const isAbove = random() < 0.5;
  const away = 0.002 + 0.2 * random();
  return {
    type: 'price',
    symbol: symbolOf(index),
    operator: isAbove ? 'above' : 'below',
    threshold: (prices[index] as number) * (isAbove ? 1 + away : 1 - away),
  };
}

function changeLeaf(): Condition {
  const windowSeconds = [300, 900, 3_600][below(3)] as number;
  return {
    type: 'price_change',
    symbol: symbolOf(below(SYMBOLS)),
    operator: 'below',
    windowSeconds,
    percent: -1 - below(5),
  };
}

const fenceLeaf = (): Condition => ({
  type: 'geofence',
  geofenceId: `fence-${below(FENCES)}`,
  transition: random() < 0.5 ? 'enter' : 'inside',
});
const placeLeaf = (): Condition => ({
  type: 'event_near',
  center: vessels[below(VESSELS)],
  radiusMeters: 50_000,
  minSeverity: 3,
  windowSeconds: 3_600,
});

/**
 * Returns a condition by its place in the mix (0 to 1): half of the rules watch a price, a fifth a price change, a
 * tenth a geofence, a tenth a vessel or news, and a tenth combine several leaves.
 */
function conditionOf(share: number): Condition {
  if (share < 0.5) return priceLeaf();
  if (share < 0.7) return changeLeaf();
  if (share < 0.8) return fenceLeaf();
  if (share < 0.85) return { type: 'entity_silent', entity: entityOf(below(VESSELS)), seconds: 600 + below(3_000) };
  if (share < 0.88)
    return {
      type: 'proximity',
      entity: entityOf(below(VESSELS)),
      other: { position: vessels[below(VESSELS)] as { lat: number; lon: number } },
      radiusMeters: 5_000,
    };
  if (share < 0.9) return { type: 'news_match', q: `word${below(500)} strait`, windowSeconds: 3_600 };
  return {
    type: 'all',
    conditions: [
      priceLeaf(),
      random() < 0.5 ? changeLeaf() : fenceLeaf(),
      { type: 'any', conditions: [placeLeaf(), priceLeaf()] },
    ],
  };
}

const ruleOf = (index: number): EngineRule => ({
  id: `rule-${index}`,
  accountId: `account-${index % ACCOUNTS}`,
  condition: conditionOf(random()),
  pendingSeconds: random() < 0.2 ? 60 : 0,
  recoverySeconds: random() < 0.2 ? 60 : 0,
  cooldownSeconds: 0,
  oneShot: false,
  expiresAt: null,
  noData: 'ignore',
});

const inside = new Map<number, number>();

/** Returns the next quote of a random walk. */
function quote(at: number): Observation {
  const index = Math.floor(SYMBOLS * random() ** 2);
  const price = (prices[index] as number) * (1 + (random() - 0.5) * 0.0005);
  prices[index] = price;
  return { kind: 'quote', symbol: symbolOf(index), price, at };
}

/** Appends the next report of a vessel; one report in a hundred crosses a geofence. */
function report(at: number, into: Observation[]): void {
  const index = below(VESSELS);
  const vessel = vessels[index] as { lat: number; lon: number; course: number };
  Object.assign(vessel, destination(vessel.lat, vessel.lon, vessel.course, 77));
  into.push({ kind: 'position', entity: entityOf(index), lat: vessel.lat, lon: vessel.lon, at });
  if (random() >= 0.01) return;
  const fence = inside.get(index);
  if (fence === undefined) inside.set(index, below(FENCES));
  else inside.delete(index);
  const transition = fence === undefined ? 'enter' : 'exit';
  into.push({
    kind: 'transition',
    geofenceId: `fence-${fence ?? inside.get(index)}`,
    entity: entityOf(index),
    transition,
    reason: 'crossed',
    at,
    staySeconds: 0,
    eventId: null,
  });
}

function batch(now: number): Observation[] {
  const observations: Observation[] = [];
  for (let index = 0; index < (RATE * BATCH_MS) / 1_000; index += 1) {
    observations.push(quote(now));
    report(now, observations);
  }
  return observations;
}

const heapUsed = (): number => {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed: heap, arrayBuffers } = process.memoryUsage();
  return heap + arrayBuffers;
};

function runEngine(): (string | number)[] {
  let transitions = 0;
  const rules = Array.from({ length: RULES }, (_, index) => ruleOf(index));
  const text = JSON.stringify(rules);
  const before = heapUsed();
  const engine = new AlertEngine({ now: start, onTransition: () => (transitions += 1) });
  for (const rule of JSON.parse(text) as EngineRule[]) engine.put(rule, start);
  const perRule = (heapUsed() - before) / RULES;
  const lags: number[] = [];
  let [spent, observed] = [0, 0];
  for (let now = start + BATCH_MS; now <= start + (WARM_SECONDS + SECONDS) * 1_000; now += BATCH_MS) {
    const observations = batch(now);
    const isWarm = now > start + WARM_SECONDS * 1_000;
    if (!isWarm) transitions = 0;
    const begun = performance.now();
    for (const observation of observations) {
      engine.observe(observation, now);
      // All observations of a batch arrive at the same time, so the lag of each includes the time of the earlier ones.
      if (isWarm) lags.push(performance.now() - begun);
    }
    engine.advance(now);
    if (!isWarm) continue;
    spent += performance.now() - begun;
    observed += observations.length;
  }
  const load = ((spent / (SECONDS * 1_000)) * 100).toFixed(1);
  return [
    'indexed',
    RULES.toLocaleString('en'),
    ((spent * 1_000) / observed).toFixed(2),
    load,
    percentile(lags, 0.5).toFixed(2),
    percentile(lags, 0.99).toFixed(2),
    Math.round(perRule),
    Math.round(transitions / SECONDS),
  ];
}

/** Measures the naive engine with few rules and observations, because it evaluates every rule each time. */
function runNaive(count: number): (string | number)[] {
  const rules = Array.from({ length: count }, (_, index) => ruleOf(index));
  const engine = new NaiveEngine(rules, start);
  const observations = batch(start + BATCH_MS).slice(0, 20);
  const begun = performance.now();
  for (const [index, observation] of observations.entries())
    engine.observe({ ...observation, at: start + index }, start + index);
  const spent = performance.now() - begun;
  return [
    'every rule',
    count.toLocaleString('en'),
    ((spent * 1_000) / observations.length).toFixed(0),
    '',
    '',
    '',
    '',
    '',
  ];
}

printTable(
  [
    'evaluation',
    'rules',
    'CPU µs per observation',
    '% of a core',
    'lag p50 ms',
    'lag p99 ms',
    'bytes per rule',
    'transitions per s',
  ],
  [runEngine(), runNaive(COMPARED / 10), runNaive(COMPARED)],
);
