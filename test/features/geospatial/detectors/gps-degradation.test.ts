import test from 'ava';
import type { PublishDetection } from '../../../../src/features/geospatial/detectors/detector.js';
import { GpsDegradation } from '../../../../src/features/geospatial/detectors/gps-degradation.js';
import { Scene } from './scene.js';

const make = (publish: PublishDetection, { aircraftOf }: { aircraftOf: ConstructorParameters<typeof GpsDegradation>[1] }) =>
  new GpsDegradation(publish, aircraftOf);

/** Eight aircraft over the eastern Mediterranean, of which some lose their positions. */
function over(scene: Scene, bad: number, lat = 34.5): Scene {
  for (let key = 1; key <= 8; key += 1) scene.hears(key, lat + key / 100, 33, key <= bad ? { nacP: 0, nic: 0 } : { nacP: 9, nic: 8 });
  return scene;
}

test('where a quarter of the aircraft lose a position that was good, navigation is disturbed', (t) => {
  const { events } = over(over(new Scene(make), 0).wait(60), 4).wait(20);
  t.like(events, [{ type: 'gps_degradation', severity: 3, endedAt: null, position: { lat: 35, lon: 33 } }]);
  t.like(events[0]?.details, { affectedAircraft: 4, seenAircraft: 8, affectedShare: 0.5 });
  t.is(events[0]?.entities?.length, 4);
});

test('transponders that never had a good position say nothing about the place', (t) => {
  t.deepEqual(over(new Scene(make), 8).wait(20).events, []);
});

test('two are too few', (t) => {
  t.deepEqual(over(over(new Scene(make), 0).wait(60), 2).wait(20).events, []);
});

test('it is the same event while it spreads, and over when they are well again', (t) => {
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

test('a restart does not end it before the aircraft there are heard again', (t) => {
  const scene = over(over(new Scene(make), 0).wait(60), 4).wait(20);
  const next = scene.restarted(make).wait(20).wait(20);
  t.deepEqual(next.detections, []);
  t.truthy(next.wait(600).events[0]?.endedAt);
});
