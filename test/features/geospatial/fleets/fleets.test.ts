import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { VesselReport } from '../../../../src/features/geospatial/observation.js';
import { StreamWatch } from '../../../../src/http/stream/stream-watch.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { SECOND, serviceFor } from '../../../support/service-for.js';
import type { Json } from '../../../support/test-client.js';

const SHIPS = [219024336, 219024337, 219024338];

async function sea(t: ExecutionContext) {
  const clock = new ManualClock(Date.now());
  const timers = new ManualTimers(clock);
  const service = await serviceFor(t, { parts: { clock, timers } });
  const live = service.services.get(LiveState);
  const now = () => ({ provider: 'test', observedAt: clock.now(), receivedAt: clock.now(), lat: 51.9, lon: 4.1 });
  const vessel = (key: number, said: Partial<VesselReport> = {}) => live.takeVessel({ key, ...now(), ...said });
  for (const key of SHIPS) vessel(key);
  live.takeAircraft({ key: 0x4ca2d6, ...now() });
  live.takeAircraft({ key: 0x4ca2d7, ...now() });
  return { ...service, timers, vessel, ada: await service.signedIn() };
}
const mmsis = ({ json }: { json: Json }) => json.items.map(({ mmsi }: Json) => mmsi);
const fleetOf = (members: string[]) => ({ name: 'Tankers', members });

test('members of a fleet are kept once, in one spelling', async (t) => {
  const { ada } = await sea(t);
  const members = ['vessel:219024336', 'aircraft:4CA2D6', 'aircraft:4ca2d6', 'aircraft:~4CA2D6', 'vessel:219024336'];
  const { status, json } = await ada.post('/geospatial/fleets', fleetOf(members));
  t.is(status, 201);
  t.deepEqual(json.members, ['vessel:219024336', 'aircraft:4ca2d6', 'aircraft:~4ca2d6']);
  const { json: changed } = await ada.patch(`/geospatial/fleets/${json.id}`, { members: ['vessel:219024337'] });
  t.deepEqual(changed.members, ['vessel:219024337']);
  for (const wrong of ['vessel:21902433', 'ship:219024336', 'aircraft:xyz', 'vessel:219024336 '])
    t.is((await ada.post('/geospatial/fleets', fleetOf([wrong]))).status, 400, wrong);
});

test('a fleet has up to 1,000 members', async (t) => {
  const { ada } = await sea(t);
  const many = Array.from({ length: 1_000 }, (_, at) => `vessel:${219_000_000 + at}`);
  t.is((await ada.post('/geospatial/fleets', fleetOf(many))).status, 201);
  t.is((await ada.post('/geospatial/fleets', fleetOf([...many, 'vessel:219024336']))).status, 400);
});

test('lists have the members of a fleet, the named objects, or what is in both, inside the area', async (t) => {
  const { ada, vessel, timers, signedIn } = await sea(t);
  await timers.advance(SECOND);
  vessel(219024338, { lat: 10, lon: 10 });
  const { id } = (
    await ada.post('/geospatial/fleets', fleetOf(['vessel:219024336', 'vessel:219024338', 'aircraft:4ca2d6']))
  ).json;
  const list = (query: string) => ada.get(`/geospatial/vessels?${query}`);
  t.deepEqual(mmsis(await list(`fleetId=${id}`)), ['219024336', '219024338']);
  t.deepEqual(mmsis(await list(`fleetId=${id}&bbox=3,50,9,54`)), ['219024336']);
  t.deepEqual(mmsis(await list('entity=vessel:219024337,aircraft:4ca2d6')), ['219024337']);
  t.deepEqual(mmsis(await list(`fleetId=${id}&entity=vessel:219024337`)), []);
  t.deepEqual(mmsis(await list(`fleetId=${id}&entity=vessel:219024338`)), ['219024338']);
  const nearest = await list(`fleetId=${id}&near=10,10&radiusMeters=5000000&sort=distance`);
  t.deepEqual(mmsis(nearest).slice(0, 1), ['219024338']);
  const first = (await list(`fleetId=${id}&limit=1`)).json;
  t.deepEqual(mmsis(await list(`fleetId=${id}&limit=1&cursor=${first.nextCursor}`)), ['219024338']);
  const aircraft = (await ada.get(`/geospatial/aircraft?fleetId=${id}`)).json.items;
  t.deepEqual(
    aircraft.map(({ icao24 }: Json) => icao24),
    ['4ca2d6'],
  );
  t.is((await (await signedIn('ben')).get(`/geospatial/vessels?fleetId=${id}`)).status, 404);
});

