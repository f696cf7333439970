import 'reflect-metadata';
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile';
import test, { type ExecutionContext } from 'ava';
import { PbfReader } from 'pbf';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { VesselReport } from '../../../../src/features/geospatial/observation.js';
import { MINUTE, serviceFor } from '../../../support/service-for.js';
import { historyFor } from '../history/history-service.js';
import { report, voyage } from '../history/voyages.js';

/** Maximum number of objects in one tile. A tile with more objects has counts instead. */
const MOST = 4_000;

async function tiled(t: ExecutionContext) {
  const service = await serviceFor(t);
  const { clock } = service;
  const live = service.services.get(LiveState);
  const vessel = (report: Partial<VesselReport> = {}) =>
    live.takeVessel({
      key: 219024336,
      provider: 'ais',
      observedAt: clock.now(),
      receivedAt: clock.now(),
      lat: 51.9,
      lon: 4.1,
      ...report,
    });
  const caller = await service.signedIn();
  const raw = (path: string, headers: Record<string, string> = {}) =>
    caller.get(`/geospatial/tiles/${path}`, { headers });
  /** Returns the layers of a tile, read with Mapbox's own library. */
  const read = async (path: string): Promise<Record<string, VectorTileLayer>> => {
    const { status, text } = await raw(path);
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return new VectorTile(new PbfReader(Buffer.from(text, 'latin1'))).layers;
  };
  return { ...service, live, caller, vessel, raw, read };
}

/** Returns longitude and latitude of each feature of a layer. */
const placesOf = (layer: VectorTileLayer | undefined, x: number, y: number, z: number) =>
  Array.from({ length: layer?.length ?? 0 }, (_, index) => {
    const { geometry } = (layer as VectorTileLayer).feature(index).toGeoJSON(x, y, z);
    return (geometry as unknown as { coordinates: [number, number] }).coordinates;
  });

test('a tile has the vessels inside it at their positions, with their known facts', async (t) => {
  const { vessel, read } = await tiled(t);
  vessel({ name: 'AURORA', speedKnots: 12.34, courseDegrees: 359.8, shipTypeCode: 70 });
  vessel({ key: 219024337, lat: 51.91, lon: 4.11, provider: 'simulator' });
  vessel({ key: 219024338, lat: -33 });
  const layer = (await read('vessels/8/130/84.mvt')).vessels as VectorTileLayer;
  t.is(layer.length, 2);
  const known = [0, 1].map((index) => layer.feature(index)).sort((one, other) => (one.id ?? 0) - (other.id ?? 0));
  t.deepEqual(known[0]?.properties, {
    id: '219024336',
    name: 'AURORA',
    type: 'cargo',
    speed: 12.3,
    course: 0,
    stale: false,
    simulated: false,
  });
  t.deepEqual(known[1]?.properties, { id: '219024337', stale: false, simulated: true });
  const places = placesOf(layer, 130, 84, 8).sort(([one], [other]) => one - other);
  for (const [index, place] of [
    [4.1, 51.9],
    [4.11, 51.91],
  ].entries())
    for (const axis of [0, 1]) t.true(Math.abs((places[index]?.[axis] as number) - (place[axis] as number)) < 0.0005);
});

test('a vessel near the edge of a tile is in both tiles, and one farther away is in one', async (t) => {
  const { vessel, read } = await tiled(t);
  // Tiles of level 1 meet at 0°. Their buffer is a 32nd of a tile: 5.6°.
  vessel({ lat: 10, lon: 5 });
  vessel({ key: 219024337, lat: 10, lon: 6 });
  const ids = async (path: string) => {
    const { vessels } = await read(path);
    return Array.from({ length: vessels?.length ?? 0 }, (_, index) => vessels?.feature(index).properties.id).sort();
  };
  t.deepEqual(await ids('vessels/1/0/0.mvt'), ['219024336']);
  t.deepEqual(await ids('vessels/1/1/0.mvt'), ['219024336', '219024337']);
  // The vessel is drawn on the same side of both tiles.
  const xOf = async (path: string) => (await read(path)).vessels?.feature(0).loadGeometry()[0]?.[0]?.x ?? 0;
  const [west, east] = [await xOf('vessels/1/0/0.mvt'), await xOf('vessels/1/1/0.mvt')];
  t.is(west, Math.round(4096 * (1 + 5 / 180)));
  t.true(east > 0 && east < 4096 * 0.05, String(east));
});

