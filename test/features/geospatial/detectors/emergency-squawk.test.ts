import test from 'ava';
import type { PublishDetection } from '../../../../src/features/geospatial/detectors/detector.js';
import { EmergencySquawk } from '../../../../src/features/geospatial/detectors/emergency-squawk.js';
import { Scene } from './scene.js';

const make = (publish: PublishDetection, objects: { aircraftOf: ConstructorParameters<typeof EmergencySquawk>[1] }) =>
  new EmergencySquawk(publish, objects.aircraftOf);
const KEY = 0x4ca2d6;

test('a code of emergency that lasts ten seconds is told, with who, where and which', (t) => {
  const { events } = new Scene(make).hears(KEY, 50, 8, { squawk: '7700' }).wait(12).hears(KEY, 50.01, 8);
  t.like(events[0], { type: 'emergency_squawk', severity: 4, endedAt: null, entities: ['aircraft:4ca2d6'], position: { lat: 50.01, lon: 8 } });
  t.regex(events[0]?.title ?? '', /^FLY\d+: emergency squawk 7700$/);
  t.is(events[0]?.startedAt.getTime(), events[0]!.reportedAt.getTime() - 12_000);
});

test('a code passed through on the way to another is not told', (t) => {
  const scene = new Scene(make).hears(KEY, 50, 8, { squawk: '7700' }).wait(5).hears(KEY, 50, 8, { squawk: '7701' });
  t.deepEqual(scene.wait(60).hears(KEY, 50, 8).events, []);
});

test('a code that comes back after another begins anew to last', (t) => {
  const scene = new Scene(make).hears(KEY, 50, 8, { squawk: '7600' }).wait(8).hears(KEY, 50, 8, { squawk: '1000' });
  t.deepEqual(scene.wait(8).hears(KEY, 50, 8, { squawk: '7600' }).wait(8).hears(KEY, 50, 8).events, []);
});

test('it is over when another code is heard for a minute', (t) => {
  const scene = new Scene(make).hears(KEY, 50, 8, { squawk: '7500' }).wait(15).hears(KEY, 50, 8).wait(30).hears(KEY, 50, 8);
  scene.wait(30).hears(KEY, 50, 8, { squawk: '1000' });
  t.is(scene.events[0]?.endedAt, null);
  scene.wait(40).hears(KEY, 50, 8);
  t.is(scene.events.length, 1);
  t.truthy(scene.events[0]?.endedAt);
  t.is(scene.events[0]?.severity, 5);
});

test('it is over when the aircraft is no longer heard, as of when it last was', (t) => {
  const scene = new Scene(make).hears(KEY, 50, 8, { squawk: '7700' }).wait(15).hears(KEY, 50, 8);
  const last = scene.now;
  t.is(scene.wait(400).loses('aircraft', KEY).events[0]?.endedAt?.getTime(), last);
});

test('radio failure that becomes an emergency is the same event, more grave', (t) => {
  const scene = new Scene(make).hears(KEY, 50, 8, { squawk: '7600' }).wait(15).hears(KEY, 50, 8).wait(15).hears(KEY, 50, 8, { squawk: '7700' });
  t.deepEqual(
    scene.detections.map(({ severity }) => severity),
    [3, 4],
  );
  t.is(new Set(scene.detections.map(({ key }) => key)).size, 1);
});

test('a state of emergency counts without a code; a medical flight is none', (t) => {
  t.is(new Scene(make).hears(KEY, 50, 8, { emergency: 'minfuel' }).wait(15).hears(KEY, 50, 8).events[0]?.severity, 3);
  t.deepEqual(new Scene(make).hears(KEY, 50, 8, { emergency: 'lifeguard' }).wait(15).hears(KEY, 50, 8).events, []);
});

test('a restart goes on with the same event', (t) => {
  const scene = new Scene(make).hears(KEY, 50, 8, { squawk: '7700' }).wait(15).hears(KEY, 50, 8);
  const next = scene.restarted(make).wait(20).hears(KEY, 50, 8, { squawk: '7700' }).wait(90).hears(KEY, 50, 8, { squawk: '1000' });
  t.deepEqual(
    next.events.map(({ key, endedAt }) => [key, endedAt !== null]),
    [[scene.events[0]?.key, true]],
  );
});

test('after a restart it is over when the aircraft is not heard for ten minutes', (t) => {
  const scene = new Scene(make).hears(KEY, 50, 8, { squawk: '7700' }).wait(15).hears(KEY, 50, 8);
  const next = scene.restarted(make).wait(1).wait(500);
  t.deepEqual(next.detections, []);
  t.truthy(next.wait(100).events[0]?.endedAt);
});
