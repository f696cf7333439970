import test from 'ava';
import type { PublishDetection } from '../../../../src/features/geospatial/detectors/detector.js';
import { GpsDegradation } from '../../../../src/features/geospatial/detectors/gps-degradation.js';
import { Scene } from './scene.js';

const make = (
  publish: PublishDetection,
  { aircraftOf }: { aircraftOf: ConstructorParameters<typeof GpsDegradation>[1] },
) => new GpsDegradation(publish, aircraftOf);

/** Reports eight aircraft over the eastern Mediterranean; the first `bad` of them have lost their accuracy. */
function over(scene: Scene, bad: number, lat = 34.5): Scene {
  for (let key = 1; key <= 8; key += 1)
    scene.reportAircraft(key, lat + key / 100, 33, key <= bad ? { nacP: 0, nic: 0 } : { nacP: 9, nic: 8 });
  return scene;
}

test('an area is degraded when a quarter of its aircraft lose good accuracy', (t) => {
  const { events } = over(over(new Scene(make), 0).wait(60), 4).wait(20);
  t.like(events, [{ type: 'gps_degradation', severity: 3, endedAt: null, position: { lat: 35, lon: 33 } }]);
  t.like(events[0]?.details, { affectedAircraft: 4, seenAircraft: 8, affectedShare: 0.5 });
  t.is(events[0]?.entities?.length, 4);
});

test('transponders that never had good accuracy are not counted', (t) => {
  t.deepEqual(over(new Scene(make), 8).wait(20).events, []);
});

test('two aircraft are too few', (t) => {
  t.deepEqual(over(over(new Scene(make), 0).wait(60), 2).wait(20).events, []);
});

test('the event continues while more aircraft are degraded, and ends when they recover', (t) => {
  const scene = over(over(new Scene(make), 0).wait(60), 3).wait(20);
  over(scene.wait(30), 6).wait(20);
  t.deepEqual(
    scene.detections.map(({ severity }) => severity),
    [2, 3],
  );
  over(scene.wait(60), 0).wait(20);
  t.is(scene.events.length, 1);
  t.truthy(scene.events[0]?.endedAt);
});

test('after a restart the event does not end before its aircraft report again', (t) => {
  const scene = over(over(new Scene(make), 0).wait(60), 4).wait(20);
  const next = scene.restarted(make).wait(20).wait(20);
  t.deepEqual(next.detections, []);
  t.truthy(next.wait(600).events[0]?.endedAt);
});
