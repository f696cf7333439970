import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { DetectionStore } from '../../../../src/features/geospatial/detectors/detection-store.service.js';
import { DetectorsRunner } from '../../../../src/features/geospatial/detectors/detectors.runner.js';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import { GeoEvents } from '../../../../src/features/geospatial/events/geo-events.service.js';
import { Coasts } from '../../../../src/features/geospatial/land/coasts.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import type { AircraftReport } from '../../../../src/features/geospatial/observation.js';
import { destination } from '../../../../src/features/geospatial/sphere.js';
import { Log } from '../../../../src/logging/log.js';
import { Timers } from '../../../../src/time/timers.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { serviceFor } from '../../../support/service-for.js';
import type { TestService } from '../../../support/test-service.js';

async function watched(t: ExecutionContext) {
  const service = await serviceFor(t);
  const { services, clock } = service;
  const timers = new ManualTimers(clock);
  services.set(Timers, timers);
  const runner = services.get(DetectorsRunner);
  await runner.start();
  t.teardown(() => runner.stop());
  return { service, timers, runner };
}

/** Returns the runner of another process. */
const runnerOf = ({ services, clock }: TestService, timers: Timers) =>
  new DetectorsRunner(
    ...([
      services.get(LiveState),
      services.get(DetectionStore),
      services.get(PortTable),
      services.get(Coasts),
    ] as const),
    ...([clock, timers, services.get(Log)] as const),
  );

const KEY = 0x3c6444;
const flies = ({ services, clock }: TestService, changes: Partial<AircraftReport>) =>
  services.get(LiveState).takeAircraft({
    key: KEY,
    provider: 'adsb',
    observedAt: clock.now(),
    receivedAt: clock.now(),
    lat: 50,
    lon: 8,
    ...changes,
  });

test('a detection is a geospatial event and appears in the timeline', async (t) => {
  const { service, timers, runner } = await watched(t);
  flies(service, { squawk: '7700', callsign: 'DLH123' });
  await timers.advance(12_000);
  flies(service, { squawk: '7700', lat: 50.1 });
  await timers.advance(1_000);
  await runner.settle();
  await service.settle();
  const caller = await service.signedIn();
  const { json } = await caller.get('/timeline?type=geo_event.emergency_squawk&entity=aircraft:3c6444');
  const derivedFrom = [{ provider: 'adsb', record: 'aircraft:3c6444' }];
  t.like(json.items[0]?.data, {
    change: 'new',
    title: 'DLH123: emergency squawk 7700',
    severity: 4,
    provider: 'detector',
    simulated: false,
  });
  t.deepEqual(json.items[0].data.derivedFrom, derivedFrom);
  const published = (await caller.get('/geospatial/events?type=emergency_squawk')).json.items;
  t.deepEqual(
    published.map(({ id }: { id: string }) => id),
    [json.items[0].data.eventId],
  );
  t.like(published[0].provenance, { provider: 'detector', simulated: false, warnings: [] });
  t.deepEqual(published[0].provenance.derivedFrom, derivedFrom);
  t.false('derivedFrom' in published[0].details);
});

test('a detection in simulated movements is labeled as simulated to its end, also in another process after the aircraft has expired', async (t) => {
  const { service, timers, runner } = await watched(t);
  const { services } = service;
  const made = { provider: 'simulator', squawk: '7700', callsign: 'XDE123' };
  flies(service, made);
  await timers.advance(12_000);
  flies(service, { ...made, lat: 50.1 });
  await timers.advance(1_000);
  await runner.stop();
  const again = runnerOf(service, timers);
  await again.start();
  t.teardown(() => again.stop());
  await timers.advance(3_600_000);
  services.get(LiveState).expire();
  await again.settle();
  await service.settle();
  const published = (await (await service.signedIn()).get('/timeline?type=geo_event.*')).json.items;
  t.deepEqual(
    published.map(({ data }: { data: { change: string; title: string } }) => [data.change, data.title]),
    [
      ['ended', 'XDE123: emergency squawk 7700 (simulated)'],
      ['new', 'XDE123: emergency squawk 7700 (simulated)'],
    ],
  );
  const [event] = (await (await service.signedIn()).get('/geospatial/events?type=emergency_squawk')).json.items;
  t.like(event, {
    details: { simulated: true, squawk: '7700' },
    description: 'Detected in simulated movements. It did not happen.',
  });
  const derivedFrom = [{ provider: 'simulator', record: 'aircraft:3c6444' }];
  const warnings = ['Derived from simulated data: nothing of it has happened.'];
  t.deepEqual(
    [event.provenance.simulated, event.provenance.derivedFrom, event.provenance.warnings],
    [true, derivedFrom, warnings],
  );
  for (const { data } of published) t.deepEqual([data.simulated, data.derivedFrom], [true, derivedFrom]);
});

