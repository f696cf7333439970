import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { SnapshotsService } from '../../../../src/features/geospatial/history/snapshot/snapshots.service.js';
import { ProcessLimit } from '../../../../src/http/load/process-limit.js';
import { DAY, HOUR, MINUTE } from '../../../support/service-for.js';
import { until } from '../../../support/upstream-for.js';
import { type HistoryService, historyFor } from './history-service.js';
import { report, reportFlight, voyage } from './voyages.js';

const MMSI = 219_024_336;

const at = ({ clock }: HistoryService, minutesAgo: number) => new Date(clock.now() - minutesAgo * MINUTE).toISOString();

async function addEvent(
  { database }: HistoryService,
  event: { title: string; startedAt: Date; endedAt: Date | null; lat?: number; lon?: number },
): Promise<void> {
  await database.database.query(
    `insert into geo_events (id, provider, key, names, type, title, severity, lat, lon, entities, details, started_at, ended_at, reported_at, created_at, updated_at)
     values ($1, 'usgs', $2, array[$2], 'earthquake', $2, 3, $3, $4, '{}', '{}', $5, $6, $5, $5, $5)`,
    [randomUUID(), event.title, event.lat ?? 52, event.lon ?? 4, event.startedAt, event.endedAt],
  );
}

async function addPin({ database, clock }: HistoryService, accountId: string, title: string): Promise<void> {
  const sql = `insert into pins (id, account_id, title, lat, lon, severity, created_at, updated_at) values ($1, $2, $3, 52, 4, 2, $4, $4)`;
  await database.database.query(sql, [randomUUID(), accountId, title, new Date(clock.now() - HOUR)]);
}

// The tests are serial, because each has a whole service and its own database.
test.serial('a snapshot has the position of a vessel between two track points at that time', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const said = voyage({ lat: 52, lon: 4, at: service.clock.now() - 60 * MINUTE }, [
    { courseDegrees: 90, speedKnots: 12, minutes: 60 },
  ]);
  report(service, MMSI, said, { name: 'ADA' });
  await service.written();
  const { json } = await ada.get(`/geospatial/snapshot?at=${at(service, 32)}&layer=vessels`);
  const then = said.find((one) => one.at === service.clock.now() - 32 * MINUTE);
  t.is(json.vessels.length, 1);
  const [vessel] = json.vessels;
  t.deepEqual([vessel.mmsi, vessel.name, vessel.provider, vessel.interpolated], [String(MMSI), 'ADA', 'ais', true]);
  t.true(Math.abs(vessel.position.lon - (then?.lon as number)) < 0.0001);
  t.is(vessel.observedAt, at(service, 35));
});

test.serial('a snapshot of the past has no base stations and aids to navigation', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const said = voyage({ lat: 52, lon: 4, at: service.clock.now() - 60 * MINUTE }, [
    { courseDegrees: 90, speedKnots: 12, minutes: 60 },
  ]);
  report(service, MMSI, said, { name: 'ADA' });
  report(service, 992_191_234, said, { name: 'BUOY', station: 'aid_to_navigation' });
  await service.written();
  const { json } = await ada.get(`/geospatial/snapshot?at=${at(service, 32)}&layer=vessels`);
  t.deepEqual(
    json.vessels.map(({ name }: { name: string }) => name),
    ['ADA'],
  );
});

test.serial('a snapshot has the position of a vessel between its last track point and its latest report', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - 4 * MINUTE }, [
      { courseDegrees: 90, speedKnots: 12, minutes: 4 },
    ]),
  );
  await service.timers.advance(10_000);
  await service.written();
  const { json } = await ada.get(`/geospatial/snapshot?at=${at(service, 2)}&layer=vessels`);
  t.true(json.vessels[0].interpolated);
});

test.serial('a vessel silent for longer than the expiry of live positions is not in a snapshot', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const from = service.clock.now() - 12 * HOUR;
  report(service, MMSI, voyage({ lat: 52, lon: 4, at: from }, [{ courseDegrees: 90, speedKnots: 12, minutes: 20 }]));
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 8, at: from + 8 * HOUR }, [{ courseDegrees: 90, speedKnots: 12, minutes: 20 }]),
  );
  await service.written();
  const seen = async (hours: number) =>
    (await ada.get(`/geospatial/snapshot?at=${new Date(from + hours * HOUR).toISOString()}&layer=vessels`)).json
      .vessels;
  t.deepEqual((await seen(-1)).length, 0);
  // The last report is 100 minutes old and has no successor, so its position is shown unchanged.
  const [held] = await seen(2);
  t.deepEqual([held.interpolated, held.position.lon < 4.2], [false, true]);
  t.deepEqual((await seen(5)).length, 0);
  t.deepEqual((await seen(8.1)).length, 1);
});

test.serial('a box across the antimeridian contains vessels on both sides of it only', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const start = service.clock.now() - 30 * MINUTE;
  [179.5, -179.5, 10].forEach((lon, index) => {
    report(
      service,
      MMSI + index,
      voyage({ lat: 0, lon, at: start }, [{ courseDegrees: 0, speedKnots: 5, minutes: 30 }]),
    );
  });
  await service.written();
  for (const moment of ['', `&at=${at(service, 10)}`]) {
    const { json } = await ada.get(`/geospatial/snapshot?bbox=179,-5,-179,5&layer=vessels${moment}`);
    t.deepEqual(
      json.vessels.map(({ mmsi }: { mmsi: string }) => mmsi).sort(),
      [String(MMSI), String(MMSI + 1)],
      moment,
    );
  }
});

