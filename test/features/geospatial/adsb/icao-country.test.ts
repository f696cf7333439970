import { readFileSync } from 'node:fs';
import test from 'ava';
import { countryOf, isMilitary } from '../../../../src/features/geospatial/adsb/icao-country.js';
import { NON_ICAO } from '../../../../src/features/geospatial/layer.js';

const blocks = readFileSync('src/features/geospatial/reference/icao24-countries.tsv', 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string, string])
  .map(([first, last, military, country]) => ({
    first: Number.parseInt(first, 16),
    last: Number.parseInt(last, 16),
    military: military === '1',
    country,
  }));

test('an ICAO address belongs to the state that assigned it', (t) => {
  t.deepEqual([0x4ca2d6, 0xa3c9b4, 0x3c6444, 0x406b90, 0x8963c8, 0x7c6b2d].map(countryOf), [
    'IE',
    'US',
    'DE',
    'GB',
    'AE',
    'AU',
  ]);
});

test('the narrowest of nested address blocks applies, including both of its ends', (t) => {
  const edges = blocks
    .flatMap(({ first, last }) => [first - 1, first, last, last + 1])
    .filter((key) => key >= 0 && key <= 0xffffff);
  for (const key of edges) {
    const [narrowest] = blocks
      .filter(({ first, last }) => first <= key && key <= last)
      .sort((one, other) => one.last - one.first - (other.last - other.first));
    t.is(
      countryOf(key),
      narrowest === undefined || narrowest.country === 'ZZ' ? null : narrowest.country,
      key.toString(16),
    );
    t.is(isMilitary(key), narrowest?.military ?? false, key.toString(16));
  }
});

test('military address blocks are recognized', (t) => {
  t.deepEqual([0xae1460, 0x43c6f4, 0x3c6444, 0x4ca2d6].map(isMilitary), [true, true, false, false]);
});

test('a non-ICAO address, an unassigned address and an invalid address have no state', (t) => {
  t.deepEqual([NON_ICAO + 0x4ca2d6, 0xfffffe, 0x000001, -1, Number.NaN].map(countryOf), [null, null, null, null, null]);
});
