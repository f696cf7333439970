import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Encounters } from '../../../../src/features/geospatial/encounters/encounters.service.js';
import { GeoEvents } from '../../../../src/features/geospatial/events/geo-events.service.js';
import type { GeoEventReport } from '../../../../src/features/geospatial/geo-event.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { AircraftReport, VesselReport } from '../../../../src/features/geospatial/observation.js';
import { StreamTicker } from '../../../../src/features/geospatial/stream/stream-ticker.js';
import { StreamHub } from '../../../../src/http/stream/stream-hub.js';
import type { TestEventSource } from '../../../support/event-source.js';
import { isProblem } from '../../../support/is-problem.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';
import { until } from '../../../support/stream-service.js';

const SHIP = 219024336;
const box = 'bbox=3,50,9,54';

async function streamed(t: ExecutionContext) {
  const clock = new ManualClock(Date.now());
  const timers = new ManualTimers(clock);
  const service = await serviceFor(t, { env: { SVC_STREAMS_PER_ACCOUNT: '40' }, parts: { clock, timers } });
  const [picture, ticker] = [service.services.get(LiveState), service.services.get(StreamTicker)];
  /** Reports a vessel. Default: off Rotterdam. */
  const vessel = (report: Partial<VesselReport> = {}) =>
    picture.takeVessel({
      key: SHIP,
      provider: 'test',
      observedAt: clock.now(),
      receivedAt: clock.now(),
      lat: 51.9,
      lon: 4.1,
      ...report,
    });
  const aircraft = (report: Partial<AircraftReport> = {}) =>
    picture.takeAircraft({
      key: 0x4ca2d6,
      provider: 'test',
      observedAt: clock.now(),
      receivedAt: clock.now(),
      lat: 51.9,
      lon: 4.1,
      ...report,
    });
  const event = (report: Partial<GeoEventReport> = {}) =>
    service.services.get(GeoEvents).report([
      {
        provider: 'usgs',
        key: 'us1',
        type: 'earthquake',
        title: 'M 5.1',
        severity: 3,
        position: { lat: 51, lon: 5 },
        startedAt: new Date(clock.now()),
        endedAt: null,
        reportedAt: new Date(clock.now()),
        ...report,
      },
    ]);
  return { ...service, clock, timers, picture, ticker, vessel, aircraft, event, hub: service.services.get(StreamHub) };
}

interface Frame {
  event: string;
  [field: string]: unknown;
}

/** Returns all frames before the next `current` event. */
async function batch(stream: TestEventSource): Promise<Frame[]> {
  const items: Frame[] = [];
  for (;;) {
    const { event, data } = await stream.next();
    if (event === 'current') return items;
    items.push({ event, ...JSON.parse(data) });
  }
}

const names = (items: Frame[]) =>
  items.map(({ event, mmsi, icao24, layer, id, reason }) =>
    [event, layer, mmsi ?? icao24 ?? id, reason].filter((word) => word !== undefined),
  );

test('a stream sends a snapshot of the box and then only changes', async (t) => {
  const { signedIn, timers, vessel, aircraft } = await streamed(t);
  vessel();
  vessel({ key: 219024337, lat: 55 });
  aircraft();
  const stream = await (await signedIn()).stream(`/geospatial/stream?${box}`);
  t.deepEqual(names(await batch(stream)), [
    ['vessel', String(SHIP)],
    ['aircraft', '4ca2d6'],
  ]);
  await timers.advance(SECOND);
  vessel({ lat: 51.95, speedKnots: 12.5 });
  await timers.advance(SECOND);
  const items = await batch(stream);
  t.deepEqual(names(items), [['vessel', String(SHIP)]]);
  t.like(items[0], { position: { lat: 51.95, lon: 4.1 }, speedKnots: 12.5 });
});

test('an object that leaves the box or expires is sent as gone with the reason; one that enters is sent', async (t) => {
  const { signedIn, timers, vessel, aircraft, picture } = await streamed(t);
  vessel();
  aircraft();
  const stream = await (await signedIn()).stream(`/geospatial/stream?${box}`);
  await batch(stream);
  await timers.advance(SECOND);
  vessel({ lat: 54.5 });
  vessel({ key: 219024337, lat: 53 });
  await timers.advance(SECOND);
  t.deepEqual(names(await batch(stream)), [
    ['gone', 'vessels', String(SHIP), 'left'],
    ['vessel', '219024337'],
  ]);
  await timers.advance(10 * MINUTE);
  picture.expire();
  await timers.advance(SECOND);
  t.deepEqual(names(await batch(stream)), [['gone', 'aircraft', '4ca2d6', 'expired']]);
});

