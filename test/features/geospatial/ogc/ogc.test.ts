import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { serviceFor } from '../../../support/service-for.js';

const ROOT = '/geospatial/ogc';
const place = { lat: 51.9, lon: 4.1 };

interface Link {
  rel: string;
  href: string;
  type: string;
}

async function served(t: ExecutionContext) {
  const service = await serviceFor(t);
  const live = service.services.get(LiveState);
  const vessel = (key: number, lon: number, observedAt = service.clock.now()) =>
    live.takeVessel({ key, provider: 'ais', observedAt, receivedAt: observedAt, lat: 51.9, lon });
  const caller = await service.signedIn();
  /** Follows an absolute link of a response. */
  const follow = (href: string) => caller.get(href.slice(href.indexOf('/api/v1') + '/api/v1'.length));
  const items = async (path: string) => (await caller.get(`${ROOT}/collections/${path}`)).json;
  return { ...service, caller, vessel, follow, items };
}
const linkOf = (links: Link[], rel: string) => links.find((link) => link.rel === rel);

test('each link of the landing page leads somewhere and has the relations of the standard', async (t) => {
  const { caller, follow, url } = await served(t);
  const { links } = (await caller.get(ROOT)).json as { links: Link[] };
  t.deepEqual(
    links.map(({ rel }) => rel),
    ['self', 'service-desc', 'service-doc', 'conformance', 'data'],
  );
  for (const { href, rel } of links) {
    t.true(href.startsWith(url));
    if (rel.startsWith('service-')) t.is((await fetch(href)).status, 200, href);
    else t.is((await follow(href)).status, 200, href);
  }
  t.deepEqual((await caller.get(`${ROOT}/conformance`)).json.conformsTo, [
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
  ]);
});

test('every collection is reached from the list, and its items from it', async (t) => {
  const { caller, follow } = await served(t);
  const { collections } = (await caller.get(`${ROOT}/collections`)).json as {
    collections: Array<{ id: string; links: Link[] }>;
  };
  t.deepEqual(
    collections.map(({ id }) => id),
    ['vessels', 'aircraft', 'events', 'geofences'],
  );
  for (const collection of collections) {
    t.deepEqual((await follow(linkOf(collection.links, 'self')?.href as string)).json, collection);
    const items = await follow(linkOf(collection.links, 'items')?.href as string);
    t.is(items.headers.get('content-type'), 'application/geo+json');
    t.is(items.json.type, 'FeatureCollection');
  }
});

test('following `next` reads each feature once', async (t) => {
  const { vessel, follow, items } = await served(t);
  for (let index = 0; index < 5; index += 1) vessel(219_024_330 + index, 4 + index / 10);
  const ids: string[] = [];
  let page = await items('vessels/items?limit=2');
  for (let pages = 0; pages < 5; pages += 1) {
    ids.push(...page.features.map(({ id }: { id: string }) => id));
    t.is(page.numberReturned, page.features.length);
    const next = linkOf(page.links, 'next');
    if (next === undefined) break;
    page = (await follow(next.href)).json;
  }
  t.deepEqual(ids, ['219024330', '219024331', '219024332', '219024333', '219024334']);
});

test('a box selects by position, with or without heights, and geofences by the box of their outline', async (t) => {
  const { vessel, caller, items } = await served(t);
  vessel(219_024_330, 4);
  vessel(219_024_331, 20);
  const idsOf = async (path: string) => (await items(path)).features.map(({ id }: { id: string }) => id);
  t.deepEqual(await idsOf('vessels/items?bbox=3,50,9,54'), ['219024330']);
  t.deepEqual(await idsOf('vessels/items?bbox=3,50,-10,9,54,1000'), ['219024330']);
  t.deepEqual(await idsOf('vessels/items?bbox=10,50,-170,54'), ['219024331']);
  const fence = { name: 'Approach', shape: { type: 'circle', center: place, radiusMeters: 5_000 } };
  const { id } = (await caller.post('/geospatial/geofences', fence)).json;
  t.deepEqual(await idsOf('geofences/items?bbox=4.1,51.9,4.2,52'), [id]);
  t.deepEqual(await idsOf('geofences/items?bbox=4.2,51.9,4.3,52'), []);
});

test('datetime selects reports in an interval that includes both of its ends', async (t) => {
  const { vessel, items, clock } = await served(t);
  const at = clock.now() - 60_000;
  vessel(219_024_330, 4, at);
  const count = async (datetime: string) =>
    (await items(`vessels/items?datetime=${encodeURIComponent(datetime)}`)).numberReturned;
  const iso = (ms: number) => new Date(ms).toISOString();
  for (const [datetime, expected] of [
    [iso(at), 1],
    [iso(at + 1), 0],
    [`${iso(at)}/${iso(at)}`, 1],
    [`${iso(at + 1)}/..`, 0],
    [`../${iso(at)}`, 1],
    [`/${iso(at - 1)}`, 0],
  ] as const)
    t.is(await count(datetime), expected, datetime);
});

test('a feature is read by its id, with links to itself and its collection', async (t) => {
  const { vessel, caller, follow } = await served(t);
  vessel(219_024_330, 4);
  const { json, headers } = await caller.get(`${ROOT}/collections/vessels/items/219024330`);
  t.deepEqual([json.id, json.geometry.coordinates], ['219024330', [4, 51.9]]);
  const [self, collection] = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)];
  t.deepEqual([self?.[2], collection?.[2]], ['self', 'collection']);
  t.deepEqual((await follow(self?.[1] as string)).json, json);
});

test('what is not there is a 404, and what is not valid a 400', async (t) => {
  const { caller, signedIn } = await served(t);
  const fence = { name: 'Not mine', shape: { type: 'circle', center: place, radiusMeters: 5_000 } };
  const foreign = (await (await signedIn()).post('/geospatial/geofences', fence)).json.id;
  for (const path of [
    'streets',
    'streets/items',
    'vessels/items/219024330',
    'vessels/items/x',
    `geofences/items/${foreign}`,
  ]) {
    const { status, json } = await caller.get(`${ROOT}/collections/${path}`);
    t.deepEqual([status, json.code], [404, 'not_found'], path);
  }
  for (const query of [
    'limit=0',
    'limit=10001',
    'bbox=1,2,3',
    'bbox=1,2,3,4,5',
    'bbox=1,9,3,4',
    'datetime=today',
    'datetime=../..',
    'datetime=2026-01-02/2026-01-01',
    'colour=red',
    'cursor=x',
  ]) {
    const { status, json } = await caller.get(`${ROOT}/collections/vessels/items?${query}`);
    t.is(status, 400, query);
    t.true(['invalid_request', 'invalid_cursor'].includes(json.code), `${query}: ${json.code}`);
  }
});
