import test from 'ava';
import {
  compact,
  longitudeZones,
  positionNear,
  positionOfPair,
} from '../../../../../src/features/geospatial/adsb/beast/compact-position.js';
import { distanceMeters } from '../../../../../src/features/geospatial/sphere.js';
import { encoded, zonesAt } from '../../../../support/mode-s.js';
import { randomNumbers } from '../../../../support/random-numbers.js';

const half = (lat: number, lon: number, isOdd: boolean, degrees: 360 | 90 = 360) =>
  compact(isOdd, ...encoded(lat, lon, isOdd, degrees));

/** Returns the compact position of a message in hexadecimal: bits 54 and 55 to 88. */
function compactOf(message: string) {
  const bits = BigInt(`0x${message}`);
  const field = (from: number, length: number) =>
    Number((bits >> BigInt(112 - from - length)) & ((1n << BigInt(length)) - 1n));
  return compact(field(53, 1) === 1, field(54, 17), field(71, 17));
}

test('published messages have their published positions', (t) => {
  // J. Sun, The 1090 Megahertz Riddle, chapter 5.
  const even = compactOf('8D40621D58C382D690C8AC2863A7');
  const odd = compactOf('8D40621D58C386435CC412692AD6');
  t.deepEqual([even, odd], [compact(false, 93_000, 51_372), compact(true, 74_158, 50_194)]);
  const later = positionOfPair(even, odd, 'even');
  t.deepEqual([later?.lat.toFixed(5), later?.lon.toFixed(5)], ['52.25720', '3.91937']);
  const near = positionNear(even, { lat: 52.258, lon: 3.918 }, 360);
  t.deepEqual([near?.lat.toFixed(5), near?.lon.toFixed(5)], ['52.25720', '3.91937']);
  // An aircraft on the ground at Christchurch, from the tests of pyModeS.
  const ground = positionNear(compactOf('8FC8200A3AB8F5F893096B000000'), { lat: -43.496, lon: 172.558 }, 90);
  t.deepEqual([ground?.lat.toFixed(5), ground?.lon.toFixed(5)], ['-43.48564', '172.53942']);
});

test('zones of longitude follow the formula at all latitudes', (t) => {
  for (let lat = -89.95; lat < 90; lat += 0.1) t.is(longitudeZones(lat), zonesAt(lat), `${lat}`);
});

test('positions all over the world are decoded within 6 m, from a pair and from a reference', (t) => {
  const random = randomNumbers(7);
  let pairs = 0;
  for (let at = 0; at < 5_000; at += 1) {
    const [lat, lon] = [random() * 172 - 86, random() * 360 - 180];
    const [even, odd] = [half(lat, lon, false), half(lat, lon, true)];
    for (const [later, own] of [
      ['even', even],
      ['odd', odd],
    ] as const) {
      const pair = positionOfPair(even, odd, later);
      if (pair !== undefined) {
        pairs += 1;
        t.true(distanceMeters(lat, lon, pair.lat, pair.lon) < 6, `${lat}, ${lon}`);
      }
      const near = positionNear(own, { lat: lat + random() - 0.5, lon: lon + random() - 0.5 }, 360);
      t.true(near !== undefined && distanceMeters(lat, lon, near.lat, near.lon) < 6, `${lat}, ${lon}`);
    }
    const ground = positionNear(half(lat, lon, at % 2 === 0, 90), { lat: lat + 0.3, lon }, 90);
    t.true(ground !== undefined && distanceMeters(lat, lon, ground.lat, ground.lon) < 2, `${lat}, ${lon}`);
  }
  t.true(pairs > 9_900, `${pairs}`);
});

test('a pair from different zones of longitude has no position', (t) => {
  // The number of zones changes from 59 to 58 at 10.4704713 degrees.
  t.is(positionOfPair(half(10.4703, 20, false), half(10.4706, 20, true), 'odd'), undefined);
  t.truthy(positionOfPair(half(10.46, 20, false), half(10.4601, 20, true), 'odd'));
});
