import 'reflect-metadata';
import test from 'ava';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { VesselReport } from '../../../../src/features/geospatial/observation.js';
import { isProblem } from '../../../support/is-problem.js';
import { HOUR, MINUTE, serviceFor } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let ada: TestClient;
let now: number;

const vessel = (key: number, destination: string | null, change: Partial<VesselReport> = {}): void => {
  const report = { key, provider: 'test', observedAt: now, receivedAt: now, station: 'class_a', lat: 51.9 } as const;
  const motion = { lon: 4.4833 - (key % 10), speedKnots: 10, navigationStatus: 0 };
  service.services
    .get(LiveState)
    .takeVessel({ ...report, ...motion, destination: destination ?? undefined, ...change });
};

test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  now = service.clock.now();
  vessel(244_000_001, 'NL RTM', { name: 'ONE', shipTypeCode: 80, eta: now + 5 * HOUR });
  vessel(244_000_002, 'ROTERDAM');
  vessel(244_000_003, 'BE ANR>NL RTM', { speedKnots: 2 });
  vessel(244_000_004, 'NLRTM', { speedKnots: 1.9 });
  vessel(244_000_005, 'NLRTM', { navigationStatus: 1 });
  vessel(244_000_006, 'ANTWERP');
  vessel(244_000_007, 'FOR ORDERS');
  vessel(244_000_008, null);
  vessel(244_000_009, 'ROTTERDAM WAALHAVEN');
});
test.after.always(() => service.close());

interface Item {
  vessel: { mmsi: string };
}
const shown = async (query: string): Promise<string> =>
  (await ada.get(`/geospatial/ports/${query}`)).json.items.map(({ vessel }: Item) => vessel.mmsi.at(-1)).join('');

test('vessels under way whose destination names the port are listed, nearest first', async (t) => {
  t.is(await shown('NLRTM/expected'), '1239');
  t.is(await shown('nlrtm/expected?limit=2'), '12');
  t.is(await shown('BEANR/expected'), '6');
});

test('vessels with a lower score are left out', async (t) => {
  t.is(await shown('NLRTM/expected?minScore=0.8'), '1239');
  t.is(await shown('NLRTM/expected?minScore=0.81'), '13');
  t.is(await shown('NLRTM/expected?minScore=1'), '');
  for (const score of [0, 1]) t.is((await ada.get(`/geospatial/ports/NLRTM/expected?minScore=${score}`)).status, 200);
  for (const score of [-0.01, 1.01])
    isProblem(t, await ada.get(`/geospatial/ports/NLRTM/expected?minScore=${score}`), 400, 'invalid_request');
});

test('an expected vessel has distance, estimated and reported arrival, score and reasons', async (t) => {
  const [one, two] = (await ada.get('/geospatial/ports/NLRTM/expected')).json.items;
  t.deepEqual(one.vessel, { mmsi: '244000001', name: 'ONE', shipType: 'tanker', flag: 'NL' });
  t.deepEqual(one.match, { score: 0.95, reasons: ['locode'] });
  t.like(one, { destination: 'NL RTM', speedKnots: 10, position: { lat: 51.9, lon: 3.4833 } });
  t.is(one.reportedArrivalAt, new Date(now + 5 * HOUR).toISOString());
  t.is(two.reportedArrivalAt, null);
  // One degree of longitude at 51.9° N is 68.6 km.
  t.true(Math.abs(one.distanceMeters - 68_610) < 100, String(one.distanceMeters));
  const hours = (Date.parse(one.estimatedArrivalAt) - now) / HOUR;
  t.true(Math.abs(hours - one.distanceMeters / 18_520) < 0.001, String(hours));
  t.deepEqual(two.match, { score: 0.8, reasons: ['typing_error'] });
});

test('pages of expected vessels together are the whole list', async (t) => {
  const all = (await ada.get('/geospatial/ports/NLRTM/expected')).json.items;
  const paged: unknown[] = [];
  let cursor = '';
  do {
    const { json } = await ada.get(`/geospatial/ports/NLRTM/expected?limit=1${cursor && `&cursor=${cursor}`}`);
    paged.push(...json.items);
    cursor = json.nextCursor ?? '';
  } while (cursor !== '');
  t.deepEqual(paged, all);
  const { nextCursor } = (await ada.get('/geospatial/ports/NLRTM/expected?limit=1')).json;
  isProblem(t, await ada.get(`/geospatial/ports/BEANR/expected?cursor=${nextCursor}`), 400, 'invalid_cursor');
});

test('1 to 200 vessels are accepted as a limit; an unknown port is 404', async (t) => {
  for (const limit of [1, 200]) t.is((await ada.get(`/geospatial/ports/NLRTM/expected?limit=${limit}`)).status, 200);
  for (const limit of [0, 201])
    isProblem(t, await ada.get(`/geospatial/ports/NLRTM/expected?limit=${limit}`), 400, 'invalid_request');
  isProblem(t, await ada.get('/geospatial/ports/NLZZZ/expected'), 404, 'not_found');
});

test('a new destination is noticed within a minute, a departure and a stop at once', async (t) => {
  const { services, clock, signedIn } = await serviceFor(t);
  const live = services.get(LiveState);
  const bob = await signedIn();
  const report = (key: number, change: Partial<VesselReport>) => {
    const times = { observedAt: clock.now(), receivedAt: clock.now() };
    live.takeVessel({ key, provider: 'test', station: 'class_a', lat: 52, lon: 3, speedKnots: 9, ...times, ...change });
  };
  const count = async () => (await bob.get('/geospatial/ports/NLRTM/expected')).json.items.length;
  report(244_000_001, { destination: 'NLRTM' });
  report(244_000_002, { destination: 'NLRTM' });
  report(244_000_003, { destination: 'NLAMS' });
  t.is(await count(), 2);
  clock.advance(1_000);
  report(244_000_001, { destination: 'NLAMS' });
  t.is(await count(), 1);
  report(244_000_002, { speedKnots: 1 });
  t.is(await count(), 0);
  report(244_000_003, { destination: 'NLRTM' });
  clock.advance(MINUTE - 1_001);
  t.is(await count(), 0);
  clock.advance(1);
  t.is(await count(), 1);
});
