import test from 'ava';
import { significance } from '../../../../src/features/geospatial/history/significance.js';
import { simplify } from '../../../../src/features/geospatial/history/tracks/simplify.js';
import { panamaTracks, thinningOf } from '../../../support/recorded-tracks.js';

const rule = significance.vessels;

test('less than a fifth of the reports of an hour are kept as track points', (t) => {
  const { points, kept } = thinningOf(panamaTracks(), rule);
  t.true(points > 3_000);
  t.true(kept < points / 5, `${kept} of ${points}`);
});

test('at the time of any report the vessel was near the line between the kept points', (t) => {
  const { misses } = thinningOf(panamaTracks(), rule);
  t.true((misses.at(-1) as number) <= 3 * rule.missMeters, `${misses.at(-1)} m`);
  t.true((misses[Math.floor(misses.length * 0.95)] as number) <= rule.missMeters);
});

test('a smaller tolerance keeps more points, and the line is nearer to the vessel', (t) => {
  const coarse = thinningOf(panamaTracks(), rule);
  const fine = thinningOf(panamaTracks(), { ...rule, missMeters: 10, courseDegrees: 3, speedKnots: 0.5 });
  t.true(fine.kept > coarse.kept);
  t.true((fine.misses.at(-1) as number) <= 30);
});

test('recorded tracks are simplified within the tolerance', (t) => {
  for (const track of panamaTracks().values()) {
    const { kept, missMeters } = simplify(track, 100, 10_000);
    t.true(missMeters <= 100);
    t.true(kept.length < track.length / 4, `${kept.length} of ${track.length}`);
  }
});
