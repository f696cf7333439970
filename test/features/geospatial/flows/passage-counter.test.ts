import test from 'ava';
import { builtInFlows } from '../../../../src/features/geospatial/flows/built-in-flows.js';
import { Gate } from '../../../../src/features/geospatial/flows/gate.js';
import { GateIndex } from '../../../../src/features/geospatial/flows/gate-index.js';
import { estimatedDeadweight } from '../../../../src/features/geospatial/flows/passage.js';
import { type CountedPassage, PassageCounter } from '../../../../src/features/geospatial/flows/passage-counter.js';
import type { Corner } from '../../../../src/features/geospatial/geometry/ring.js';
import { METERS_PER_DEGREE } from '../../../../src/features/geospatial/sphere.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const start = Date.UTC(2026, 10, 20);

/** A line of 20 km from west to east at the equator; positions are in meters around its middle. */
const equator: Corner[] = [
  [-0.09, 0],
  [0.09, 0],
];

function counting(corners: readonly Corner[] = equator) {
  const passages: CountedPassage[] = [];
  const heard: string[] = [];
  const counter = new PassageCounter(
    new GateIndex([{ id: 'equator', gate: new Gate(corners) }]),
    (passage) => void passages.push(passage),
    (id) => void heard.push(id),
  );
  const last = new Map<number, { lat: number; lon: number; at: number }>();
  /** Reports a position in meters, at a time after the start (ms). */
  const report = (north: number, after: number, { key = 219024336, east = 0, knots = 15 } = {}) => {
    const here = { lat: north / METERS_PER_DEGREE, lon: east / METERS_PER_DEGREE, at: start + after };
    const before = last.get(key) ?? { lat: Number.NaN, lon: Number.NaN, at: Number.NaN };
    last.set(key, here);
    counter.moved({
      layer: 'vessels',
      key,
      lat: here.lat,
      lon: here.lon,
      observedAt: here.at,
      speedKnots: knots,
      provider: 'test',
      previousLat: before.lat,
      previousLon: before.lon,
      previousObservedAt: before.at,
    });
  };
  return { passages, heard, report, counter, directions: () => passages.map(({ direction }) => direction) };
}

test('a passage has its direction, and the time at which the line was crossed', (t) => {
  const { report, passages } = counting();
  report(3_000, 0);
  report(-1_000, 10 * MINUTE);
  t.like(passages, [{ flowId: 'equator', key: 219024336, direction: 1, at: start + 7.5 * MINUTE }]);
  t.is(passages.length, 1);
  report(1_000, 40 * MINUTE);
  t.is(passages[1]?.direction, -1);
});

test('a passage counts when the vessel is 500 m from the line on both sides', (t) => {
  const near = counting();
  for (const [minute, north] of [1_000, 300, -490].entries()) near.report(north, minute * 2 * MINUTE);
  t.deepEqual(near.directions(), []);
  near.report(-510, 8 * MINUTE);
  t.deepEqual(near.directions(), [1]);
  const began = counting();
  for (const [minute, north] of [490, -300, -1_000].entries()) began.report(north, minute * 2 * MINUTE);
  t.deepEqual(began.directions(), [], 'it was first received at the line');
});

test('positions that waver at the line make no passage, and one when the vessel continues', (t) => {
  const { report, directions } = counting();
  report(2_000, 0);
  for (let at = 1; at <= 20; at += 1) report(at % 2 === 0 ? 60 : -60, 10 * MINUTE + at * 10 * SECOND, { knots: 0.1 });
  t.deepEqual(directions(), []);
  report(-2_000, 40 * MINUTE);
  t.deepEqual(directions(), [1]);
});

test('a vessel that turns back at the line has not passed', (t) => {
  const { report, directions } = counting();
  for (const [at, north] of [2_000, -400, 2_000].entries()) report(north, at * 10 * MINUTE);
  t.deepEqual(directions(), []);
});

test('a way round the end of a line is no passage, one inside it is', (t) => {
  const round = counting();
  for (const [at, [north, east]] of [
    [1_000, 9_000],
    [1_000, 12_000],
    [-1_000, 12_000],
    [-1_000, 9_000],
  ].entries())
    round.report(north as number, at * 10 * MINUTE, { east });
  t.deepEqual(round.directions(), []);
  const inside = counting();
  for (const [at, north] of [1_000, -1_000].entries()) inside.report(north, at * 10 * MINUTE, { east: 9_900 });
  t.deepEqual(inside.directions(), [1]);
});