test('vessels are found by IMO number, destination and navigation status', async (t) => {
  const { ada, vessel, timers } = await sea(t);
  await timers.advance(SECOND);
  vessel(219024336, { imo: 9811000, destination: 'NL RTM', navigationStatus: 1 });
  vessel(219024337, { imo: 9158836, destination: 'ROTTERDAM ANCH', navigationStatus: 5 });
  const list = async (query: string) => mmsis(await ada.get(`/geospatial/vessels?${query}`));
  t.deepEqual(await list('imo=9811000'), ['219024336']);
  t.deepEqual(await list('imo=9811000,9158836'), ['219024336', '219024337']);
  t.deepEqual(await list('destination=rotterdam'), ['219024337']);
  t.deepEqual(await list('navigationStatus=1,5'), ['219024336', '219024337']);
  t.deepEqual(await list('navigationStatus=0'), []);
});

test('a stream of a fleet sends its members alone, first all and then the changed ones', async (t) => {
  const { ada, vessel, timers, signedIn } = await sea(t);
  const { id } = (await ada.post('/geospatial/fleets', fleetOf(['vessel:219024336', 'aircraft:4ca2d7']))).json;
  const stream = await ada.stream(`/geospatial/stream?fleetId=${id}`);
  const batch = async () => {
    const sent: string[] = [];
    for (;;) {
      const { event, data } = await stream.next();
      if (event === 'current') return sent;
      const { mmsi, icao24 } = JSON.parse(data);
      sent.push(mmsi ?? icao24);
    }
  };
  t.deepEqual(await batch(), ['219024336', '4ca2d7']);
  await timers.advance(SECOND);
  for (const key of SHIPS) vessel(key, { lat: 52 });
  await timers.advance(SECOND);
  t.deepEqual(await batch(), ['219024336']);
  t.is((await (await signedIn('ben')).get(`/geospatial/stream?fleetId=${id}`)).status, 404);
});

test('a granted fleet filters lists and streams until the grant ends, and its owner sees each use', async (t) => {
  const { ada, services, signedIn } = await sea(t);
  const [ben, eve] = [await signedIn('ben'), await signedIn('eve')];
  const { id } = (await ada.post('/geospatial/fleets', fleetOf(['vessel:219024336', 'aircraft:4ca2d7']))).json;
  const other = (await ada.post('/geospatial/fleets', fleetOf(['vessel:219024337']))).json;
  const own = (await ben.post('/geospatial/fleets', fleetOf(['vessel:219024338']))).json;
  const body = { kind: 'fleet', resourceId: id, email: ben.email };
  const grant = (await ada.post('/users/me/grants', body)).json;

  t.deepEqual(mmsis(await ben.get(`/geospatial/vessels?fleetId=${id}`)), ['219024336']);
  t.is((await ben.get(`/geospatial/aircraft?fleetId=${id}`)).json.items[0].icao24, '4ca2d7');
  t.deepEqual(mmsis(await ben.get(`/geospatial/vessels?fleetId=${own.id}`)), ['219024338']);
  t.is((await ben.get(`/geospatial/vessels?fleetId=${other.id}`)).status, 404);
  t.is((await eve.get(`/geospatial/vessels?fleetId=${id}`)).status, 404);
  t.is((await ben.get('/geospatial/vessels?fleetId=nonsense')).status, 400);
  const stream = await ben.stream(`/geospatial/stream?fleetId=${id}`);
  const unfiltered = await ben.stream('/geospatial/stream');
  const watch = services.get(StreamWatch);
  await watch.tick();
  t.deepEqual([stream.isOpen, unfiltered.isOpen], [true, true]);

  const { activity } = (await ada.get('/users/me/export')).json;
  const uses = activity.filter(({ action, resource }: Json) => action === 'grant.read' && resource === `fleet ${id}`);
  t.is(uses.length, 3);

  await ada.delete(`/users/me/grants/${grant.id}`);
  await watch.tick();
  const last = await stream.next(({ event }) => event === 'error');
  t.like(JSON.parse(last.data), { code: 'not_found' });
  t.true(unfiltered.isOpen);
  for (const path of ['vessels', 'aircraft', 'stream'])
    t.is((await ben.get(`/geospatial/${path}?fleetId=${id}`)).status, 404, path);
});