test('a box may cross the antimeridian', async (t) => {
  const { signedIn, timers, vessel } = await streamed(t);
  vessel({ lat: -17, lon: 179.9 });
  vessel({ key: 219024337, lat: -17, lon: 0 });
  const stream = await (await signedIn()).stream('/geospatial/stream?bbox=176,-20,-178,-15&layer=vessels');
  t.deepEqual(names(await batch(stream)), [['vessel', String(SHIP)]]);
  await timers.advance(SECOND);
  vessel({ lat: -17, lon: -179.9 });
  await timers.advance(SECOND);
  t.deepEqual(names(await batch(stream)), [['vessel', String(SHIP)]]);
});

test('a resumed stream sends only the objects that changed or disappeared since its last id', async (t) => {
  const { signedIn, timers, vessel } = await streamed(t);
  for (const key of [1, 2, 3]) vessel({ key: 219000000 + key });
  const caller = await signedIn();
  const first = await caller.stream(`/geospatial/stream?${box}&layer=vessels`);
  await batch(first);
  const mark = first.lastEventId;
  await first.close();
  await timers.advance(SECOND);
  vessel({ key: 219000001, lat: 52 });
  vessel({ key: 219000002, lat: 60 });
  const second = await caller.stream(`/geospatial/stream?${box}&layer=vessels`, { headers: { 'Last-Event-ID': mark } });
  t.deepEqual(names(await batch(second)), [
    ['gone', 'vessels', '219000002', 'left'],
    ['vessel', '219000001'],
  ]);
});

test('a resumed stream repeats the gone items sent after the last id, because the client may not have received them', async (t) => {
  const { signedIn, timers, vessel } = await streamed(t);
  vessel();
  const caller = await signedIn();
  const first = await caller.stream(`/geospatial/stream?${box}&layer=vessels`);
  await batch(first);
  const mark = first.lastEventId;
  await timers.advance(SECOND);
  vessel({ lat: 60 });
  await timers.advance(SECOND);
  await batch(first);
  await first.close();
  const second = await caller.stream(`/geospatial/stream?${box}&layer=vessels`, { headers: { 'Last-Event-ID': mark } });
  t.deepEqual(names(await batch(second)), [['gone', 'vessels', String(SHIP), 'left']]);
});

test('an unknown last id, or one of another account or box, restarts the stream with a snapshot', async (t) => {
  const { signedIn, vessel } = await streamed(t);
  vessel();
  const [caller, other] = [await signedIn(), await signedIn()];
  const first = await caller.stream(`/geospatial/stream?${box}`);
  await batch(first);
  const mark = first.lastEventId;
  const begins = async (client: typeof caller, path: string, id: string) =>
    names(await batch(await client.stream(path, { headers: { 'Last-Event-ID': id } })));
  const again = [
    ['reset', 'unknown_mark'],
    ['vessel', String(SHIP)],
  ];
  t.deepEqual(await begins(caller, `/geospatial/stream?${box}`, '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901.7'), again);
  t.deepEqual(await begins(other, `/geospatial/stream?${box}`, mark), again);
  t.deepEqual(await begins(caller, '/geospatial/stream?bbox=3,50,9,55', mark), again);
});

test('a stream can be resumed for two minutes', async (t) => {
  const { signedIn, timers, vessel, hub } = await streamed(t);
  vessel();
  const caller = await signedIn();
  const first = await caller.stream(`/geospatial/stream?${box}`);
  await batch(first);
  await first.close();
  await until(() => hub.streams.length === 0);
  await timers.advance(2 * MINUTE + SECOND);
  const other = await caller.stream(`/geospatial/stream?${box}`);
  await batch(other);
  await other.close();
  await until(() => hub.streams.length === 0);
  const back = await caller.stream(`/geospatial/stream?${box}`, { headers: { 'Last-Event-ID': first.lastEventId } });
  t.is((await back.next()).event, 'reset');
});

test('only vessels of the requested types are sent, as soon as they report their type', async (t) => {
  const { signedIn, timers, vessel } = await streamed(t);
  vessel({ shipTypeCode: 70 });
  vessel({ key: 219024337, shipTypeCode: 80 });
  vessel({ key: 219024338 });
  const stream = await (await signedIn()).stream(`/geospatial/stream?${box}&layer=vessels&type=tanker`);
  t.deepEqual(names(await batch(stream)), [['vessel', '219024337']]);
  await timers.advance(SECOND);
  vessel({ key: 219024338, lat: undefined, lon: undefined, shipTypeCode: 81 });
  await timers.advance(SECOND);
  t.deepEqual(names(await batch(stream)), [['vessel', '219024338']]);
});

