import test from 'ava';
import type { PublishDetection } from '../../../../src/features/geospatial/detectors/detector.js';
import { EmergencySquawk } from '../../../../src/features/geospatial/detectors/emergency-squawk.js';
import { Scene } from './scene.js';

const make = (publish: PublishDetection, objects: { aircraftOf: ConstructorParameters<typeof EmergencySquawk>[1] }) =>
  new EmergencySquawk(publish, objects.aircraftOf);
const KEY = 0x4ca2d6;

test('an emergency code that lasts ten seconds is published with the aircraft, its position and the code', (t) => {
  const { events } = new Scene(make)
    .reportAircraft(KEY, 50, 8, { squawk: '7700' })
    .wait(12)
    .reportAircraft(KEY, 50.01, 8);
  t.like(events[0], {
    type: 'emergency_squawk',
    severity: 4,
    endedAt: null,
    entities: ['aircraft:4ca2d6'],
    position: { lat: 50.01, lon: 8 },
  });
  t.regex(events[0]?.title ?? '', /^FLY\d+: emergency squawk 7700$/);
  t.is(events[0]?.startedAt.getTime(), events[0]!.reportedAt.getTime() - 12_000);
});

test('a code dialed through on the way to another is not published', (t) => {
  const scene = new Scene(make)
    .reportAircraft(KEY, 50, 8, { squawk: '7700' })
    .wait(5)
    .reportAircraft(KEY, 50, 8, { squawk: '7701' });
  t.deepEqual(scene.wait(60).reportAircraft(KEY, 50, 8).events, []);
});

test('a code that comes back after another must last ten seconds again', (t) => {
  const scene = new Scene(make)
    .reportAircraft(KEY, 50, 8, { squawk: '7600' })
    .wait(8)
    .reportAircraft(KEY, 50, 8, { squawk: '1000' });
  t.deepEqual(
    scene.wait(8).reportAircraft(KEY, 50, 8, { squawk: '7600' }).wait(8).reportAircraft(KEY, 50, 8).events,
    [],
  );
});

test('the event ends when another code is reported for a minute', (t) => {
  const scene = new Scene(make)
    .reportAircraft(KEY, 50, 8, { squawk: '7500' })
    .wait(15)
    .reportAircraft(KEY, 50, 8)
    .wait(30)
    .reportAircraft(KEY, 50, 8);
  scene.wait(30).reportAircraft(KEY, 50, 8, { squawk: '1000' });
  t.is(scene.events[0]?.endedAt, null);
  scene.wait(40).reportAircraft(KEY, 50, 8);
  t.is(scene.events.length, 1);
  t.truthy(scene.events[0]?.endedAt);
  t.is(scene.events[0]?.severity, 5);
});

test('the event of an expired aircraft ends at its last report', (t) => {
  const scene = new Scene(make).reportAircraft(KEY, 50, 8, { squawk: '7700' }).wait(15).reportAircraft(KEY, 50, 8);
  const last = scene.now;
  t.is(scene.wait(400).expire('aircraft', KEY).events[0]?.endedAt?.getTime(), last);
});

test('a radio failure that becomes an emergency is the same event with a higher severity', (t) => {
  const scene = new Scene(make)
    .reportAircraft(KEY, 50, 8, { squawk: '7600' })
    .wait(15)
    .reportAircraft(KEY, 50, 8)
    .wait(15)
    .reportAircraft(KEY, 50, 8, { squawk: '7700' });
  t.deepEqual(
    scene.detections.map(({ severity }) => severity),
    [3, 4],
  );
  t.is(new Set(scene.detections.map(({ key }) => key)).size, 1);
});

test('an emergency state counts without a code; a medical flight is not an emergency', (t) => {
  t.is(
    new Scene(make).reportAircraft(KEY, 50, 8, { emergency: 'minfuel' }).wait(15).reportAircraft(KEY, 50, 8).events[0]
      ?.severity,
    3,
  );
  t.deepEqual(
    new Scene(make).reportAircraft(KEY, 50, 8, { emergency: 'lifeguard' }).wait(15).reportAircraft(KEY, 50, 8).events,
    [],
  );
});

test('the same event continues after a restart', (t) => {
  const scene = new Scene(make).reportAircraft(KEY, 50, 8, { squawk: '7700' }).wait(15).reportAircraft(KEY, 50, 8);
  const next = scene
    .restarted(make)
    .wait(20)
    .reportAircraft(KEY, 50, 8, { squawk: '7700' })
    .wait(90)
    .reportAircraft(KEY, 50, 8, { squawk: '1000' });
  t.deepEqual(
    next.events.map(({ key, endedAt }) => [key, endedAt !== null]),
    [[scene.events[0]?.key, true]],
  );
});

test('after a restart the event ends when the aircraft does not report for ten minutes', (t) => {
  const scene = new Scene(make).reportAircraft(KEY, 50, 8, { squawk: '7700' }).wait(15).reportAircraft(KEY, 50, 8);
  const next = scene.restarted(make).wait(1).wait(500);
  t.deepEqual(next.detections, []);
  t.truthy(next.wait(100).events[0]?.endedAt);
});
