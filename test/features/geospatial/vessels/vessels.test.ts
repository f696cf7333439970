import 'reflect-metadata';
import test from 'ava';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { VesselReport } from '../../../../src/features/geospatial/observation.js';
import { isProblem } from '../../../support/is-problem.js';
import { MINUTE, serviceFor } from '../../../support/service-for.js';
import type { TestService } from '../../../support/test-service.js';

/** Reports a vessel. Default: off Rotterdam, now. */
function report({ services, clock }: TestService, said: Partial<VesselReport> = {}): void {
  const at = clock.now();
  services.get(LiveState).takeVessel({
    key: 219024336,
    provider: 'ais',
    station: 'class_a',
    observedAt: at,
    receivedAt: at,
    lat: 51.9,
    lon: 4.1,
    ...said,
  });
}

const idsOf = ({ json }: { json: { items: Array<{ mmsi: string }> } }) => json.items.map(({ mmsi }) => mmsi);

test('a vessel combines all of its reports', async (t) => {
  const service = await serviceFor(t);
  const at = service.clock.now();
  const eta = Date.UTC(2026, 10, 21, 4);
  report(service, {
    lat: 51.905_212_345,
    speedKnots: 12.3,
    courseDegrees: 271.9,
    headingDegrees: 270,
    rateOfTurnDegreesPerMinute: -3,
    navigationStatus: 0,
    accuracyMeters: 10,
    positionAccuracy: 'high',
    raim: false,
  });
  report(service, {
    lat: undefined,
    lon: undefined,
    imo: 9811000,
    name: 'EVER "GIVEN"',
    callsign: 'H3RC',
    shipTypeCode: 71,
    destination: 'NLRTM',
    eta,
  });
  report(service, {
    lat: undefined,
    lon: undefined,
    toBowMeters: 340,
    toSternMeters: 60,
    toPortMeters: 29,
    toStarboardMeters: 30,
  });
  report(service, { lat: undefined, lon: undefined, draughtMeters: 14.7, lengthMeters: 400, beamMeters: 59 });
  const { status, json } = await (await service.signedIn()).get('/geospatial/vessels/219024336');
  t.is(status, 200);
  const announced = new Date(at).toISOString();
  t.deepEqual(json, {
    mmsi: '219024336',
    identity: 'regular',
    imo: '9811000',
    name: 'EVER "GIVEN"',
    callsign: 'H3RC',
    shipType: 'cargo',
    flag: 'DK',
    station: 'class_a',
    position: { lat: 51.905212, lon: 4.1 },
    speedKnots: 12.3,
    courseDegrees: 271.9,
    headingDegrees: 270,
    rateOfTurnDegreesPerMinute: -3,
    navigationStatus: 'under_way_using_engine',
    destination: 'NLRTM',
    eta: '2026-11-21T04:00:00.000Z',
    draughtMeters: 14.7,
    lengthMeters: 400,
    beamMeters: 59,
    dimensions: { toBowMeters: 340, toSternMeters: 60, toPortMeters: 29, toStarboardMeters: 30 },
    positionAccuracy: 'high',
    raim: false,
    classBUnit: null,
    hazardCategory: 'x',
    aidType: null,
    virtual: null,
    offPosition: null,
    altitudeMeters: null,
    sourceStation: null,
    observedAt: announced,
    provenance: { provider: 'ais', asOf: announced, fetchedAt: announced, delaySeconds: 0, stale: false, warnings: [] },
  });
});

test('a vessel that has reported nothing but its presence has null in all other fields', async (t) => {
  const service = await serviceFor(t);
  report(service, { key: 1234, lat: undefined, lon: undefined, station: undefined });
  const { json } = await (await service.signedIn()).get('/geospatial/vessels/000001234');
  t.like(json, {
    mmsi: '000001234',
    position: null,
    name: null,
    shipType: null,
    flag: null,
    station: 'other',
    speedKnots: null,
    eta: null,
  });
});

