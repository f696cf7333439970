import 'reflect-metadata';
import test from 'ava';
import { GeoEvents } from '../../../../src/features/geospatial/events/geo-events.service.js';
import type { GeoEventReport } from '../../../../src/features/geospatial/geo-event.js';
import { isProblem } from '../../../support/is-problem.js';
import { HOUR, serviceFor } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let ada: TestClient;
let now: number;

const rotterdam = { port: 'Rotterdam', portLat: 51.9, portLon: 4.4833 };
/** The two positions of Antwerp in the table of ports. */
const antwerp = { port: 'Antwerpen', portLat: 51.2167, portLon: 4.4 };
const docks = { port: 'Antwerpen', portLat: 51.2978, portLon: 4.2938 };

/** A call that began some hours ago and, unless it continues, ended an hour later. */
const call = (mmsi: number, hours: number, details: GeoEventReport['details'], continues = false): GeoEventReport => {
  const startedAt = new Date(now - hours * HOUR);
  const endedAt = continues ? null : new Date(startedAt.getTime() + HOUR);
  return {
    provider: 'detector',
    key: `port_call:${mmsi}:${hours}:${JSON.stringify(details)}`,
    type: 'port_call',
    title: `MMSI ${mmsi}: port call`,
    severity: 1,
    position: { lat: 51.9, lon: 4.49 },
    startedAt,
    endedAt,
    reportedAt: endedAt ?? new Date(startedAt.getTime() + 600_000),
    entities: [`vessel:${mmsi}`],
    details: { ...details, vesselName: `SHIP ${mmsi}`, shipTypeCode: 80 },
  };
};

test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  now = service.clock.now();
  await service.services
    .get(GeoEvents)
    .report([
      call(244_000_001, 10, rotterdam),
      call(244_000_001, 8, docks),
      call(244_000_001, 6, rotterdam, true),
      call(244_000_002, 9, rotterdam),
      call(244_000_002, 9, antwerp),
      call(244_000_003, 7, { ...rotterdam, withdrawn: true }),
      call(244_000_004, 5, { port: 'Nowhere', portLat: 0, portLon: 0, simulated: true }),
      { ...call(244_000_001, 4, rotterdam), type: 'loitering', key: 'loitering' },
    ]);
});
test.after.always(() => service.close());

interface Item {
  vessel: { mmsi: string };
  arrivedAt: string;
}
const shown = async (path: string): Promise<string[]> =>
  (await ada.get(path)).json.items.map(({ vessel, arrivedAt }: Item) => {
    return `${vessel.mmsi.at(-1)} ${(now - Date.parse(arrivedAt)) / HOUR}`;
  });

test('calls at a port are listed with the latest arrival first, without withdrawn ones', async (t) => {
  t.deepEqual(await shown('/geospatial/ports/NLRTM/calls'), ['1 6', '2 9', '1 10']);
  t.deepEqual(await shown('/geospatial/ports/nlrtm/calls?limit=1'), ['1 6']);
});

test('calls at all positions of a port are one list', async (t) => {
  t.deepEqual(await shown('/geospatial/ports/BEANR/calls'), ['1 8', '2 9']);
  t.deepEqual(await shown('/geospatial/ports/BEANR/calls?limit=1'), ['1 8']);
});

test('with order=asc the earliest arrival is first', async (t) => {
  t.deepEqual(await shown('/geospatial/ports/NLRTM/calls?order=asc'), ['1 10', '2 9', '1 6']);
  t.deepEqual(await shown('/geospatial/ports/BEANR/calls?order=asc&limit=1'), ['2 9']);
  t.deepEqual(await shown('/geospatial/vessels/244000001/calls?order=asc'), ['1 10', '1 8', '1 6']);
});

test('calls of a vessel are listed over all ports', async (t) => {
  t.deepEqual(await shown('/geospatial/vessels/244000001/calls'), ['1 6', '1 8', '1 10']);
  t.deepEqual(await shown('/geospatial/vessels/244000009/calls'), []);
});

test('a call has its vessel, port, times and provenance', async (t) => {
  const [there, past] = (await ada.get('/geospatial/vessels/244000001/calls')).json.items;
  t.like(there, { departedAt: null, durationSeconds: null, position: { lat: 51.9, lon: 4.49 } });
  t.deepEqual(there.port, { locode: 'NLRTM', name: 'Rotterdam', country: 'NL' });
  t.deepEqual(there.vessel, { mmsi: '244000001', name: 'SHIP 244000001', shipType: 'tanker', flag: 'NL' });
  t.like(past, { departedAt: new Date(now - 7 * HOUR).toISOString(), durationSeconds: 3_600 });
  t.is(past.port.locode, 'BEANR');
  t.like(past.provenance, { provider: 'detector', simulated: false });
  t.is((await ada.get(`/geospatial/events/${there.id}`)).json.type, 'port_call');
});

