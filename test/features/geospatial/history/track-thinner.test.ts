import test from 'ava';
import { TrackThinner } from '../../../../src/features/geospatial/history/recording/track-thinner.js';
import { missMeters, significance } from '../../../../src/features/geospatial/history/significance.js';
import type { Fix } from '../../../../src/features/geospatial/track-point.js';
import { type Said, voyage } from './voyages.js';

const fixOf = ({ at, ...rest }: Said): Fix => ({ observedAt: at, altitudeFeet: Number.NaN, ...rest });

function thinned(said: readonly Said[], layer: 'vessels' | 'aircraft' = 'vessels'): Fix[] {
  const kept: Fix[] = [];
  const thinner = new TrackThinner(significance[layer], (_key, fix) => kept.push({ ...fix }));
  for (const one of said) thinner.take(1, fixOf(one));
  thinner.end(1);
  return kept;
}

/** Returns the largest distance (m) of a reported position from the stored track at the same time. */
function largestDeviation(said: readonly Said[], kept: readonly Fix[]): number {
  let [next, miss] = [1, 0];
  for (const one of said.map(fixOf)) {
    while (next < kept.length - 1 && (kept[next] as Fix).observedAt < one.observedAt) next += 1;
    miss = Math.max(miss, missMeters(kept[next - 1] as Fix, one, kept[next] as Fix));
  }
  return miss;
}

const start = { lat: 52, lon: 4, at: Date.UTC(2026, 10, 20) };

test('a vessel that sails straight ahead for an hour has a point every five minutes', (t) => {
  t.is(thinned(voyage(start, [{ courseDegrees: 80, speedKnots: 12, minutes: 60 }])).length, 13);
});

test('a vessel that does not move for a day has a point every half hour', (t) => {
  const swinging = voyage(start, [{ courseDegrees: 80, speedKnots: 0, minutes: 1_440 }], 60).map((said, index) => ({
    ...said,
    lat: start.lat + Math.sin(index) * 0.0002,
    courseDegrees: (index * 37) % 360,
    speedKnots: (index % 4) / 10,
  }));
  t.is(thinned(swinging).length, 49);
});

test('a turn of a vessel has a point at the turn', (t) => {
  const said = voyage(start, [
    { courseDegrees: 80, speedKnots: 12, minutes: 3 },
    { courseDegrees: 140, speedKnots: 12, minutes: 3 },
  ]);
  const turn = start.at + 180_000;
  t.true(thinned(said).some(({ observedAt }) => observedAt === turn));
});

test('a slow turn too small to see in any single report has points', (t) => {
  const legs = Array.from({ length: 120 }, (_leg, index) => ({
    courseDegrees: index * 3,
    speedKnots: 15,
    minutes: 0.5,
  }));
  const said = voyage(start, legs);
  const kept = thinned(said);
  t.true(kept.length < said.length / 2, `${kept.length} of ${said.length}`);
  t.true(largestDeviation(said, kept) <= 150, `${largestDeviation(said, kept)} m`);
});

test('a vessel without speed and course has points by its positions', (t) => {
  const said = voyage(start, [{ courseDegrees: 80, speedKnots: 10, minutes: 30 }]);
  const mute = said.map((one) => ({ ...one, speedKnots: Number.NaN, courseDegrees: Number.NaN }));
  t.true(largestDeviation(mute, thinned(mute)) <= 150);
});

test('a vessel that stops away from its predicted position has a point where it stopped', (t) => {
  const said = voyage(start, [
    { courseDegrees: 80, speedKnots: 12, minutes: 4 },
    { courseDegrees: 80, speedKnots: 0, minutes: 20 },
  ]);
  const kept = thinned(said);
  t.true(largestDeviation(said, kept) <= 50, `${largestDeviation(said, kept)} m`);
});

test('the last report before an unexpected position is kept', (t) => {
  const before = voyage(start, [{ courseDegrees: 90, speedKnots: 12, minutes: 4 }]);
  const last = before.at(-1) as Said;
  const after = voyage({ lat: last.lat - 0.05, lon: last.lon, at: last.at + 60_000 }, [
    { courseDegrees: 90, speedKnots: 12, minutes: 1 },
  ]);
  t.true(thinned([...before, ...after]).some(({ observedAt }) => observedAt === last.at));
});

test('the first and the latest point are always kept', (t) => {
  const said = voyage(start, [{ courseDegrees: 80, speedKnots: 12, minutes: 4 }]);
  t.deepEqual(
    thinned(said).map(({ observedAt }) => observedAt),
    [said[0]?.at, said.at(-1)?.at],
  );
});

test('a straight course across the antimeridian is straight', (t) => {
  t.is(
    thinned(voyage({ ...start, lat: 0, lon: 179.95 }, [{ courseDegrees: 90, speedKnots: 12, minutes: 60 }])).length,
    13,
  );
});

test('an aircraft has at least a point a minute, and one where it begins to climb', (t) => {
  const said = voyage(start, [{ courseDegrees: 80, speedKnots: 400, minutes: 10 }], 5);
  t.is(thinned(said, 'aircraft').length, 11);
  const kept: number[] = [];
  const thinner = new TrackThinner(significance.aircraft, (_key, { altitudeFeet }) => kept.push(altitudeFeet));
  for (const [index, one] of said.slice(0, 8).entries())
    thinner.take(1, { ...fixOf(one), altitudeFeet: 30_000 + index * 300 });
  t.deepEqual(kept, [30_000, 30_600, 31_200, 31_800]);
});

test('objects are thinned independently, and ended ones are removed from memory', (t) => {
  const kept = new Map<number, number>();
  const thinner = new TrackThinner(significance.vessels, (key) => kept.set(key, (kept.get(key) ?? 0) + 1));
  const said = voyage(start, [{ courseDegrees: 80, speedKnots: 12, minutes: 4 }]).map(fixOf);
  for (const fix of said) for (let key = 0; key < 3_000; key += 1) thinner.take(key, fix);
  for (let key = 0; key < 3_000; key += 1) thinner.end(key);
  t.is(thinner.size, 0);
  t.deepEqual(new Set(kept.values()), new Set([2]));
  thinner.take(7, said[0] as Fix);
  t.is(kept.get(7), 3);
});