test('an unknown vessel is a 404, and an invalid MMSI a 400', async (t) => {
  const caller = await (await serviceFor(t)).signedIn();
  isProblem(t, await caller.get('/geospatial/vessels/219024336'), 404, 'not_found');
  isProblem(t, await caller.get('/geospatial/vessels/21902433'), 400, 'invalid_request', 'path/mmsi');
});

test('a vessel that was last seen long ago is stale', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  report(service);
  service.clock.advance(10 * MINUTE);
  t.false((await caller.get('/geospatial/vessels/219024336')).json.provenance.stale);
  service.clock.advance(1);
  t.true((await caller.get('/geospatial/vessels/219024336')).json.provenance.stale);
});

test('pages contain all vessels once, by MMSI, while they move', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  for (let key = 211_000_020; key > 211_000_000; key -= 1) report(service, { key });
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await caller.get(`/geospatial/vessels?limit=6&bbox=3,50,9,54${cursor && `&cursor=${cursor}`}`);
    seen.push(...idsOf(page));
    cursor = page.json.nextCursor;
    service.clock.advance(1_000);
    for (let key = 211_000_001; key <= 211_000_020; key += 1) report(service, { key, lat: 52 });
    report(service, { key: 211_000_000 });
  } while (cursor);
  t.deepEqual(
    seen,
    Array.from({ length: 20 }, (_, index) => String(211_000_001 + index)),
  );
});

test('a cursor of vessels is valid only with the same filters', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  report(service, { key: 211_000_001 });
  report(service, { key: 211_000_002 });
  const { nextCursor } = (await caller.get('/geospatial/vessels?limit=1&bbox=3,50,9,54')).json;
  t.deepEqual(idsOf(await caller.get(`/geospatial/vessels?limit=5&format=json&bbox=3,50,9,54&cursor=${nextCursor}`)), [
    '211000002',
  ]);
  const other = await caller.get(`/geospatial/vessels?limit=1&bbox=3,50,9,55&cursor=${nextCursor}`);
  t.deepEqual([other.status, other.json.code], [400, 'invalid_cursor']);
});

test('areas select vessels by their latest position', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  report(service, { key: 211_000_001, lat: 51.9, lon: 4.1 });
  report(service, { key: 211_000_002, lat: -17, lon: 179.9 });
  report(service, { key: 211_000_003, lat: -17, lon: -179.9 });
  report(service, { key: 211_000_004, lat: undefined, lon: undefined });
  const found = async (query: string) =>
    idsOf(await caller.get(`/geospatial/vessels?${query}`)).map((id) => Number(id.at(-1)));
  t.deepEqual(await found(''), [1, 2, 3, 4]);
  t.deepEqual(await found('bbox=175,-20,-175,-10'), [2, 3]);
  t.deepEqual(await found('near=51.9,4.1&radiusMeters=1'), [1]);
  t.deepEqual(
    await found(`polygon=${encodeURIComponent('POLYGON((175 -20, -175 -20, -175 -15, 175 -15, 175 -20))')}`),
    [2, 3],
  );
});

test('an invalid area is rejected with the reason', async (t) => {
  const caller = await (await serviceFor(t)).signedIn();
  const errorsOf = async (query: string) =>
    (await caller.get(`/geospatial/vessels?${query}`)).json.errors.map(({ pointer }: { pointer: string }) => pointer);
  t.deepEqual(await errorsOf('bbox=3,50,9,54&near=51,4&radiusMeters=5'), ['query/near']);
  t.deepEqual(await errorsOf('polygon=POLYGON((1 2))'), ['query/polygon']);
  t.deepEqual(await errorsOf('bbox=3,54,9,50'), ['query/bbox']);
});

test('an invalid parameter is rejected with an explanation', async (t) => {
  const caller = await (await serviceFor(t)).signedIn();
  const { errors } = (await caller.get('/geospatial/vessels?flag=NLD&cursor=a%20b')).json;
  t.deepEqual(errors, [
    { in: 'query', pointer: 'query/cursor', name: 'cursor', detail: 'must be a nextCursor as it was given' },
    {
      in: 'query',
      pointer: 'query/flag',
      name: 'flag',
      detail: 'must be a list of 1 to 50 items, each two letters such as NL',
    },
  ]);
});

