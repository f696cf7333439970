import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { GeoEvents } from '../../../src/features/geospatial/events/geo-events.service.js';
import { LiveState } from '../../../src/features/geospatial/live/live-state.js';
import { distanceMeters } from '../../../src/features/geospatial/sphere.js';
import { serviceFor } from '../../support/service-for.js';
import type { TestClient } from '../../support/test-client.js';
import type { TestService } from '../../support/test-service.js';

/**
 * Places whose order differs from the order of their distances from 0° N 180°. Two are equally far, and the last is in
 * the bounding box of the circle but not in the circle.
 */
const places: ReadonlyArray<readonly [lat: number, lon: number]> = [
  [0, -179.5],
  [0.25, 180],
  [0, 179.9],
  [0, 179.75],
  [0.7, 179.3],
];
const circle = 'near=0,180&radiusMeters=100000';
const nearestFirst = ['3', '2', '4', '1'];
const metersTo = (place: string): number =>
  Math.round(distanceMeters(0, 180, ...(places[Number(place) - 1] as [number, number])));

type Item = Record<string, unknown> & { distanceMeters?: number };
interface List {
  path: string;
  fill(service: TestService, ada: TestClient): Promise<void>;
  /** Returns the number of the place of an item, beginning with 1. */
  placeOf(item: Item): string;
}

const titled = (item: Item) => String(item.title);
const now = ({ clock }: TestService) => ({ observedAt: clock.now(), receivedAt: clock.now() });
const lists: List[] = [
  {
    path: '/geospatial/vessels',
    fill: async (service) => {
      for (const [index, [lat, lon]] of places.entries())
        service.services
          .get(LiveState)
          .takeVessel({ key: 211_000_001 + index, provider: 'ais', station: 'class_a', ...now(service), lat, lon });
    },
    placeOf: ({ mmsi }) => String(Number(mmsi) - 211_000_000),
  },
  {
    path: '/geospatial/aircraft',
    fill: async (service) => {
      for (const [index, [lat, lon]] of places.entries())
        service.services.get(LiveState).takeAircraft({ key: 1 + index, provider: 'adsb', ...now(service), lat, lon });
    },
    placeOf: ({ icao24 }) => String(Number(icao24)),
  },
  {
    path: '/geospatial/events',
    fill: async (service) => {
      const at = new Date(service.clock.now());
      const common = {
        provider: 'usgs',
        type: 'earthquake',
        severity: 1,
        startedAt: at,
        endedAt: at,
        reportedAt: at,
      } as const;
      // Events are reported one after another, because equally far events are ordered by id.
      for (const [index, [lat, lon]] of places.entries())
        await service.services
          .get(GeoEvents)
          .report([{ ...common, key: `${index + 1}`, title: `${index + 1}`, position: { lat, lon } }]);
    },
    placeOf: titled,
  },
  {
    path: '/geospatial/pins',
    fill: async (_service, ada) => {
      for (const [index, [lat, lon]] of places.entries())
        await ada.post('/geospatial/pins', { title: `${index + 1}`, position: { lat, lon } });
    },
    placeOf: titled,
  },
];

async function filled(t: ExecutionContext, { fill }: List): Promise<TestClient> {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  await fill(service, ada);
  return ada;
}

/**
 * More pages than any list here has: if a cursor does not advance, the test fails instead of reading the same page
 * forever.
 */
const MAX_PAGES = 20;

async function pagesOf(ada: TestClient, path: string, query: string): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let cursor: string | null = ''; cursor !== null && pages.length < MAX_PAGES; ) {
    const { json } = await ada.get(`${path}?${query}${cursor && `&cursor=${cursor}`}`);
    pages.push(json.items);
    cursor = json.nextCursor as string | null;
  }
  return pages;
}

