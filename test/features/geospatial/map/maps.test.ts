import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { cellToLatLng, latLngToCell } from 'h3-js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { AircraftReport, VesselReport } from '../../../../src/features/geospatial/observation.js';
import { MINUTE, serviceFor } from '../../../support/service-for.js';

async function pictured(t: ExecutionContext) {
  const service = await serviceFor(t);
  const { clock } = service;
  const picture = service.services.get(LiveState);
  const vessel = (report: Partial<VesselReport> = {}) =>
    picture.takeVessel({
      key: 219024336,
      provider: 'ais',
      observedAt: clock.now(),
      receivedAt: clock.now(),
      lat: 51.9,
      lon: 4.1,
      ...report,
    });
  const aircraft = (report: Partial<AircraftReport> = {}) =>
    picture.takeAircraft({
      key: 0x4ca2d6,
      provider: 'adsblol',
      observedAt: clock.now(),
      receivedAt: clock.now(),
      lat: 51.9,
      lon: 4.1,
      ...report,
    });
  const caller = await service.signedIn();
  const map = async (query = '') => {
    const response = await caller.get(`/geospatial/map.svg${query}`);
    if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
    return response;
  };
  return { ...service, caller, vessel, aircraft, map };
}

test('a map is an image with the number of objects of each kind', async (t) => {
  const { vessel, aircraft, map } = await pictured(t);
  vessel({ speedKnots: 12, courseDegrees: 90, name: 'AURORA <1>' });
  vessel({ key: 219024337, speedKnots: 0.1, lon: 4.2 });
  vessel({ key: 219024338, lat: 10 });
  aircraft({ trackDegrees: 270, callsign: 'KLM12' });
  const { headers, text } = await map('?bbox=3,50,9,54');
  t.is(headers.get('content-type'), 'image/svg+xml');
  for (const words of [
    'vessels under way: 1',
    'vessels at rest: 1',
    'aircraft: 1',
    'no events',
    'AURORA &lt;1&gt;',
    'KLM12',
    'Natural Earth',
    'km',
  ])
    t.true(text.includes(words), words);
  t.false(text.includes('simulator'));
});