test('detections that wait for the database are stored when it is back', async (t) => {
  const { service, timers, runner } = await watched(t);
  const events = service.services.get(GeoEvents);
  const { report } = events;
  events.report = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED', syscall: 'connect' }));
  flies(service, { squawk: '7500' });
  await timers.advance(12_000);
  flies(service, { squawk: '7500', lat: 50.1 });
  await timers.advance(2_000);
  t.deepEqual(await events.ongoing('detector'), []);
  events.report = report;
  await timers.advance(1_000);
  await runner.settle();
  t.is((await events.ongoing('detector')).length, 1);
});

test('a rejected detection does not affect the others and is not retried', async (t) => {
  const { service, timers, runner } = await watched(t);
  const events = service.services.get(GeoEvents);
  const report = events.report.bind(events);
  events.report = (reports) =>
    reports.some(({ severity }) => severity === 5) ? Promise.reject(new Error('refused')) : report(reports);
  for (const squawk of ['7500', '7700']) flies(service, { squawk, key: Number(squawk) });
  await timers.advance(12_000);
  for (const squawk of ['7500', '7700']) flies(service, { squawk, key: Number(squawk), lat: 50.1 });
  await timers.advance(1_000);
  await runner.settle();
  events.report = report;
  await runner.settle();
  t.deepEqual(
    (await events.ongoing('detector')).map(({ severity }) => severity),
    [4],
  );
});

test('after a restart open detections continue and end, and are not published again', async (t) => {
  const { service, timers, runner } = await watched(t);
  const events = service.services.get(GeoEvents);
  flies(service, { squawk: '7700' });
  await timers.advance(12_000);
  flies(service, { squawk: '7700', lat: 50.1 });
  await timers.advance(1_000);
  await runner.stop();
  const [open] = await events.ongoing('detector');
  const again = runnerOf(service, timers);
  await again.start();
  t.teardown(() => again.stop());
  for (const seconds of [5, 30, 40]) {
    await timers.advance(seconds * 1_000);
    flies(service, { squawk: '1000', lat: 50.2 + seconds / 1_000 });
  }
  await timers.advance(2_000);
  await again.settle();
  await service.settle();
  t.deepEqual(await events.ongoing('detector'), []);
  const published = (await (await service.signedIn()).get('/timeline?type=geo_event.*')).json.items;
  t.deepEqual(
    published.map(({ data }: { data: { change: string; eventId: string } }) => [data.change, data.eventId]),
    [
      ['ended', open?.id],
      ['new', open?.id],
    ],
  );
});

test('detections wait while leadership is uncertain', async (t) => {
  const { service, timers, runner } = await watched(t);
  const events = service.services.get(GeoEvents);
  runner.canPublish = false;
  flies(service, { squawk: '7700' });
  await timers.advance(12_000);
  flies(service, { squawk: '7700', lat: 50.1 });
  await timers.advance(2_000);
  t.deepEqual(await events.ongoing('detector'), []);
  runner.canPublish = true;
  await timers.advance(1_000);
  await runner.settle();
  t.is((await events.ongoing('detector')).length, 1);
});

test('waiting detections are dropped when another process leads, and the next term resumes what that process published', async (t) => {
  const { service, timers, runner } = await watched(t);
  const { services } = service;
  const events = services.get(GeoEvents);
  const other = runnerOf(service, timers);
  runner.canPublish = false;
  flies(service, { squawk: '7700' });
  await timers.advance(12_000);
  flies(service, { squawk: '7700', lat: 50.1 });
  await timers.advance(2_000);
  await runner.stepDown();
  await runner.settle();
  t.deepEqual(await events.ongoing('detector'), []);
  await other.start();
  t.teardown(() => other.stop());
  flies(service, { squawk: '7700', lat: 50.2 });
  await timers.advance(12_000);
  flies(service, { squawk: '7700', lat: 50.3 });
  await timers.advance(1_000);
  await other.stop();
  runner.canPublish = true;
  await runner.start();
  flies(service, { squawk: '7700', lat: 50.4 });
  await timers.advance(12_000);
  flies(service, { squawk: '7700', lat: 50.5 });
  await timers.advance(1_000);
  await runner.settle();
  await service.settle();
  const published = (await (await service.signedIn()).get('/timeline?type=geo_event.*')).json.items;
  t.deepEqual(
    published.map(({ data }: { data: { change: string } }) => data.change),
    ['new'],
  );
});

