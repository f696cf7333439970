import 'reflect-metadata';
import test from 'ava';
import type { PublishDetection } from '../../../../src/features/geospatial/detectors/detector.js';
import { PortCall } from '../../../../src/features/geospatial/detectors/port-call.js';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import { Scene } from './scene.js';

const ports = new PortTable();
const make = (publish: PublishDetection, { vesselOf }: { vesselOf: ConstructorParameters<typeof PortCall>[2] }) =>
  new PortCall(publish, ports, vesselOf);
const SHIP = 244660000;
/** The quay of Cuxhaven; the position of the port is 53.8647° N 8.7072° E. */
const quay = { lat: 53.87, lon: 8.71 };

/** Returns a scene in which a vessel is under way off the port and then at the quay. */
const arriving = () =>
  new Scene(make)
    .reportVessel(SHIP, 53.89, 8.71, { speedKnots: 8 })
    .wait(600)
    .reportVessel(SHIP, quay.lat, quay.lon, { speedKnots: 0 });

const lying = (scene: Scene, minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 3)
    scene.wait(180).reportVessel(SHIP, quay.lat, quay.lon, { speedKnots: 0 });
  return scene;
};

test('a vessel that is stopped near a port for ten minutes has called there since it stopped', (t) => {
  const scene = arriving();
  const stoppedAt = scene.now;
  const { events } = lying(scene, 12);
  t.like(events, [
    {
      type: 'port_call',
      title: 'SHIP 0: port call at Cuxhaven',
      severity: 1,
      endedAt: null,
      details: { port: 'Cuxhaven' },
    },
  ]);
  t.is(events[0]?.startedAt.getTime(), stoppedAt);
});

test('a vessel that was stopped when first received has not called', (t) => {
  const scene = lying(new Scene(make).reportVessel(SHIP, quay.lat, quay.lon, { speedKnots: 0 }), 60);
  t.deepEqual(scene.events, []);
});

test('a call ends at the last report when the vessel does not report for a week', (t) => {
  const scene = lying(arriving(), 15);
  const last = scene.now;
  t.is(scene.wait(6 * 86_400).events[0]?.endedAt, null);
  t.is(scene.wait(86_400).events[0]?.endedAt?.getTime(), last);
});

test('after a restart the week without a report starts again', (t) => {
  const scene = lying(arriving(), 15)
    .wait(6 * 86_400)
    .restarted(make);
  t.deepEqual(scene.wait(5).wait(6 * 86_400).detections, []);
  t.truthy(scene.wait(2 * 86_400).events[0]?.endedAt);
});

test('a vessel that is stopped for five minutes has not called', (t) => {
  const scene = lying(arriving(), 5);
  t.deepEqual(scene.wait(60).reportVessel(SHIP, quay.lat, quay.lon, { speedKnots: 8 }).events, []);
});

test('a vessel that shifts its berth is still on the same call; nine kilometers away it has left', (t) => {
  const scene = lying(arriving(), 15);
  scene.wait(600).reportVessel(SHIP, 53.9, 8.7, { speedKnots: 6 });
  t.is(scene.events[0]?.endedAt, null);
  scene.wait(1200).reportVessel(SHIP, 54.0, 8.5, { speedKnots: 12 });
  t.is(scene.events.length, 1);
  t.is(scene.events[0]?.endedAt?.getTime(), scene.now);
});

test('a vessel stopped far from every port, or a base station, has not called', (t) => {
  const scene = new Scene(make).reportVessel(1, 0, -30, { speedKnots: 0 }).wait(700).reportVessel(1, 0, -30);
  scene
    .reportVessel(2444, quay.lat, quay.lon, { station: 'base_station', speedKnots: 0 })
    .wait(700)
    .reportVessel(2444, quay.lat, quay.lon);
  t.deepEqual(scene.events, []);
});

test('after a restart a call is not published again and still ends', (t) => {
  const scene = lying(arriving(), 15);
  const next = lying(scene.restarted(make), 30).wait(3_600).reportVessel(SHIP, 54.1, 8.4, { speedKnots: 12 });
  t.deepEqual(
    next.detections.map(({ key, endedAt }) => [key, endedAt === null]),
    [[scene.events[0]?.key, false]],
  );
});

test('the nearest port is found across the antimeridian; far from every port the result is undefined', (t) => {
  t.is(ports.near(53.87, 8.71, 6_000)?.port.name, 'Cuxhaven');
  t.is(ports.near(-40, -140, 100_000), undefined);
  t.is(ports.near(-17, -179.9, 150_000)?.port.name, 'Savusavu Bay');
});

test('tugs, pilots and other service craft do not call at ports', (t) => {
  for (const shipTypeCode of [31, 50, 52, 53]) {
    const scene = new Scene(make)
      .reportVessel(SHIP, 53.89, 8.71, { speedKnots: 8, shipTypeCode })
      .wait(600)
      .reportVessel(SHIP, quay.lat, quay.lon, { speedKnots: 0 });
    t.deepEqual(lying(scene, 15).events, []);
  }
});

test('a call is withdrawn when the vessel turns out to be a tug', (t) => {
  const scene = lying(arriving(), 12);
  scene.reportVessel(SHIP, quay.lat, quay.lon, { shipTypeCode: 52 }).wait(3_600);
  t.like(scene.events, [
    { severity: 1, title: 'SHIP 0: port call at Cuxhaven (withdrawn)', details: { withdrawn: true } },
  ]);
});

test('the details of a call have the measurements and their limits', (t) => {
  t.like(lying(arriving(), 12).events[0]?.details, {
    distanceLimitMeters: 6_000,
    stoppedSeconds: 720,
    stoppedLimitSeconds: 600,
    speedLimitKnots: 1,
  });
});