test('a jump over a line is no passage', (t) => {
  const { report, directions } = counting();
  report(5_000, 0);
  report(-5_000, 5 * MINUTE);
  t.deepEqual(directions(), [], '65 knots');
  report(-5_100, 6 * MINUTE);
  report(5_000, 11 * MINUTE);
  t.deepEqual(directions(), [], 'and back');
  const slower = counting();
  slower.report(5_000, 0);
  slower.report(-5_000, 15 * MINUTE, { knots: 20 });
  t.deepEqual(slower.directions(), [1], '22 knots');
});

test('two vessels that swap their MMSIs at a line make no passage', (t) => {
  const { report, directions } = counting();
  const one = { key: 219024336 };
  const other = { key: 219024337 };
  for (let at = 0; at < 5; at += 1) {
    report(4_000 - 100 * at, at * 20 * SECOND, one);
    report(-4_000 + 100 * at, at * 20 * SECOND, other);
  }
  report(-3_500, 100 * SECOND, one);
  report(3_500, 100 * SECOND, other);
  report(-3_400, 120 * SECOND, one);
  report(3_400, 120 * SECOND, other);
  t.deepEqual(directions(), []);
});

test('two vessels with one MMSI on both sides of a line make no passage', (t) => {
  const { report, directions } = counting();
  for (let at = 0; at < 40; at += 1) report(at % 2 === 0 ? 4_000 : -4_000, at * 5 * MINUTE, { knots: 10 });
  t.deepEqual(directions(), [], 'with a speed that does not fit the distance');
  const slow = counting();
  for (let at = 0; at < 9; at += 1) slow.report(at % 2 === 0 ? 1_000 : -1_000, at * 5 * MINUTE, { knots: 10 });
  t.is(slow.passages.length, 3, 'a vessel does not pass again before 15 minutes');
});

test('only vessels near a line are followed, and they are forgotten when they expire', (t) => {
  const { report, heard, counter, directions } = counting();
  report(400_000, 0);
  report(399_000, 10 * MINUTE);
  t.deepEqual(heard, []);
  report(1_000, 100 * MINUTE, { key: 219024338 });
  report(100, 102 * MINUTE, { key: 219024338 });
  t.is(heard.length, 1, 'a first position has no way');
  counter.expired('vessels', 219024338);
  report(-1_000, 105 * MINUTE, { key: 219024338 });
  t.deepEqual(directions(), []);
});

test('lines that cross the antimeridian, and circles, count both directions', (t) => {
  const dateLine = new Gate([
    [179.9, -1],
    [-179.9, 1],
  ]);
  t.is(dateLine.crossings({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })[0]?.direction, 1);
  t.true(dateLine.side(0, -179.5) > 50_000);
  t.true(dateLine.side(0, 179.5) < -50_000);
  const index = new GateIndex([{ id: 'date', gate: dateLine }]);
  t.is(index.along(0, 179.95, 0, -179.95).length, 1);
  const circle = builtInFlows().get('singapore') ?? [...builtInFlows().values()].find(({ kind }) => kind === 'port');
  const gate = new Gate(circle?.corners ?? []);
  const [lon = 0, lat = 0] = circle?.corners[0] ?? [];
  const inside = { lat: lat - 0.05, lon: lon + 0.001 };
  const outside = { lat: lat + 0.05, lon: lon + 0.001 };
  t.deepEqual(
    gate.crossings(outside, inside).map(({ direction }) => direction),
    [1],
    'into the port is forward',
  );
  t.true(gate.side(inside.lat, inside.lon) > 0);
  t.true(gate.side(outside.lat, outside.lon) < 0);
});

test('the class of deadweight is estimated of cargo ships and tankers from their size', (t) => {
  const of = (
    shipTypeCode: number | null,
    lengthMeters: number | null,
    beamMeters: number,
    draughtMeters: number | null,
  ) => estimatedDeadweight({ shipTypeCode, lengthMeters, beamMeters, draughtMeters });
  t.is(of(80, 333, 60, 22), 'over_200000', 'a VLCC of 320,000 t');
  t.is(of(80, 333, 60, 11), 'over_200000', 'the same in ballast');
  t.is(of(70, 225, 32, 14.1), '60000_to_100000', 'a Panamax bulk carrier of 75,000 t');
  t.is(of(70, 180, 28, 9.8), '10000_to_40000', 'a Handysize of 32,000 t');
  t.is(of(70, 90, 14, 5), 'under_10000');
  t.is(of(60, 300, 40, 8), null);
  t.is(of(70, null, 40, 8), null);
});
