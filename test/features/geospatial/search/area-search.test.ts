import 'reflect-metadata';
import test from 'ava';
import { VesselsSearch } from '../../../../src/features/geospatial/search/vessels.search.js';
import type { FieldClause } from '../../../../src/search/search-query.js';
import { cellOf, isWithinCircle } from '../../../../src/search/set-query.js';
import { liveState } from '../../../support/live-state.js';
import { randomNumbers } from '../../../support/random-numbers.js';

const random = randomNumbers(7);
const places = Array.from({ length: 2_000 }, (_, index) => ({
  key: 211_000_000 + index,
  // Every fourth position is on the corner of a cell.
  lat: index % 4 === 0 ? Math.floor(random() * 178) - 89 : random() * 178 - 89,
  lon: index % 4 === 0 ? Math.floor(random() * 360) - 180 : random() * 360 - 180,
}));

function searched() {
  const { picture, vessel } = liveState();
  for (const place of places) vessel(place);
  const search = new VesselsSearch(picture);
  return async (clause: FieldClause) => {
    const request = { accountId: 'ada', query: clause, terms: [], tolerance: 'exact', limit: 0, now: 0 } as const;
    return (await search.search(request)).total;
  };
}

test('a search near a position finds each vessel in its circle, also over the antimeridian or a pole', async (t) => {
  const total = searched();
  for (const [lat, lon, kilometers] of [
    [52, 4, 800],
    [0, 179.5, 1_500],
    [-88, 20, 900],
    [40, -180, 500],
    [10, 10, 9_000],
  ] as const) {
    const circle = { lat, lon, radiusMeters: kilometers * 1_000 };
    const expected = places.filter((place) => isWithinCircle(circle, place.lat, place.lon)).length;
    t.true(expected > 0);
    t.is(await total({ kind: 'field', field: 'near', circle }), expected, `${lat}, ${lon}, ${kilometers} km`);
  }
});

test('a search in a country finds each vessel in its cells', async (t) => {
  const total = searched();
  const cells = new Set(places.slice(0, 200).map(({ lat, lon }) => cellOf(lat, lon)));
  const area = { name: 'Somewhere', cells };
  const expected = places.filter(({ lat, lon }) => cells.has(cellOf(lat, lon))).length;
  t.true(expected >= 200);
  t.is(await total({ kind: 'field', field: 'in', areas: [area] }), expected);
});