for (const list of lists) {
  const { path, placeOf } = list;
  test(`${path}: items have their distance from near, and only with near`, async (t) => {
    const ada = await filled(t, list);
    const { items } = (await ada.get(`${path}?${circle}`)).json as { items: Item[] };
    t.deepEqual(items.map(placeOf).sort(), ['1', '2', '3', '4']);
    for (const item of items) t.is(item.distanceMeters, metersTo(placeOf(item)));
    const boxed = (await ada.get(`${path}?bbox=170,-10,-170,10`)).json.items as Item[];
    t.deepEqual([boxed.length, boxed.some((item) => 'distanceMeters' in item)], [5, false]);
  });

  test(`${path}: sort=distance lists the nearest first, each once over pages of any size`, async (t) => {
    const ada = await filled(t, list);
    for (const [limit, sizes] of [
      [1, [1, 1, 1, 1]],
      [3, [3, 1]],
      [4, [4]],
    ] as const) {
      const pages = await pagesOf(ada, path, `${circle}&sort=distance&limit=${limit}`);
      t.deepEqual([pages.map(({ length }) => length), pages.flat().map(placeOf)], [[...sizes], nearestFirst]);
    }
  });

  test(`${path}: sort=distance needs near, and its cursor is valid only with it`, async (t) => {
    const ada = await filled(t, list);
    for (const area of ['', '&bbox=170,-10,-170,10']) {
      const { status, json } = await ada.get(`${path}?sort=distance${area}`);
      t.deepEqual([status, json.errors?.[0].name], [400, 'sort']);
    }
    const { nextCursor } = (await ada.get(`${path}?${circle}&sort=distance&limit=1`)).json;
    t.is((await ada.get(`${path}?${circle}&limit=1&cursor=${nextCursor}`)).json.code, 'invalid_cursor');
  });

  test(`${path}: GeoJSON and CSV have the distance, too`, async (t) => {
    const ada = await filled(t, list);
    const { features } = (await ada.get(`${path}?${circle}&sort=distance&format=geojson`)).json;
    t.deepEqual(
      features.map(({ properties }: { properties: Item }) => properties.distanceMeters),
      nearestFirst.map(metersTo),
    );
    const [header = '', first = ''] = (
      await ada.get(`${path}?${circle}&sort=distance&format=csv&fields=distanceMeters`)
    ).text.split('\r\n');
    t.deepEqual([header, first], ['distanceMeters', String(metersTo('3'))]);
  });
}

test('thousands of vessels are listed by distance, whatever the order of their reports', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const live = service.services.get(LiveState);
  const count = 2_500;
  // 1,001 and 2,500 have no common factor, so this visits every key once, in another order.
  for (let index = 0; index < count; index += 1)
    live.takeVessel({
      key: 211_000_000 + ((index * 1_001) % count),
      provider: 'ais',
      station: 'class_a',
      ...now(service),
      lat: 50 - index * 1e-4,
      lon: 4,
    });
  const pages = await pagesOf(ada, '/geospatial/vessels', 'near=50,4&radiusMeters=100000&sort=distance&limit=400');
  const expected = Array.from({ length: count }, (_, index) => String(211_000_000 + ((index * 1_001) % count)));
  t.deepEqual(
    pages.flat().map(({ mmsi }) => mmsi),
    expected,
  );
});

test('a vessel that moves away between pages does not move the others', async (t) => {
  const service = await serviceFor(t);
  const ada = await service.signedIn();
  const live = service.services.get(LiveState);
  const place = (key: number, lat: number) =>
    live.takeVessel({ key, provider: 'ais', station: 'class_a', ...now(service), lat, lon: 4 });
  for (let index = 0; index < 4; index += 1) place(211_000_000 + index, 50 + index * 0.1);
  const query = '/geospatial/vessels?near=50,4&radiusMeters=100000&sort=distance&limit=2&fields=mmsi';
  const first = (await ada.get(query)).json;
  service.clock.advance(1_000);
  place(211_000_000, 60);
  const second = (await ada.get(`${query}&cursor=${first.nextCursor}`)).json;
  t.deepEqual([second.items, second.nextCursor], [[{ mmsi: '211000002' }, { mmsi: '211000003' }], null]);
});
