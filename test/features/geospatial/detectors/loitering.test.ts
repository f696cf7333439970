import 'reflect-metadata';
import test from 'ava';
import type { PublishDetection } from '../../../../src/features/geospatial/detectors/detector.js';
import { Loitering } from '../../../../src/features/geospatial/detectors/loitering.js';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import type { LandMask } from '../../../../src/features/geospatial/land/land-mask.js';
import { readCoasts } from '../../../support/read-coasts.js';
import { Scene } from './scene.js';

const ports = new PortTable();
const coasts = { landMask: await readCoasts() };
const make = (publish: PublishDetection, { vesselOf }: { vesselOf: ConstructorParameters<typeof Loitering>[3] }) =>
  new Loitering(publish, ports, coasts, vesselOf);
const HOUR = 3_600;

/** A vessel drifts back and forth in the Atlantic and reports every ten minutes. */
function drift(
  scene: Scene,
  hours: number,
  changes: { navigationStatus?: number; shipTypeCode?: number | null } = {},
  lat = 30,
): Scene {
  scene.reportVessel(7, lat, -40, { speedKnots: 1, courseDegrees: 90, ...changes });
  for (let turn = 1; turn <= hours * 6; turn += 1)
    scene.wait(HOUR / 6).reportVessel(7, lat + (turn % 2) * 0.01, -40, { speedKnots: 1 });
  return scene;
}

test('a vessel that drifts in the open sea for four hours is loitering since the beginning', (t) => {
  const begun = new Scene(make).now;
  const { events } = drift(new Scene(make), 5);
  t.like(events, [{ type: 'loitering', severity: 2, endedAt: null, entities: ['vessel:000000007'] }]);
  t.is(events[0]?.startedAt.getTime(), begun);
  t.regex(events[0]?.title ?? '', /: loitering for 4 hours/);
});

test('three hours are not long enough', (t) => {
  t.deepEqual(drift(new Scene(make), 3.5).events, []);
});

test('a vessel at anchor or fishing is not loitering', (t) => {
  t.deepEqual(drift(new Scene(make), 6, { navigationStatus: 1 }).events, []);
  t.deepEqual(drift(new Scene(make), 6, { navigationStatus: 7 }).events, []);
});

for (const shipTypeCode of [31, 34, 50, 51, 59])
  test(`a service craft (ship type ${shipTypeCode}) at its work is not loitering`, (t) => {
    t.deepEqual(drift(new Scene(make), 9, { shipTypeCode }).events, []);
  });

for (const shipTypeCode of [35, 49, 60, null])
  test(`a vessel that is not a service craft (ship type ${shipTypeCode}) is loitering`, (t) => {
    t.is(drift(new Scene(make), 5, { shipTypeCode }).events.length, 1);
  });

test('the event is withdrawn within an hour when the vessel turns out to be a service craft', (t) => {
  const scene = drift(new Scene(make), 5);
  scene.wait(HOUR / 6).reportVessel(7, 30, -40, { shipTypeCode: 51 });
  for (let turn = 0; turn < 6; turn += 1) scene.wait(HOUR / 6).reportVessel(7, 30, -40);
  t.like(scene.events, [
    { severity: 1, title: 'SHIP 7: loitering for 4 hours (withdrawn)', details: { withdrawn: true } },
  ]);
  t.truthy(scene.events[0]?.endedAt);
});

test('a vessel that waits near a port is not loitering', (t) => {
  const scene = new Scene(make).reportVessel(7, 53.9, 8.6, { speedKnots: 1 });
  for (let turn = 0; turn < 40; turn += 1) scene.wait(HOUR / 6).reportVessel(7, 53.9, 8.6);
  t.deepEqual(scene.events, []);
});

test('a vessel on a river, at a mooring or within twelve miles of a coast is not loitering; farther out it is', (t) => {
  const lies = (lat: number, lon: number) => {
    const scene = new Scene(make).reportVessel(7, lat, lon, { speedKnots: 0.2 });
    for (let turn = 0; turn < 30; turn += 1) scene.wait(HOUR / 6).reportVessel(7, lat, lon);
    return scene.events.length;
  };
  // Positions on the Rhine at Sankt Goar and in a bay of Sardinia, and five and twenty-nine miles off Portugal.
  t.deepEqual([lies(50.15, 7.71), lies(40.02, 9.72), lies(40.2, -9.02), lies(40.2, -9.55)], [0, 0, 0, 1]);
});

test('when the coasts are loaded late, the next report publishes the event', (t) => {
  const late: { landMask: LandMask | undefined } = { landMask: undefined };
  const scene = drift(new Scene((publish, { vesselOf }) => new Loitering(publish, ports, late, vesselOf)), 4.5);
  t.deepEqual(scene.events, []);
  late.landMask = coasts.landMask;
  scene.wait(60).reportVessel(7, 30, -40);
  t.is(scene.events.length, 1);
});

test('the event ends when the vessel leaves', (t) => {
  const scene = drift(new Scene(make), 5).wait(600).reportVessel(7, 30.1, -40, { speedKnots: 12 });
  t.is(scene.events[0]?.endedAt?.getTime(), scene.now);
});

test('the event of an expired vessel ends at its last report', (t) => {
  const scene = drift(new Scene(make), 5);
  const last = scene.now;
  t.is(scene.wait(7_200).expire('vessels', 7).events[0]?.endedAt?.getTime(), last);
});

test('after a restart the event continues, and it ends when the vessel does not report for two hours', (t) => {
  const scene = drift(new Scene(make), 5);
  const restarted = scene.restarted(make).wait(1).reportVessel(7, 30, -40, { speedKnots: 1 });
  t.deepEqual(restarted.wait(3 * HOUR).detections, []);
  const lost = scene.restarted(make).wait(1);
  t.deepEqual(lost.wait(HOUR).detections, []);
  t.truthy(lost.wait(HOUR).events[0]?.endedAt);
});

test('after a restart the circle has the same center, wherever the vessel was when the event was published', (t) => {
  // The vessel is 4.3 km east of the center when the event is published.
  const scene = new Scene(make).reportVessel(7, 30, -40, { speedKnots: 1 });
  for (let turn = 1; turn <= 24; turn += 1) scene.wait(HOUR / 6).reportVessel(7, 30, -39.955);
  t.is(scene.events.length, 1);
  t.deepEqual(scene.restarted(make).wait(1).reportVessel(7, 30, -40.045, { speedKnots: 1 }).detections, []);
  t.truthy(scene.restarted(make).wait(1).reportVessel(7, 30, -39.94, { speedKnots: 1 }).events[0]?.endedAt);
});
