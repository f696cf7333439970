import 'reflect-metadata';
import test from 'ava';
import type { GeospatialApi } from '../../../src/features/geospatial/geospatial.api.js';
import { destination } from '../../../src/features/geospatial/sphere.js';
import { ExposurePlaces } from '../../../src/features/portfolios/exposure/exposure-places.service.js';

const geospatial = {
  ports: [{ name: 'Alpha', country: 'NL', lat: -60, lon: 20 }],
  centerOf: () => undefined,
  countryAt: () => undefined,
};
const places = new ExposurePlaces(geospatial as unknown as GeospatialApi);

/**
 * Returns whether a circle with a radius of one kilometer touches a place.
 * @param meters distance of the place from the edge of the circle
 */
function touches(id: string, meters: number): boolean {
  const place = places.find(id);
  if (place === undefined) throw new Error(`There is no place ${id}.`);
  const center = destination(place.lat, place.lon, 90, meters + 1_000);
  return places.near(center, 1_000).some(({ place: found }) => found.id === id);
}

for (const [id, reach] of [
  ['port:nl-alpha', 50_000],
  ['strait:strait-of-hormuz', 150_000],
  ['strait:english-channel', 300_000],
] as const) {
  test(`a circle touches ${id} up to ${reach / 1_000} km from it`, (t) =>
    t.deepEqual([touches(id, reach - 10), touches(id, reach + 10)], [true, false]));
}