test('only aircraft that match the filters are sent, and one that no longer matches has left', async (t) => {
  const { signedIn, timers, aircraft } = await streamed(t);
  aircraft({ altitudeFeet: 36_000, aircraftType: 'A320', military: true });
  aircraft({ key: 0x4ca2d7, altitudeFeet: 9_999, aircraftType: 'A320', military: true });
  aircraft({ key: 0x4ca2d8, altitudeFeet: 36_000, aircraftType: 'B738', military: true });
  aircraft({ key: 0x4ca2d9, altitudeFeet: 36_000, aircraftType: 'A320' });
  const caller = await signedIn();
  const filters = 'aircraftType=A320&military=true&minAltitudeFeet=10000';
  const stream = await caller.stream(`/geospatial/stream?${box}&layer=aircraft&${filters}`);
  t.deepEqual(names(await batch(stream)), [['aircraft', '4ca2d6']]);
  await timers.advance(SECOND);
  aircraft({ altitudeFeet: 9_900, lat: undefined, lon: undefined });
  await timers.advance(SECOND);
  t.deepEqual(names(await batch(stream)), [['gone', 'aircraft', '4ca2d6', 'left']]);
  const inverted = await caller.get('/geospatial/stream?minAltitudeFeet=2&maxAltitudeFeet=1');
  isProblem(t, inverted, 400, 'invalid_request');
});

test('base stations and aids to navigation are not sent', async (t) => {
  const { signedIn, vessel } = await streamed(t);
  vessel({ station: 'aid_to_navigation' });
  const stream = await (await signedIn()).stream(`/geospatial/stream?${box}`);
  t.deepEqual(await batch(stream), []);
});

test('events in the box of at least the requested severity are sent at first and when they change', async (t) => {
  const { signedIn, timers, event, settle } = await streamed(t);
  await event();
  await event({ key: 'us2', severity: 1, position: { lat: 51, lon: 7 }, type: 'wildfire' });
  const stream = await (await signedIn()).stream(`/geospatial/stream?${box}&layer=events&minSeverity=2`);
  t.deepEqual(
    (await batch(stream)).map(({ title }) => title),
    ['M 5.1'],
  );
  await timers.advance(SECOND);
  await event({ severity: 4, title: 'M 6.0', reportedAt: new Date(Date.now() + MINUTE) });
  await event({ key: 'us3', title: 'elsewhere', position: { lat: 0, lon: 0 }, type: 'wildfire' });
  await settle();
  await timers.advance(SECOND);
  t.deepEqual(
    (await batch(stream)).map(({ title, severity }) => [title, severity]),
    [['M 6.0', 4]],
  );
});

test('encounters are not sent as events', async (t) => {
  const { signedIn, timers, event, settle, clock, services } = await streamed(t);
  const encounter = (key: string) => {
    const now = new Date(clock.now());
    const place = { position: { lat: 51, lon: 5 }, entities: ['vessel:311000432', 'vessel:636019825'] };
    return services
      .get(Encounters)
      .report([{ key, title: 'A and B', severity: 3, ...place, startedAt: now, endedAt: null, reportedAt: now }]);
  };
  await encounter('before');
  await event();
  await settle();
  const stream = await (await signedIn()).stream(`/geospatial/stream?${box}&layer=events`);
  t.deepEqual(
    (await batch(stream)).map(({ title }) => title),
    ['M 5.1'],
  );
  await timers.advance(SECOND);
  await encounter('during');
  await event({ key: 'us2', title: 'M 6.0' });
  await settle();
  await timers.advance(SECOND);
  t.deepEqual(
    (await batch(stream)).map(({ title }) => title),
    ['M 6.0'],
  );
});

test('only pins of the caller are sent, at first and when they change or are deleted', async (t) => {
  const { signedIn, timers } = await streamed(t);
  const [caller, other] = [await signedIn(), await signedIn()];
  const pin = { title: 'Anchorage', position: { lat: 52, lon: 4 }, severity: 1 };
  const { json } = await caller.post('/geospatial/pins', pin);
  await other.post('/geospatial/pins', { ...pin, title: 'not mine' });
  const stream = await caller.stream(`/geospatial/stream?${box}&layer=pins`);
  t.deepEqual(
    (await batch(stream)).map(({ event, title }) => [event, title]),
    [['pin', 'Anchorage']],
  );
  await caller.call('DELETE', `/geospatial/pins/${json.id}`);
  for (let second = 0; second < 5; second += 1) await timers.advance(SECOND);
  t.deepEqual(names(await batch(stream)), [['gone', 'pins', json.id, 'deleted']]);
});

test('no timer runs while no stream is open', async (t) => {
  const { signedIn, timers, ticker, hub } = await streamed(t);
  const before = timers.size;
  const stream = await (await signedIn()).stream(`/geospatial/stream?${box}`);
  await batch(stream);
  t.deepEqual([timers.size, ticker.size], [before + 1, 1]);
  await stream.close();
  await until(() => hub.streams.length === 0 && ticker.size === 0);
  t.is(timers.size, before);
});

test('a box whose south is above its north is rejected with 400', async (t) => {
  const { signedIn } = await streamed(t);
  isProblem(t, await (await signedIn()).get('/geospatial/stream?bbox=3,54,9,50'), 400, 'invalid_request', 'query/bbox');
});