test('a vessel beyond the antimeridian is next to the edge of the tile', async (t) => {
  const { vessel, read } = await tiled(t);
  vessel({ lat: 10, lon: -179.9 });
  const west = (await read('vessels/4/15/7.mvt')).vessels;
  const east = (await read('vessels/4/0/7.mvt')).vessels;
  t.is(west?.feature(0).loadGeometry()[0]?.[0]?.x, Math.round(4096 * (1 + 0.1 / 22.5)));
  t.is(east?.feature(0).loadGeometry()[0]?.[0]?.x, Math.round(4096 * (0.1 / 22.5)));
});

test('more than 4,000 objects in a tile are counted by cells, and no object is lost', async (t) => {
  const { vessel, read } = await tiled(t);
  for (let index = 0; index < MOST; index += 1)
    vessel({ key: 200_000_000 + index, lat: 40 + (index % 100) / 10, lon: 10 + Math.floor(index / 100) / 10 });
  t.is((await read('vessels/0/0/0.mvt')).vessels?.length, MOST);
  vessel({ key: 200_000_000 + MOST, lat: -20, lon: -100 });
  const layers = await read('vessels/0/0/0.mvt');
  t.deepEqual(Object.keys(layers), ['vessels-counts']);
  const counts = layers['vessels-counts'] as VectorTileLayer;
  const sum = Array.from({ length: counts.length }, (_, index) => counts.feature(index).properties.count as number);
  t.is(
    sum.reduce((one, other) => one + other, 0),
    MOST + 1,
  );
  t.true(counts.length <= 64 * 64);
});

test('base stations do not count among the 4,000 objects of a tile, nor does an expired vessel', async (t) => {
  const { vessel, read, live, clock } = await tiled(t);
  // A vessel expires two hours after its last report.
  const old = clock.now() - 115 * MINUTE;
  vessel({ key: 200_000_000 + MOST, observedAt: old, receivedAt: old });
  for (let index = 0; index < MOST; index += 1)
    vessel({ key: 200_000_000 + index, lat: 40 + (index % 100) / 10, lon: 10 + Math.floor(index / 100) / 10 });
  vessel({ key: 2_190_243, station: 'base_station' });
  t.deepEqual(Object.keys(await read('vessels/0/0/0.mvt')), ['vessels-counts']);
  clock.advance(10 * MINUTE);
  live.expire();
  t.is((await read('vessels/0/0/0.mvt')).vessels?.length, MOST);
});

test('an aircraft below sea level has a negative altitude in its tile', async (t) => {
  const { live, read, clock } = await tiled(t);
  const at = { observedAt: clock.now(), receivedAt: clock.now(), lat: 52.3, lon: 4.7 };
  live.takeAircraft({ key: 0x4ca2d6, provider: 'adsb', callsign: 'KLM12', altitudeFeet: -25, ...at });
  const { aircraft } = await read('aircraft/8/131/84.mvt');
  t.like(aircraft?.feature(0).properties, { id: '4ca2d6', name: 'KLM12', altitude: -25 });
});

test('base stations are in no tile', async (t) => {
  const { vessel, read } = await tiled(t);
  vessel({ station: 'base_station' });
  t.deepEqual(await read('vessels/0/0/0.mvt'), {});
});