test.serial('a snapshot of the current time has the live positions', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  reportFlight(
    service,
    0x4ca2d6,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - MINUTE }, [{ courseDegrees: 90, speedKnots: 420, minutes: 1 }]),
  );
  const { json } = await ada.get('/geospatial/snapshot');
  t.deepEqual([json.at, json.aircraft.length, json.aircraft[0].altitudeFeet], [at(service, 0), 1, 30_000]);
});

test.serial('a snapshot has events that were ongoing or had ended within the day before', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const now = service.clock.now();
  await addEvent(service, { title: 'going on', startedAt: new Date(now - 3 * DAY), endedAt: null });
  await addEvent(service, {
    title: 'just over',
    startedAt: new Date(now - 2 * HOUR),
    endedAt: new Date(now - 2 * HOUR),
  });
  await addEvent(service, { title: 'long over', startedAt: new Date(now - 3 * DAY), endedAt: new Date(now - 2 * DAY) });
  await addEvent(service, { title: 'elsewhere', startedAt: new Date(now - 3 * DAY), endedAt: null, lat: -30 });
  const titles = async (minutesAgo: number) => {
    const { json } = await ada.get(`/geospatial/snapshot?at=${at(service, minutesAgo)}&bbox=0,50,10,60`);
    return json.events.map(({ title }: { title: string }) => title).sort();
  };
  t.deepEqual(await titles(60), ['going on', 'just over']);
  t.deepEqual(await titles(180), ['going on']);
});

test.serial('a snapshot has pins on request, and only those of the caller', async (t) => {
  const service = await historyFor(t);
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  await addPin(service, ada.accountId, 'hers');
  await addPin(service, bob.accountId, 'his');
  t.deepEqual((await ada.get('/geospatial/snapshot')).json.pins, []);
  const { json } = await ada.get('/geospatial/snapshot?layer=pins');
  t.deepEqual(
    json.pins.map(({ title }: { title: string }) => title),
    ['hers'],
  );
  t.deepEqual((await ada.get(`/geospatial/snapshot?layer=pins&at=${at(service, 120)}`)).json.pins, []);
});

test.serial('requests for the present of one area share a snapshot, unless they ask for pins or a time', async (t) => {
  const service = await historyFor(t);
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const snapshots = service.services.get(SnapshotsService);
  const limit = service.services.get(ProcessLimit);
  const read = snapshots.read.bind(snapshots);
  let count = 0;
  let allHaveCome = Promise.resolve();
  snapshots.read = async (...request) => {
    count += 1;
    await allHaveCome;
    return read(...request);
  };
  /** Sends requests of two accounts at once. @returns the number of snapshots that were read for them */
  const countOf = async (query: string, other: string) => {
    count = 0;
    allHaveCome = until(async () => limit.reading.requestsInFlight === 2);
    const answers = await Promise.all([
      ada.get(`/geospatial/snapshot?${query}`),
      bob.get(`/geospatial/snapshot?${other}`),
    ]);
    t.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    return count;
  };
  const one = 'layer=vessels&bbox=1,2,3,4';
  t.is(await countOf(one, one), 1);
  t.is(await countOf('bbox=1,2,3,5', 'bbox=1,2,3,6'), 2);
  t.is(await countOf('layer=events&bbox=1,2,3,7', 'layer=aircraft&bbox=1,2,3,7'), 2);
  t.is(await countOf('layer=pins', 'layer=pins'), 2);
  const moment = `at=${at(service, 5)}`;
  t.is(await countOf(moment, moment), 2);
});

test.serial('a snapshot as GeoJSON has points with their kind', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  report(
    service,
    MMSI,
    voyage({ lat: 52, lon: 4, at: service.clock.now() - MINUTE }, [{ courseDegrees: 90, speedKnots: 12, minutes: 1 }]),
  );
  await addEvent(service, { title: 'going on', startedAt: new Date(service.clock.now() - DAY), endedAt: null });
  const { headers, json } = await ada.get('/geospatial/snapshot', { headers: { accept: 'application/geo+json' } });
  t.is(headers.get('content-type'), 'application/geo+json');
  t.deepEqual(
    json.features.map(({ properties, geometry }: { properties: { layer: string }; geometry: { type: string } }) => [
      properties.layer,
      geometry.type,
    ]),
    [
      ['vessels', 'Point'],
      ['events', 'Point'],
    ],
  );
});

test.serial('a future time and a time before the retention are rejected', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  for (const minutesAgo of [-1, 8 * 24 * 60]) {
    const { status, json } = await ada.get(`/geospatial/snapshot?at=${at(service, minutesAgo)}`);
    t.deepEqual([status, json.errors[0].pointer], [400, 'query/at']);
    t.truthy(json.detail);
  }
});

test.serial('a snapshot has at most ten thousand vessels and a mark if there are more', async (t) => {
  const service = await historyFor(t);
  const ada = await service.signedIn();
  const moment = service.clock.now() - 10 * MINUTE;
  for (let key = 200_000_000; key <= 200_010_000; key += 1)
    service.picture.takeVessel({ key, observedAt: moment, receivedAt: moment, provider: 'ais', lat: 1, lon: 2 });
  await service.written();
  for (const asked of ['', `&at=${at(service, 5)}`]) {
    const { json } = await ada.get(`/geospatial/snapshot?layer=vessels${asked}`);
    t.deepEqual([json.vessels.length, json.truncated], [10_000, ['vessels']], asked);
  }
});
