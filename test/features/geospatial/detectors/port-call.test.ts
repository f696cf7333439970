import 'reflect-metadata';
import test from 'ava';
import type { PublishDetection } from '../../../../src/features/geospatial/detectors/detector.js';
import { PortCall } from '../../../../src/features/geospatial/detectors/port-call.js';
import { PortTable } from '../../../../src/features/geospatial/detectors/port-table.js';
import { Scene } from './scene.js';

const ports = new PortTable();
const make = (publish: PublishDetection, { vesselOf }: { vesselOf: ConstructorParameters<typeof PortCall>[2] }) => new PortCall(publish, ports, vesselOf);
const SHIP = 244660000;
/** Off the quay of Cuxhaven, whose point is at 53.8647, 8.7072. */
const quay = { lat: 53.87, lon: 8.71 };

/** Under way off the port, and then at the quay. */
const arriving = () => new Scene(make).sees(SHIP, 53.89, 8.71, { speedKnots: 8 }).wait(600).sees(SHIP, quay.lat, quay.lon, { speedKnots: 0 });

const lying = (scene: Scene, minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 3) scene.wait(180).sees(SHIP, quay.lat, quay.lon, { speedKnots: 0 });
  return scene;
};

test('a ship that lies still near a port for ten minutes has called there since she stopped', (t) => {
  const scene = arriving();
  const stoppedAt = scene.now;
  const { events } = lying(scene, 12);
  t.like(events, [{ type: 'port_call', title: 'SHIP 0: port call at Cuxhaven', severity: 1, endedAt: null, details: { port: 'Cuxhaven' } }]);
  t.is(events[0]?.startedAt.getTime(), stoppedAt);
});

test('a ship that lay there when she was first heard has not come', (t) => {
  const scene = lying(new Scene(make).sees(SHIP, quay.lat, quay.lon, { speedKnots: 0 }), 60);
  t.deepEqual(scene.events, []);
});

test('a call is over, as of her last report, when nothing was heard of her for a week', (t) => {
  const scene = lying(arriving(), 15);
  const last = scene.now;
  t.is(scene.wait(6 * 86_400).events[0]?.endedAt, null);
  t.is(scene.wait(86_400).events[0]?.endedAt?.getTime(), last);
});

test('after a restart the week begins anew for who lies there unheard', (t) => {
  const scene = lying(arriving(), 15)
    .wait(6 * 86_400)
    .restarted(make);
  t.deepEqual(scene.wait(5).wait(6 * 86_400).detections, []);
  t.truthy(scene.wait(2 * 86_400).events[0]?.endedAt);
});

test('one that waits for five minutes has not called', (t) => {
  const scene = lying(arriving(), 5);
  t.deepEqual(scene.wait(60).sees(SHIP, quay.lat, quay.lon, { speedKnots: 8 }).events, []);
});

test('shifting her berth is still the same call; nine kilometres off she has left', (t) => {
  const scene = lying(arriving(), 15);
  scene.wait(600).sees(SHIP, 53.9, 8.7, { speedKnots: 6 });
  t.is(scene.events[0]?.endedAt, null);
  scene.wait(1200).sees(SHIP, 54.0, 8.5, { speedKnots: 12 });
  t.is(scene.events.length, 1);
  t.is(scene.events[0]?.endedAt?.getTime(), scene.now);
});

test('far from every port lying still is no call, and a base station never calls', (t) => {
  const scene = new Scene(make).sees(1, 0, -30, { speedKnots: 0 }).wait(700).sees(1, 0, -30);
  scene.sees(2444, quay.lat, quay.lon, { station: 'base_station', speedKnots: 0 }).wait(700).sees(2444, quay.lat, quay.lon);
  t.deepEqual(scene.events, []);
});

test('a restart tells no call twice and still tells its end', (t) => {
  const scene = lying(arriving(), 15);
  const next = lying(scene.restarted(make), 30).wait(3_600).sees(SHIP, 54.1, 8.4, { speedKnots: 12 });
  t.deepEqual(
    next.detections.map(({ key, endedAt }) => [key, endedAt === null]),
    [[scene.events[0]?.key, false]],
  );
});

test('the nearest port is found across the antimeridian, and none where there is none', (t) => {
  t.is(ports.near(53.87, 8.71, 6_000)?.port.name, 'Cuxhaven');
  t.is(ports.near(-40, -140, 100_000), undefined);
  t.is(ports.near(-17, -179.9, 150_000)?.port.name, 'Savusavu Bay');
});

test('tugs, pilots and other service craft do not call at the ports they work in', (t) => {
  for (const shipTypeCode of [31, 50, 52, 53]) {
    const scene = new Scene(make).sees(SHIP, 53.89, 8.71, { speedKnots: 8, shipTypeCode }).wait(600).sees(SHIP, quay.lat, quay.lon, { speedKnots: 0 });
    t.deepEqual(lying(scene, 15).events, []);
  }
});

test('a call is withdrawn when the vessel turns out to be a tug', (t) => {
  const scene = lying(arriving(), 12);
  scene.sees(SHIP, quay.lat, quay.lon, { shipTypeCode: 52 }).wait(3_600);
  t.like(scene.events, [{ severity: 1, title: 'SHIP 0: port call at Cuxhaven (withdrawn)', details: { withdrawn: true } }]);
});

test('a call says what was measured and against what', (t) => {
  t.like(lying(arriving(), 12).events[0]?.details, { distanceLimitMeters: 6_000, stoppedSeconds: 720, stoppedLimitSeconds: 600, speedLimitKnots: 1 });
});
