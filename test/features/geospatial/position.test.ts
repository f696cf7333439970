import test from 'ava';
import { isPosition, normalLongitude } from '../../../src/features/geospatial/position.js';

test('a position is in range up to the poles and the antimeridian', (t) => {
  for (const [lat, lon] of [
    [90, 0],
    [-90, 0],
    [0, 180],
    [0, -180],
  ] as const)
    t.true(isPosition(lat, lon), `${lat},${lon}`);
  for (const [lat, lon] of [
    [90.000001, 0],
    [-90.000001, 0],
    [0, 180.000001],
    [0, -180.000001],
    [91, 0],
    [0, 181],
    [Number.NaN, 0],
    [0, Number.NaN],
  ] as const)
    t.false(isPosition(lat, lon), `${lat},${lon}`);
});

test('a longitude is equivalent after any number of turns, and never 180', (t) => {
  for (const lon of [-180, -179.5, -1, 0, 1, 179.5])
    for (const turns of [-2, -1, 0, 1, 2]) t.is(normalLongitude(lon + 360 * turns), lon);
  t.is(normalLongitude(180), -180);
});