test('the base map has the land of the world, also next to the antimeridian and around the South Pole', async (t) => {
  const { read } = await tiled(t);
  const landAt = async (z: number, x: number, y: number) => {
    const { land } = await read(`base/${z}/${x}/${y}.mvt`);
    if (land === undefined) return 0;
    // Area of all polygons as a fraction of the tile, by the shoelace formula over outer and inner rings.
    let area = 0;
    for (let index = 0; index < land.length; index += 1)
      for (const ring of land.feature(index).loadGeometry())
        for (const [at, point] of ring.entries()) {
          const next = ring[(at + 1) % ring.length] as { x: number; y: number };
          area += (point.x * next.y - next.x * point.y) / 2;
        }
    return Math.abs(area) / 4096 ** 2;
  };
  // The tiles are in the Sahara, in the Atlantic, in Siberia at 170° E, in Chukotka beyond the antimeridian, in
  // Antarctica, and at Rotterdam.
  t.true((await landAt(6, 33, 27)) > 1);
  t.is(await landAt(6, 24, 27), 0);
  t.true((await landAt(5, 31, 7)) > 0.5);
  t.true((await landAt(5, 0, 7)) > 0.2);
  t.true((await landAt(2, 1, 3)) > 0.2);
  t.true((await landAt(8, 131, 84)) > 0.1);
});

test('lakes are cut out of the land, and the larger ones are named', async (t) => {
  const { read } = await tiled(t);
  const lakesAt = async (path: string) => (await read(path)).lakes?.length ?? 0;
  // Tiles with Lake Superior and Lake Victoria, in the Atlantic, and the world.
  t.true((await lakesAt('base/6/16/22.mvt')) > 0);
  t.true((await lakesAt('base/7/75/64.mvt')) > 0);
  t.is(await lakesAt('base/6/24/27.mvt'), 0);
  t.true((await lakesAt('base/0/0/0.mvt')) > 5);
  const { areas } = await read('base/6/16/22.mvt');
  const names = Array.from({ length: areas?.length ?? 0 }, (_, index) => areas?.feature(index).properties);
  t.true(
    names.some((one) => one?.name === 'Lake Superior' && one.kind === 'lake'),
    JSON.stringify(names),
  );
});

test('larger places are named before smaller ones, and ports from the level of their size', async (t) => {
  const { read } = await tiled(t);
  const names = async (path: string, layer: string) => {
    const found = (await read(path))[layer];
    return Array.from({ length: found?.length ?? 0 }, (_, index) => found?.feature(index).properties.name);
  };
  t.true((await names('base/0/0/0.mvt', 'areas')).includes('North Atlantic Ocean'));
  t.deepEqual(await names('base/0/0/0.mvt', 'towns'), []);
  t.true((await names('base/4/8/5.mvt', 'towns')).includes('Paris'));
  t.false((await names('base/4/8/5.mvt', 'towns')).includes('Delft'));
  t.true((await names('base/9/262/169.mvt', 'towns')).includes('Delft'));
  t.deepEqual(await names('base/5/16/10.mvt', 'ports'), []);
  t.true((await names('base/8/131/84.mvt', 'ports')).some((name) => /Rotterdam/i.test(String(name))));
});

test('an account has only its own geofences in tiles', async (t) => {
  const { caller, read, signedIn } = await tiled(t);
  const center = { lat: 51.9, lon: 4.1 };
  const fence = (name: string) => ({ name, shape: { type: 'circle', center, radiusMeters: 5_000 } });
  t.is((await caller.post('/geospatial/geofences', fence('Mine'))).status, 201);
  t.is((await (await signedIn()).post('/geospatial/geofences', fence('Not mine'))).status, 201);
  const { geofences } = await read('geofences/8/130/84.mvt');
  t.is(geofences?.length, 1);
  t.is(geofences?.feature(0).properties.name, 'Mine');
  t.is(geofences?.feature(0).type, 3);
});

test('density counts the vessels of each cell', async (t) => {
  const { vessel, read } = await tiled(t);
  vessel();
  vessel({ key: 219024337, lat: 51.9001 });
  const { density } = await read('density/4/8/5.mvt');
  t.is(density?.length, 1);
  t.is(density?.feature(0).properties.count, 2);
});