test('a call at a position that is not in the table keeps its name, and a simulated one says so', async (t) => {
  const [one] = (await ada.get('/geospatial/vessels/244000004/calls')).json.items;
  t.deepEqual(one.port, { locode: null, name: 'Nowhere', country: null });
  t.true(one.provenance.simulated);
});

test('calls are filtered by arrival from (inclusive) to (exclusive), and by whether they continue', async (t) => {
  const at = (hours: number) => new Date(now - hours * HOUR).toISOString();
  const path = '/geospatial/ports/NLRTM/calls';
  t.deepEqual(await shown(`${path}?from=${at(9)}&to=${at(6)}`), ['2 9']);
  t.deepEqual(await shown(`${path}?from=${at(10)}&to=${at(9)}`), ['1 10']);
  t.deepEqual(await shown(`${path}?ongoing=true`), ['1 6']);
  t.deepEqual(await shown(`${path}?ongoing=false`), ['2 9', '1 10']);
  isProblem(t, await ada.get(`${path}?from=${at(6)}&to=${at(6)}`), 400, 'invalid_request');
});

for (const path of [
  '/geospatial/ports/NLRTM/calls',
  '/geospatial/ports/BEANR/calls',
  '/geospatial/vessels/244000001/calls',
  '/geospatial/ports/BEANR/calls?order=asc',
])
  test(`pages of calls together are the whole list: ${path}`, async (t) => {
    const sign = path.includes('?') ? '&' : '?';
    const all = (await ada.get(path)).json.items;
    const paged: unknown[] = [];
    let cursor = '';
    do {
      const { json } = await ada.get(`${path}${sign}limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(...json.items);
      cursor = json.nextCursor ?? '';
    } while (cursor !== '');
    t.deepEqual(paged, all);
    const { nextCursor } = (await ada.get(`${path}${sign}limit=1`)).json;
    isProblem(t, await ada.get(`/geospatial/ports/NLAMS/calls?cursor=${nextCursor}`), 400, 'invalid_cursor');
  });

test('1 to 200 calls are accepted as a limit; unknown ports are 404, invalid codes and numbers 400', async (t) => {
  for (const path of ['/geospatial/ports/NLRTM/calls', '/geospatial/vessels/244000001/calls']) {
    for (const limit of [1, 200]) t.is((await ada.get(`${path}?limit=${limit}`)).status, 200);
    for (const limit of [0, 201]) isProblem(t, await ada.get(`${path}?limit=${limit}`), 400, 'invalid_request');
  }
  isProblem(t, await ada.get('/geospatial/ports/NLZZZ/calls'), 404, 'not_found');
  isProblem(t, await ada.get('/geospatial/ports/NLRT/calls'), 400, 'invalid_request');
  isProblem(t, await ada.get('/geospatial/vessels/24400000/calls'), 400, 'invalid_request');
});

test('among 50,000 calls, the latest of a port and of a vessel are read from an index', async (t) => {
  const other = await serviceFor(t);
  const { database } = other.database;
  await database.query(
    `insert into geo_events (id, provider, key, names, type, title, severity, lat, lon, entities, details, started_at, ended_at, reported_at, created_at, updated_at)
     select gen_random_uuid(), 'detector', 'k' || n, array['detector:k' || n], 'port_call', 'Call', 1, 51.9, 4.5,
       array['vessel:' || (244000000 + n % 2000)],
       jsonb_build_object('port', 'Port ' || n % 500, 'portLat', n % 90, 'portLon', 4.5), now() - n * interval '1 minute', now(), now(), now(), now()
     from generate_series(1, 50000) n`,
  );
  await database.query('analyze geo_events');
  const isCall = `type = 'port_call' and details->>'withdrawn' is null`;
  for (const [condition, index] of [
    [`details->>'port' = 'Port 7' and details->>'portLat' = '7' and details->>'portLon' = '4.5'`, 'port_calls'],
    [`entities[1] = 'vessel:244000007'`, 'vessel_calls'],
  ]) {
    const { rows } = await database.query(
      `explain analyze select * from geo_events where ${isCall} and ${condition} order by started_at desc, id desc limit 51`,
    );
    const plan = rows.map((row) => Object.values(row)[0]).join('\n');
    t.regex(plan, new RegExp(`Index Scan Backward using geo_events_${index}`), plan);
    t.notRegex(plan, /Sort|Seq Scan|Rows Removed/, plan);
    t.log(plan);
  }
});