test('the paths of land, lakes and borders have names, by which the overview page draws them', async (t) => {
  const { map } = await pictured(t);
  const layers = async (bbox: string) =>
    [...(await map(`?bbox=${bbox}`)).text.matchAll(/<path data-layer="(\w+)" d="(?=M)/g)].map(([, name]) => name);
  t.deepEqual(await layers('-93,40,-75,50'), ['land', 'lakes', 'borders'], 'around the Great Lakes');
  t.deepEqual(await layers('140,-30,142,-28'), ['land'], 'in the interior of Australia');
});

test('an image with any simulated data is labeled as simulated', async (t) => {
  const { vessel, aircraft, map } = await pictured(t);
  vessel({ provider: 'simulator' });
  t.true((await map()).text.includes('>Simulated data<'));
  aircraft();
  t.true((await map()).text.includes('>Partly simulated data<'));
  t.false((await map('?layer=aircraft')).text.includes('imulated data'));
});

test('a map of a recording says that its times are shifted, and so does every vessel', async (t) => {
  const { caller, vessel, aircraft, map } = await pictured(t);
  vessel({ provider: 'recording' });
  for (const text of [
    (await map('?layer=vessels')).text,
    (await caller.get('/geospatial/density.svg')).text,
    (await caller.get('/geospatial/vessels/219024336/track.svg')).text,
  ])
    t.true(text.includes('>Recording, times shifted<'));
  const { items } = (await caller.get('/geospatial/vessels')).json;
  t.like(items[0].provenance, {
    provider: 'recording',
    warnings: ['From a recording whose times are shifted to now.'],
  });
  aircraft({ provider: 'simulator' });
  t.true((await map()).text.includes('>Partly simulated data · Partly a recording, times shifted<'));
});

test('an image without any report for ten minutes is labeled as outdated', async (t) => {
  const { vessel, map, clock } = await pictured(t);
  vessel();
  t.false((await map('?layer=vessels')).text.includes('not up to date'));
  clock.advance(11 * MINUTE);
  t.true((await map('?layer=vessels')).text.includes('not up to date'));
});

test('only pins of the caller are on a map', async (t) => {
  const { caller, signedIn, map } = await pictured(t);
  await caller.post('/geospatial/pins', { title: 'Mine', position: { lat: 52, lon: 4 }, severity: 1 });
  await (await signedIn()).post('/geospatial/pins', { title: 'Theirs', position: { lat: 52, lon: 5 }, severity: 1 });
  const { text } = await map('?layer=pins&bbox=3,50,9,54');
  t.true(text.includes('Mine'));
  t.false(text.includes('Theirs'));
});

test('only geofences of the caller are on a map, at their current positions', async (t) => {
  const { caller, signedIn, vessel, map, clock } = await pictured(t);
  vessel({ name: 'AURORA' });
  const fence = (name: string, shape: object) => caller.post('/geospatial/geofences', { name, shape });
  await fence('Circle', { type: 'circle', center: { lat: 52, lon: 5 }, radiusMeters: 20_000 });
  await fence('Polygon', {
    type: 'polygon',
    coordinates: [
      [3.5, 52],
      [4, 52.5],
      [3.5, 53],
    ],
  });
  await fence('Corridor', {
    type: 'corridor',
    line: [
      [6, 51],
      [7, 52],
      [8, 51],
    ],
    widthMeters: 10_000,
  });
  await fence('Around <her>', { type: 'moving', entity: 'vessel:219024336', radiusMeters: 20_000 });
  await fence('Asleep', { type: 'moving', entity: 'vessel:219024399', radiusMeters: 20_000 });
  const theirs = { name: 'Theirs', shape: { type: 'circle', center: { lat: 52, lon: 6 }, radiusMeters: 20_000 } };
  await (await signedIn()).post('/geospatial/geofences', theirs);
  const { text } = await map('?layer=vessels,geofences&bbox=3,50,9,54');
  for (const words of [
    '<title>Circle</title>',
    '<title>Polygon</title>',
    '<title>Corridor</title>',
    'Around &lt;her&gt;',
    '>geofences: 4<',
  ])
    t.true(text.includes(words), words);
  t.false(text.includes('Theirs') || text.includes('Asleep'));
  clock.advance(MINUTE);
  vessel({ lat: 10, observedAt: clock.now(), receivedAt: clock.now() });
  t.true((await map('?layer=geofences&bbox=3,50,9,54')).text.includes('>geofences: 3<'));
  t.true((await map('?layer=geofences&bbox=3,9,5,11')).text.includes('Around'));
});

test('without `geofences` the map shows none', async (t) => {
  const { caller, map } = await pictured(t);
  await caller.post('/geospatial/geofences', {
    name: 'Mine',
    shape: { type: 'circle', center: { lat: 52, lon: 5 }, radiusMeters: 20_000 },
  });
  const { text } = await map('?bbox=3,50,9,54');
  t.false(text.includes('Mine') || text.includes('geofences'));
});

test('a geofence is drawn with its surroundings, and an inactive one as a map of the world', async (t) => {
  const { caller, signedIn, vessel } = await pictured(t);
  vessel({ name: 'NEAR', lat: 52.1, lon: 5 });
  vessel({ key: 219024337, name: 'FAR', lat: 40, lon: 5 });
  const create = async (name: string, shape: object) =>
    (await caller.post('/geospatial/geofences', { name, shape })).json.id;
  const path = (id: string) => `/geospatial/geofences/${id}/map.svg`;
  const circle = await create('Circle <1>', { type: 'circle', center: { lat: 52, lon: 5 }, radiusMeters: 20_000 });
  await create('Other', { type: 'circle', center: { lat: 52.1, lon: 5 }, radiusMeters: 2_000 });
  const { text, headers } = await caller.get(`${path(circle)}?width=400&theme=dark`);
  t.is(headers.get('content-type'), 'image/svg+xml');
  for (const words of ['<title>Circle &lt;1&gt;</title>', 'NEAR', '>geofences: 1<', '0 inside', 'width="400"'])
    t.true(text.includes(words), words);
  t.false(text.includes('FAR') || text.includes('Other'));
  t.is((await caller.get(path(circle).replace('svg', 'png'))).headers.get('content-type'), 'image/png');
  const moving = await create('Asleep', { type: 'moving', entity: 'vessel:219024399', radiusMeters: 20_000 });
  const asleep = (await caller.get(path(moving))).text;
  t.true(asleep.includes('inactive') && asleep.includes('data-bbox="-180,'));
  t.is((await (await signedIn()).get(path(circle))).status, 404);
});

test('a map is cached by its caller only, and an unchanged one is a 304', async (t) => {
  const { caller, signedIn, map } = await pictured(t);
  await caller.post('/geospatial/geofences', {
    name: 'Mine',
    shape: { type: 'circle', center: { lat: 52, lon: 5 }, radiusMeters: 20_000 },
  });
  const query = '?layer=geofences&bbox=3,50,9,54';
  const { headers } = await map(query);
  t.is(headers.get('cache-control'), 'private, no-cache');
  const held = { 'If-None-Match': headers.get('etag') as string };
  t.is((await caller.get(`/geospatial/map.svg${query}`, { headers: held })).status, 304);
  t.is((await (await signedIn()).get(`/geospatial/map.svg${query}`, { headers: held })).status, 200);
});

test('cells are sorted by count, highest first, and each object is counted once', async (t) => {
  const { caller, vessel } = await pictured(t);
  for (let key = 0; key < 5; key += 1) vessel({ key: 219000000 + key });
  vessel({ key: 219000009, lat: 10 });
  const { json } = await caller.get('/geospatial/density?resolution=4');
  t.like(json, { resolution: 4, layer: 'vessels', total: 6, providers: ['ais'] });
  t.deepEqual(
    (json.items as Array<{ cell: string; count: number }>).map(({ cell, count }) => [cell, count]),
    [
      [latLngToCell(51.9, 4.1, 4), 5],
      [latLngToCell(10, 4.1, 4), 1],
    ],
  );
});

test('base stations and aids to navigation do not count as vessels in the list, the density, the map, the snapshot and the search', async (t) => {
  const { caller, vessel, map } = await pictured(t);
  vessel({ name: 'BLUE ONE' });
  vessel({ key: 219000001, station: 'class_b', name: 'BLUE TWO' });
  vessel({ key: 111219501, station: 'sar_aircraft', name: 'BLUE THREE' });
  vessel({ key: 2190064, station: 'base_station', name: 'BLUE BASE', provider: 'simulator' });
  vessel({ key: 992191234, station: 'aid_to_navigation', name: 'BLUE BUOY', provider: 'simulator' });
  const read = async (path: string) => (await caller.get(`/geospatial/${path}`)).json;
  const drawn = await map('?layer=vessels');
  const search = (await caller.get('/search?q=blue&type=vessel')).json;
  t.is((await read('vessels')).items.length, 3);
  t.like(await read('density'), { total: 3, providers: ['ais'] });
  t.is((await read('snapshot?layer=vessels')).vessels.length, 3);
  t.is(search.items.length, 3);
  t.true(
    drawn.text.includes('vessels at rest: 3') || drawn.text.includes('vessels under way: 3'),
    drawn.text.slice(-3_000),
  );
  t.false(drawn.text.includes('imulated data'));
  // Base stations and aids to navigation are only listed if requested.
  t.is((await read('vessels?station=base_station,aid_to_navigation')).items.length, 2);
});

test('a vessel that moved is counted in its new cell only', async (t) => {
  const { caller, vessel, clock } = await pictured(t);
  vessel();
  await caller.get('/geospatial/density');
  clock.advance(MINUTE);
  vessel({ lat: -40 });
  const { json } = await caller.get('/geospatial/density');
  t.deepEqual(
    (json.items as Array<{ cell: string }>).map(({ cell }) => cell),
    [latLngToCell(-40, 4.1, 3)],
  );
});

test('only objects in a box are counted, also across the antimeridian, and GeoJSON has the outlines of cells', async (t) => {
  const { caller, vessel } = await pictured(t);
  vessel({ lat: -17, lon: 179.99 });
  vessel({ key: 219024337, lat: -17, lon: -179.99 });
  vessel({ key: 219024338, lat: -17, lon: 100 });
  const { json } = await caller.get('/geospatial/density?bbox=176,-20,-178,-15&resolution=2&format=geojson');
  t.like(json, { type: 'FeatureCollection', total: 2 });
  t.is((json.features as unknown[]).length, 1);
  t.like((json.features as unknown[])[0], {
    type: 'Feature',
    properties: { count: 2 },
    geometry: { type: 'MultiPolygon' },
  });
});

test('a resolution that gives too many cells is rejected', async (t) => {
  const { caller, vessel } = await pictured(t);
  for (let key = 0; key < 20_001; key += 1)
    vessel({ key: 210_000_000 + key, lat: -70 + (key % 141), lon: -179 + Math.floor(key / 141) * 2 });
  const { status, json } = await caller.get('/geospatial/density?resolution=8');
  t.is(status, 400);
  t.like(json, { code: 'invalid_request', errors: [{ pointer: 'query/resolution' }] });
  t.is((await caller.get('/geospatial/density?resolution=2')).status, 200);
});

test('a density image has a legend of counts and names the data sources', async (t) => {
  const { caller, vessel, clock } = await pictured(t);
  for (let key = 0; key < 60; key += 1) vessel({ key: 219000000 + key, provider: 'simulator' });
  vessel({ key: 219000099, lat: 53, provider: 'simulator' });
  const drawn = async (query: string) => (await caller.get(`/geospatial/density.svg${query}`)).text;
  const { headers, text } = await caller.get('/geospatial/density.svg?bbox=3,50,9,54');
  t.is(headers.get('content-type'), 'image/svg+xml');
  for (const words of [
    'Vessels by area',
    '>vessels per cell, 61 in all<',
    '>1<',
    '>50–60<',
    '<title>60 vessels</title>',
    'H3 resolution 5',
    'Simulated data',
    'Natural Earth',
  ])
    t.true(text.includes(words), words);
  t.true((await drawn('?bbox=3,50,9,54&resolution=2')).includes('H3 resolution 2'));
  t.true((await drawn('?layer=aircraft')).includes('>no aircraft<'));
  t.true((await drawn('?layer=events&theme=dark')).includes('>no events<'));
  clock.advance(11 * MINUTE);
  t.true((await drawn('?theme=light')).includes('not up to date'));
});

test('a cell at the edge of an image is counted as a whole', async (t) => {
  const { caller, vessel } = await pictured(t);
  const [lat, lon] = cellToLatLng(latLngToCell(52, 5, 3));
  vessel({ lat, lon });
  vessel({ key: 219024337, lat: lat + 0.1, lon });
  const { text } = await caller.get(
    `/geospatial/density.svg?resolution=3&bbox=${lon - 1},${lat - 1},${lon + 1},${lat + 0.05}&width=400&height=400`,
  );
  t.true(text.includes('<title>2 vessels</title>'));
});

test('an image with too many cells is rejected, and without a resolution a coarser one is used', async (t) => {
  const { caller, vessel } = await pictured(t);
  for (let key = 0; key < 6_501; key += 1)
    vessel({ key: 210_000_000 + key, lat: -70 + (key % 141), lon: -179 + Math.floor(key / 141) * 6 });
  const { status, json } = await caller.get('/geospatial/density.svg?resolution=8');
  t.is(status, 400);
  t.like(json, { code: 'invalid_request', errors: [{ pointer: 'query/resolution' }] });
  t.true((await caller.get('/geospatial/density.svg')).text.includes('>vessels per cell, 6,501 in all<'));
});