test('a tile of a past moment has the positions at that moment', async (t) => {
  const service = await historyFor(t);
  const caller = await service.signedIn();
  const said = voyage({ lat: 52, lon: 3.6, at: service.clock.now() - 60 * MINUTE }, [
    { courseDegrees: 90, speedKnots: 12, minutes: 60 },
  ]);
  report(service, 219_024_336, said, { name: 'ADA' });
  await service.written();
  const lonAt = async (query: string) => {
    const { text } = await caller.get(`/geospatial/tiles/vessels/8/130/84.mvt${query}`);
    const { vessels } = new VectorTile(new PbfReader(Buffer.from(text, 'latin1'))).layers;
    t.is(vessels?.feature(0).properties.name, 'ADA');
    return placesOf(vessels, 130, 84, 8)[0]?.[0] ?? 0;
  };
  const moment = service.clock.now() - 32 * MINUTE;
  const then = said.find((one) => one.at === moment)?.lon ?? 0;
  t.true(Math.abs((await lonAt(`?at=${new Date(moment).toISOString()}`)) - then) < 0.001);
  t.true(Math.abs((await lonAt('')) - (said.at(-1)?.lon ?? 0)) < 0.001);
  t.true((said.at(-1)?.lon ?? 0) - then > 0.1);
});

test('a tile that does not exist is a 400 with the valid values', async (t) => {
  const { raw, clock } = await tiled(t);
  t.is((await raw('base/2/3/3.mvt')).status, 200);
  for (const [path, words] of [
    ['base/2/4/0.mvt', 'must be at most 3 at zoom level 2'],
    ['base/2/0/4.mvt', 'must be at most 3 at zoom level 2'],
    ['base/21/0/0.mvt', 'path/z'],
    ['streets/0/0/0.mvt', 'path/layer'],
    [`vessels/0/0/0.mvt?at=${new Date(clock.now() + 60_000).toISOString()}`, 'must not be in the future'],
  ] as const) {
    const response = await raw(path);
    const { code, errors } = response.json;
    t.deepEqual([response.status, code], [400, 'invalid_request'], path);
    t.true(JSON.stringify(errors).includes(words), `${path}: ${JSON.stringify(errors)}`);
  }
  t.is((await raw('base/20/1048575/1048575.mvt')).status, 200);
});

test('a tile is compressed, has an entity tag, and may be cached for a time that depends on its layer', async (t) => {
  const { raw } = await tiled(t);
  const first = await raw('base/2/2/1.mvt', { 'accept-encoding': 'gzip' });
  t.is(first.headers.get('content-type'), 'application/vnd.mapbox-vector-tile');
  t.is(first.headers.get('content-encoding'), 'gzip');
  t.is(first.headers.get('cache-control'), 'private, max-age=86400');
  const again = await raw('base/2/2/1.mvt', { 'if-none-match': first.headers.get('etag') ?? '' });
  t.is(again.status, 304);
  t.is((await raw('geofences/2/2/1.mvt')).headers.get('cache-control'), 'private, no-cache');
});

test('the TileJSON of a layer has the address of its tiles and every field in them', async (t) => {
  const { raw, read, vessel, url } = await tiled(t);
  vessel({ name: 'AURORA' });
  const { tiles, vector_layers } = (await raw('vessels.json')).json;
  t.true(tiles[0].startsWith(`${url}/api/v1/geospatial/tiles/vessels/`));
  const path = tiles[0].replace('{z}', '0').replace('{x}', '0').replace('{y}', '0').split('/tiles/')[1];
  const { fields } = vector_layers.find(({ id }: { id: string }) => id === 'vessels');
  for (const name of Object.keys((await read(path)).vessels?.feature(0).properties ?? { none: 1 }))
    t.true(name in fields, name);
});
