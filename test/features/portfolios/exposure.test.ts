import 'reflect-metadata';
import test from 'ava';
import { GeoEvents } from '../../../src/features/geospatial/events/geo-events.service.js';
import { ExposureMappingRepository } from '../../../src/features/portfolios/exposure/exposure-mapping.repository.js';
import { ExposurePlaces } from '../../../src/features/portfolios/exposure/exposure-places.service.js';
import { builtInShares, placesOfBuiltInRules } from '../../../src/features/portfolios/exposure/exposure-rules.js';
import { exposureToAny } from '../../../src/features/portfolios/exposure/geo-exposure.js';
import { isProblem, problemOf } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let ada: TestClient;
let path: string;
let id: string;
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

test.before(async () => {
  service = await startTestService({ env: { SVC_EXPOSURE_MAPPING_LIMIT: '2' } });
  ada = await service.signedIn();
  id = (await ada.post('/portfolios', { name: 'Oil & dependencies', baseCurrency: 'USD' })).json.id;
  path = `/portfolios/${id}`;
  const add = (entry: object) => ada.post(`${path}/transactions`, { currency: 'USD', ...entry });
  await add({ type: 'deposit', amount: '10000', tradedAt: ago(40) });
  await add({ type: 'buy', symbol: 'BRENT.COMM', quantity: '50', price: '60', tradedAt: ago(30) });
  await add({ type: 'buy', symbol: 'AAPL.US', quantity: '10', price: '200', tradedAt: ago(30) });
  await add({ type: 'buy', symbol: 'XAUUSD.COMM', quantity: '1', price: '2000', tradedAt: ago(30) });
});
test.after.always(() => service.close());

interface Exposed {
  place: { id: string };
  exposedFraction: number;
  contributions: Array<{ symbol: string | null; weight: number; fraction: number; reason: string; source: string }>;
}

test('every place of the built-in rules exists, and its fraction is above 0 and at most 1', (t) => {
  const places = service.services.get(ExposurePlaces);
  t.deepEqual(
    placesOfBuiltInRules().filter((place) => places.find(place) === undefined),
    [],
  );
  const facts = { symbol: 'BRENT.COMM', currency: 'USD', assetClass: 'commodity', sector: null, country: null };
  const dependencies = builtInShares(facts);
  t.deepEqual(
    dependencies.slice(0, 2).map(({ place, fraction }) => [place, fraction]),
    [
      ['strait:strait-of-malacca', 0.306],
      ['strait:strait-of-hormuz', 0.27],
    ],
  );
  t.true(
    dependencies.every(
      ({ fraction, source }) => fraction > 0 && fraction <= 1 && source.includes('Energy Information Administration'),
    ),
  );
  t.deepEqual(builtInShares({ ...facts, symbol: 'EURUSD.FOREX', assetClass: 'fx' })[0]?.place, 'country:DE');
  t.deepEqual(
    builtInShares({ ...facts, symbol: null, assetClass: null }).map(({ place }) => place),
    ['country:US'],
  );
});

test('the exposure to a place is the sum of each weight times its fraction, with a reason for each', async (t) => {
  const { json } = await ada.get(`${path}/exposure/geo`);
  const places = json.items as Exposed[];
  const hormuz = places.find(({ place }) => place.id === 'strait:strait-of-hormuz');
  t.deepEqual(
    hormuz?.contributions.map(({ symbol, fraction }) => [symbol, fraction]),
    [['BRENT.COMM', 0.27]],
  );
  for (const { exposedFraction, contributions } of places) {
    const sum = contributions.reduce((total, { weight, fraction }) => total + weight * fraction, 0);
    t.true(Math.abs(exposedFraction - sum) < 1e-12);
  }
  t.deepEqual(
    places
      .find(({ place }) => place.id === 'country:US')
      ?.contributions.map(({ symbol }) => symbol)
      .sort(),
    ['AAPL.US', null],
  );
  t.deepEqual(
    json.unmapped.map(({ symbol }: { symbol: string }) => symbol),
    ['XAUUSD.COMM'],
  );
  const straits = await ada.get(`${path}/exposure/geo?type=strait&format=geojson`);
  t.is(straits.json.features.length, places.filter(({ place }) => place.id.startsWith('strait:')).length);
  t.deepEqual(straits.json.features.find((one: { id: string }) => one.id === 'strait:strait-of-hormuz').geometry, {
    type: 'Point',
    coordinates: [56.5, 26.6],
  });
  t.true((await ada.get(`${path}/exposure/geo?format=csv`)).text.startsWith('place.id,place.type,'));
});