test('filters apply to the reported values of vessels', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  report(service, { key: 244_000_001, shipTypeCode: 70, name: 'MAERSK ALPHA', speedKnots: 12 });
  report(service, { key: 244_000_002, shipTypeCode: 80, name: 'Little Maersk', speedKnots: 0 });
  report(service, { key: 219_000_003, station: 'class_b' });
  report(service, { key: 992_191_501, station: 'aid_to_navigation' });
  service.clock.advance(MINUTE);
  report(service, { key: 219_000_003, station: 'class_b', speedKnots: 5 });
  const found = async (query: string) =>
    idsOf(await caller.get(`/geospatial/vessels?${query}`)).map((id) => Number(id.at(-1)));
  t.deepEqual(await found(''), [3, 1, 2]);
  t.deepEqual(await found('station=aid_to_navigation,class_b'), [3, 1]);
  t.deepEqual(await found('type=tanker,cargo'), [1, 2]);
  t.deepEqual(await found('type=tanker'), [2]);
  t.deepEqual(await found('flag=dk'), [3]);
  t.deepEqual(await found('name=maersk'), [1, 2]);
  t.deepEqual(await found('minSpeedKnots=5'), [3, 1]);
  t.deepEqual(await found(`updatedSince=${new Date(service.clock.now()).toISOString()}`), [3]);
  t.deepEqual(await found('flag=NL&type=cargo&minSpeedKnots=13'), []);
});

test('a list is GeoJSON at its own path or by `Accept`, with the next page in an additional member', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  report(service, { key: 244_000_001, name: 'MAERSK ALPHA' });
  report(service, { key: 244_000_002 });
  const byAddress = await caller.get('/geospatial/vessels?limit=1&format=geojson');
  const byAccept = await caller.get('/geospatial/vessels?limit=1', { headers: { accept: 'application/geo+json' } });
  t.is(byAddress.headers.get('content-type'), 'application/geo+json');
  t.is(byAddress.text, byAccept.text);
  const [feature] = byAddress.json.features;
  t.like(feature, { type: 'Feature', id: '244000001', geometry: { type: 'Point', coordinates: [4.1, 51.9] } });
  const { position: _position, ...properties } = (await caller.get('/geospatial/vessels/244000001')).json;
  t.deepEqual(feature.properties, properties);
  const next = await caller.get(`/geospatial/vessels?limit=1&format=geojson&cursor=${byAddress.json.nextCursor}`);
  t.deepEqual([next.json.features[0].id, next.json.nextCursor], ['244000002', null]);
});

test('JSON is returned for `Accept: */*` and for `format=json`', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  const typeOf = async (query: string, accept: string) =>
    (await caller.get(`/geospatial/vessels${query}`, { headers: { accept } })).headers.get('content-type');
  t.is(await typeOf('', '*/*'), 'application/json; charset=utf-8');
  t.is(await typeOf('?format=json', 'application/geo+json'), 'application/json; charset=utf-8');
});

test('a single vessel can be a Feature, and an unchanged one is a 304', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  report(service);
  const first = await caller.get('/geospatial/vessels/219024336?format=geojson');
  t.like(first.json, { type: 'Feature', id: '219024336' });
  const etag = first.headers.get('etag') as string;
  const again = await caller.get('/geospatial/vessels/219024336?format=geojson', {
    headers: { 'if-none-match': etag },
  });
  t.is(again.status, 304);
  t.regex(again.headers.get('vary') ?? '', /Accept/);
  const json = await caller.get('/geospatial/vessels/219024336', { headers: { 'if-none-match': etag } });
  t.is(json.status, 200);
});

test('a full page of ten thousand vessels is returned in one response', async (t) => {
  const service = await serviceFor(t);
  const caller = await service.signedIn();
  for (let key = 211_000_000; key < 211_010_001; key += 1) report(service, { key });
  const { json } = await caller.get('/geospatial/vessels?limit=10000&bbox=3,50,9,54');
  t.deepEqual([json.items.length, json.items.at(-1).mmsi, typeof json.nextCursor], [10_000, '211009999', 'string']);
});
