import 'reflect-metadata';
import test from 'ava';
import { portDirectory } from '../../../../src/features/geospatial/ports/port.js';
import { portList } from '../../../../src/features/geospatial/reference/port-list.js';
import { distanceMeters } from '../../../../src/features/geospatial/sphere.js';
import { isProblem } from '../../../support/is-problem.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let ada: TestClient;

test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
});
test.after.always(() => service.close());

const names = async (query: string): Promise<string[]> =>
  (await ada.get(`/geospatial/ports?${query}`)).json.items.map(({ name }: { name: string }) => name);

test('a UN/LOCODE has the form of one, begins with the country of its port, and is close together', (t) => {
  const { ports, byLocode } = portDirectory();
  t.true(byLocode.size > 1_000);
  for (const { locode, otherLocodes, country, parts } of ports) {
    for (const code of locode === null ? [] : [locode, ...otherLocodes]) {
      t.regex(code, /^[A-Z]{2}[A-Z2-9]{3}$/);
      t.is(code.slice(0, 2), country ?? '', code);
    }
    const [first] = parts;
    for (const part of parts)
      t.true(distanceMeters(part.lat, part.lon, first?.lat ?? 0, first?.lon ?? 0) < 30_000, locode ?? part.name);
  }
  const codes = ports.flatMap(({ locode, otherLocodes }) => (locode === null ? [] : [locode, ...otherLocodes]));
  t.is(new Set(codes).size, codes.length);
  t.is(ports.flatMap(({ parts }) => parts).length, portList().length);
});

test('a port has its code, names, country, size, position, source and the distances of its detection', async (t) => {
  const { json } = await ada.get('/geospatial/ports/BEANR');
  t.like(json, {
    id: 'BEANR',
    locode: 'BEANR',
    name: 'Antwerpen',
    country: 'BE',
    countryName: 'Belgium',
    size: 'large',
    position: { lat: 51.2167, lon: 4.4 },
    source: 'world_port_index',
  });
  t.true(json.otherNames.includes('Antwerp'));
  t.deepEqual(json.detection, {
    positions: [
      { lat: 51.2167, lon: 4.4 },
      { lat: 51.2978, lon: 4.2938 },
    ],
    arrivalRadiusMeters: 6_000,
    mooredRadiusMeters: 8_500,
    departureRadiusMeters: 9_000,
    harborRadiusMeters: 10_000,
  });
});

test('a UN/LOCODE is case-insensitive; an unknown one is 404 and an invalid one 400', async (t) => {
  t.is((await ada.get('/geospatial/ports/nlrtm')).json.name, 'Rotterdam');
  isProblem(t, await ada.get('/geospatial/ports/NLZZZ'), 404, 'not_found');
  for (const invalid of ['NLRT', 'NLRTMM', 'NLRT1', '1LRTM'])
    isProblem(t, await ada.get(`/geospatial/ports/${invalid}`), 400, 'invalid_request');
});

test('ports are found by words of their names, in other languages too, and by their codes', async (t) => {
  t.deepEqual(await names('q=antwerp'), ['Antwerpen']);
  t.deepEqual(await names('q=nlrtm'), ['Rotterdam']);
  t.true((await names('q=g%C3%B6teb')).includes('Goteborg'));
  t.deepEqual(await names('q=saint%20peters&country=ru'), ['Sankt-Peterburg']);
  t.deepEqual(await names('q=otterdam'), []);
  t.deepEqual(await names('q=%3F'), []);
});

test('ports are filtered by country, size and area', async (t) => {
  const dutch = (await ada.get('/geospatial/ports?country=nl&limit=1000')).json.items;
  t.true(dutch.length > 10);
  t.true(dutch.every(({ country }: { country: string }) => country === 'NL'));
  const large = (await ada.get('/geospatial/ports?size=large,medium&limit=1000')).json.items;
  t.deepEqual([...new Set(large.map(({ size }: { size: string }) => size))].sort(), ['large', 'medium']);
  t.true((await names('bbox=4,51.5,5,52')).includes('Rotterdam'));
  t.false((await names('bbox=4,52,5,52.5')).includes('Rotterdam'));
  isProblem(t, await ada.get('/geospatial/ports?size=huge'), 400, 'invalid_request');
  isProblem(t, await ada.get('/geospatial/ports?country=NLD'), 400, 'invalid_request');
});

test('with sort=distance the nearest port is first, and has its distance', async (t) => {
  const { json } = await ada.get('/geospatial/ports?near=51.9,4.48&radiusMeters=60000&sort=distance&limit=3');
  t.is(json.items[0].name, 'Rotterdam');
  const distances = json.items.map(({ distanceMeters }: { distanceMeters: number }) => distanceMeters);
  t.deepEqual(
    distances,
    distances.toSorted((one: number, other: number) => one - other),
  );
});

for (const query of ['country=NL,BE', 'country=NL,BE&near=52,4&radiusMeters=200000&sort=distance'])
  test(`pages of ports together are the whole list: ${query}`, async (t) => {
    const all = (await ada.get(`/geospatial/ports?${query}&limit=1000`)).json;
    t.is(all.nextCursor, null);
    const paged: unknown[] = [];
    let cursor = '';
    do {
      const { json } = await ada.get(`/geospatial/ports?${query}&limit=7${cursor && `&cursor=${cursor}`}`);
      paged.push(...json.items);
      cursor = json.nextCursor ?? '';
    } while (cursor !== '');
    t.deepEqual(paged, all.items);
    const { json } = await ada.get(`/geospatial/ports?${query}&limit=7`);
    isProblem(t, await ada.get(`/geospatial/ports?country=DE&cursor=${json.nextCursor}`), 400, 'invalid_cursor');
  });

test('1 to 10,000 ports are accepted as a limit', async (t) => {
  t.is((await names('limit=1')).length, 1);
  t.is((await names('limit=10000')).length, portDirectory().ports.length);
  for (const limit of [0, 10_001])
    isProblem(t, await ada.get(`/geospatial/ports?limit=${limit}`), 400, 'invalid_request');
});

test('ports are also GeoJSON and CSV', async (t) => {
  const { json } = await ada.get('/geospatial/ports?q=nlrtm&format=geojson');
  t.like(json.features[0], { id: 'NLRTM', geometry: { type: 'Point', coordinates: [4.4833, 51.9] } });
  t.is(json.features[0].properties.name, 'Rotterdam');
  t.is((await ada.get('/geospatial/ports/NLRTM?format=geojson')).json.id, 'NLRTM');
  const csv = await ada.get('/geospatial/ports?q=nlrtm&format=csv');
  t.regex(csv.text, /^id,locode,/);
  t.regex(csv.text, /\nNLRTM,NLRTM,/);
});