test('a correction replaces the built-in places until it is deleted', async (t) => {
  const other = await service.signedIn();
  const mapping = '/portfolios/exposure/mappings';
  t.like((await ada.get(`${mapping}/xauusd.comm`)).json, { symbol: 'XAUUSD.COMM', places: [], correctedAt: null });
  const put = await ada.put(`${mapping}/XAUUSD.COMM`, {
    places: [{ place: 'country:ZA', fraction: 0.5, reason: 'Mines' }],
  });
  t.like(put.json, {
    symbol: 'XAUUSD.COMM',
    places: [{ place: 'country:ZA', fraction: 0.5, reason: 'Mines', basis: 'own' }],
  });
  const exposed = (await ada.get('/portfolios/exposed?place=country:ZA')).json.items;
  t.like(exposed, [{ portfolioId: id, contributions: [{ symbol: 'XAUUSD.COMM', basis: 'own' }] }]);
  t.true(Math.abs(exposed[0].exposedFraction - 0.5 * exposed[0].contributions[0].weight) < 1e-12);
  t.deepEqual((await other.get(mapping)).json.items, []);
  isProblem(t, await other.delete(`${mapping}/XAUUSD.COMM`), 404, 'not_found');
  const wrong = await ada.put(`${mapping}/AAPL.US`, {
    places: [
      { place: 'country:US', fraction: 1 },
      { place: 'strait:nowhere', fraction: 1 },
      { place: 'country:US', fraction: 1 },
    ],
  });
  t.deepEqual(
    [wrong.status, wrong.json.errors.map(({ pointer }: { pointer: string }) => pointer)],
    [422, ['/places/1/place', '/places/2/place']],
  );
  t.is((await ada.put(`${mapping}/AAPL.US`, { places: [] })).status, 200);
  t.is((await ada.put(`${mapping}/MSFT.US`, { places: [] })).json.code, 'quota_reached');
  t.deepEqual(
    (await ada.get(mapping)).json.items.map(({ symbol }: { symbol: string }) => symbol),
    ['AAPL.US', 'XAUUSD.COMM'],
  );
  for (const symbol of ['AAPL.US', 'XAUUSD.COMM']) t.is((await ada.delete(`${mapping}/${symbol}`)).status, 204);
  isProblem(t, await ada.delete(`${mapping}/AAPL.US`), 404, 'not_found');
});

test('a correction applies at once, also one by a process whose clock is behind', async (t) => {
  const own = await startTestService();
  t.teardown(() => own.close());
  const bob = await own.signedIn();
  const portfolio = `/portfolios/${(await bob.post('/portfolios', { name: 'Two', baseCurrency: 'USD' })).json.id}`;
  const bought = { type: 'buy', currency: 'USD', quantity: '1', price: '100', tradedAt: ago(30) };
  for (const symbol of ['AAPL.US', 'MSFT.US']) await bob.post(`${portfolio}/transactions`, { ...bought, symbol });
  const correct = (symbol: string, place: string) =>
    bob.put(`/portfolios/exposure/mappings/${symbol}`, { places: [{ place, fraction: 1, reason: null }] });
  const exposedTo = async (place: string): Promise<string[]> =>
    (await bob.get(`/portfolios/exposed?place=${place}`)).json.items.flatMap(
      ({ contributions }: { contributions: Array<{ symbol: string }> }) => contributions.map(({ symbol }) => symbol),
    );
  await correct('AAPL.US', 'country:NZ');
  await correct('MSFT.US', 'country:NZ');
  t.deepEqual((await exposedTo('country:NZ')).sort(), ['AAPL.US', 'MSFT.US']);
  await own.services.get(ExposureMappingRepository).put({
    accountId: bob.accountId,
    symbol: 'AAPL.US',
    places: [{ place: 'country:IS', fraction: 1, reason: null }],
    updatedAt: new Date(own.clock.now() - 1),
  });
  t.deepEqual(await exposedTo('country:NZ'), ['MSFT.US']);
  t.deepEqual(await exposedTo('country:IS'), ['AAPL.US']);
});