test('when leadership is lost during a large write, the rest waits', async (t) => {
  const { service, timers, runner } = await watched(t);
  const events = service.services.get(GeoEvents);
  const report = events.report.bind(events);
  let stored = 0;
  events.report = (reports) => {
    stored += reports.length;
    runner.canPublish = false;
    return report(reports);
  };
  const all = Array.from({ length: 250 }, (_, index) => KEY + index);
  for (const key of all) flies(service, { squawk: '7700', key });
  await timers.advance(12_000);
  for (const key of all) flies(service, { squawk: '7700', key, lat: 50.1 });
  await timers.advance(1_000);
  await runner.settle();
  t.is(stored, 200);
  runner.canPublish = true;
  await runner.settle();
  t.is(stored, 250);
});

test('an encounter is stored apart from geo events, continues after a restart and has its own events', async (t) => {
  const { service, timers, runner } = await watched(t);
  const { services, clock } = service;
  await services.get(Coasts).load();
  const drift = async (minutes: number, { names, apart = 0 }: { names?: string[]; apart?: number } = {}) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      for (const [index, key] of [311_000_432, 636_019_825].entries())
        services.get(LiveState).takeVessel({
          key,
          provider: 'ais',
          observedAt: clock.now(),
          receivedAt: clock.now(),
          lat: 30 + index * (0.001 + apart),
          lon: -40,
          station: 'class_a',
          speedKnots: 0.3,
          courseDegrees: 90,
          name: names?.[index],
        });
      await timers.advance(60_000);
    }
  };
  await drift(126, { names: ['GULF PEARL', 'ORION SEA'] });
  await runner.stop();
  const again = runnerOf(service, timers);
  await again.start();
  t.teardown(() => again.stop());
  await drift(5);
  await drift(18, { apart: 0.02 });
  await again.settle();
  await service.settle();
  const caller = await service.signedIn();
  const { items } = (await caller.get('/geospatial/encounters?mmsi=636019825')).json;
  t.is(items.length, 1);
  t.like(items[0], {
    title: 'GULF PEARL and ORION SEA: ship-to-ship encounter',
    severity: 3,
    leastMeters: 111,
    mostMeters: 111,
  });
  t.deepEqual(
    items[0].vessels.map(({ mmsi, name }: { mmsi: string; name: string }) => [mmsi, name]),
    [
      ['311000432', 'GULF PEARL'],
      ['636019825', 'ORION SEA'],
    ],
  );
  t.true(Math.abs(items[0].durationSeconds - 131 * 60) <= 180, `${items[0].durationSeconds}`);
  t.is((Date.parse(items[0].endedAt) - Date.parse(items[0].startedAt)) / 1_000, items[0].durationSeconds);
  const published = (await caller.get('/timeline?type=encounter.*&order=asc')).json.items;
  t.deepEqual(
    published.map(({ type }: { type: string }) => type),
    ['encounter.started', 'encounter.ended'],
  );
  t.deepEqual(published[1].data.derivedFrom, [
    { provider: 'ais', record: 'vessel:311000432' },
    { provider: 'ais', record: 'vessel:636019825' },
  ]);
  t.deepEqual((await caller.get('/geospatial/events')).json.items, []);
});

test('a holding pattern is an event in the timeline, with its explanation and sources, and no geo event', async (t) => {
  const { service, timers, runner } = await watched(t);
  const motion = { altitudeFeet: 7_000, groundSpeedKnots: 194, callsign: 'DLH123', provider: 'simulator' };
  let [lat, lon, course] = [50, 8, 0];
  const fly = async (rate: number, seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      ({ lat, lon } = destination(lat, lon, course + rate * 2.5, 500));
      course = (course + rate * 5) % 360;
      await timers.advance(5_000);
      flies(service, { ...motion, lat, lon, trackDegrees: course });
    }
  };
  await fly(2, 500);
  await fly(0, 300);
  await runner.settle();
  await service.settle();
  const caller = await service.signedIn();
  const { items } = (await caller.get('/timeline?type=holding.*&order=asc&entity=aircraft:3c6444')).json;
  t.deepEqual(
    items.map(({ type }: { type: string }) => type),
    ['holding.started', 'holding.ended'],
  );
  t.like(items[0].data, { icao24: '3c6444', pattern: 'orbit', direction: 'right', simulated: true, endedAt: null });
  t.regex(
    items[0].data.explanation,
    /^Turned 7\d\d degrees to the right within \d\.\d km in \d minutes at 7000 ft\. Limits: /,
  );
  t.true(items[1].data.turnedDegrees > items[0].data.turnedDegrees);
  t.deepEqual((await caller.get('/geospatial/events')).json.items, []);
});