test('an event at sea names the portfolios it touches, with each holding counted once', async (t) => {
  const now = new Date(service.clock.now());
  const report = {
    provider: 'usgs',
    key: 'sea',
    type: 'earthquake',
    title: 'M 6.0',
    severity: 4,
    startedAt: now,
    endedAt: now,
    reportedAt: now,
  } as const;
  await service.services.get(GeoEvents).report([{ ...report, position: { lat: 26.4, lon: 56.6 } }]);
  const [event] = (await ada.get('/geospatial/events?bbox=56,26,57,27')).json.items;
  const { json } = await ada.get(`/portfolios/exposed?eventId=${event.id}`);
  t.true(json.places.some(({ id: place }: { id: string }) => place === 'strait:strait-of-hormuz'));
  t.like(json, {
    items: [{ portfolioId: id, contributions: [{ symbol: 'BRENT.COMM', fraction: 0.27 }] }],
    incomplete: false,
  });
  const near = await ada.get('/portfolios/exposed?near=26.4,56.6&radiusMeters=50000');
  t.deepEqual(near.json, json);
  t.deepEqual((await ada.get('/portfolios/exposed?near=-50,-140')).json.items, []);
  t.deepEqual((await (await service.signedIn()).get(`/portfolios/exposed?eventId=${event.id}`)).json.items, []);
  for (const query of ['', '?near=1,2&place=country:US', '?place=port:nowhere', '?near=100,5'])
    t.is(problemOf(await ada.get(`/portfolios/exposed${query}`)), '400 invalid_request', query);
  isProblem(t, await ada.get('/portfolios/exposed?eventId=01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'), 404, 'not_found');
  const fraction = (place: string, size: number) => ({
    place,
    fraction: size,
    reason: '',
    basis: 'own' as const,
    source: '',
  });
  const holding = {
    symbol: 'A.US',
    currency: 'USD',
    assetClass: null,
    sector: null,
    country: null,
    weight: 0.5,
    dependencies: [fraction('a', 0.2), fraction('b', 0.6)],
  };
  t.deepEqual(
    exposureToAny([holding], new Set(['a', 'b'])).map(({ exposedFraction }) => exposedFraction),
    [0.3],
  );
});

test('places are found by name, and a position on land is in its country', async (t) => {
  const found = (await ada.get('/portfolios/exposure/places?q=rott')).json.items;
  t.like(found[0], { id: 'port:nl-rotterdam', type: 'port', country: 'NL' });
  const near = service.services
    .get(ExposurePlaces)
    .near({ lat: 51.95, lon: 4.14 }, 1_000)
    .map(({ place }) => place.id);
  t.true(near.includes('port:nl-rotterdam') && near.includes('country:NL'));
});

test('the map shows the places in light and dark, and the names as text', async (t) => {
  for (const theme of ['light', 'dark']) {
    const { status, text } = await ada.get(`${path}/exposure/geo.svg?theme=${theme}`);
    t.is(status, 200);
    t.true(text.includes('Oil &amp; dependencies</title>') && text.includes('Strait of Hormuz'));
  }
  t.is((await ada.get(`${path}/exposure/geo.png?width=320`)).headers.get('content-type'), 'image/png');
  isProblem(t, await ada.get(`${path}/exposure/geo.svg?bbox=0,50,10,40`), 400, 'invalid_request', 'query/bbox');
});
