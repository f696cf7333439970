import test from 'ava';
import { AisGap } from '../../../../src/features/geospatial/detectors/ais-gap.js';
import type { PublishDetection } from '../../../../src/features/geospatial/detectors/detector.js';
import { Scene } from './scene.js';

const make = (publish: PublishDetection, { vesselOf }: { vesselOf: ConstructorParameters<typeof AisGap>[1] }) => new AisGap(publish, vesselOf);
const DARK = 273000001;

/** She sails for ten minutes and falls silent; another one goes on along the same way, unless nobody does. */
function silence(minutes: number, { witness = true, knots = 10 } = {}): Scene {
  const scene = new Scene(make).sees(DARK, 45, 30, { speedKnots: knots, courseDegrees: 0 }).sails(DARK, 600, 30, knots, 0);
  const from = scene.vessels.get(DARK)?.position ?? { lat: 0, lon: 0 };
  for (let minute = 0; minute < minutes; minute += 1) {
    scene.wait(60);
    // In the same quarter of a degree as she was in, and as she should be in.
    if (witness)
      for (const lat of [from.lat, 45.05, 45.1, 45.2, 45.3]) scene.sees(211000000 + Math.round(lat * 100), lat, 30.01, { speedKnots: 8, courseDegrees: 0 });
  }
  return scene;
}

test('a ship under way that falls silent for half an hour among others that are heard is told', (t) => {
  const { events } = silence(32);
  t.like(events, [{ type: 'ais_gap', severity: 3, endedAt: null, entities: ['vessel:273000001'], details: { lastSpeedKnots: 10 } }]);
});

test('she is not told before half an hour is over', (t) => {
  t.deepEqual(silence(28).events, []);
});

test('where nobody is heard, the receiver may be silent and not the ship', (t) => {
  t.deepEqual(silence(60, { witness: false }).events, []);
});

test('one that lay still is not missed', (t) => {
  t.deepEqual(silence(45, { knots: 0.2 }).events, []);
});

test('when she is heard again it is over, with how long and how far', (t) => {
  const scene = silence(50);
  const { lat } = scene.vessels.get(DARK)?.position ?? { lat: 0 };
  scene.sees(DARK, lat + 0.1, 30, { speedKnots: 10 });
  t.is(scene.events[0]?.endedAt?.getTime(), scene.now);
  t.like(scene.events[0]?.details, { silentSeconds: 3_000, distanceMeters: 11_120 });
});

test('a vessel that is heard again where it fell silent had stopped there: the gap is withdrawn', (t) => {
  const scene = silence(50);
  const { lat } = scene.vessels.get(DARK)?.position ?? { lat: 0 };
  scene.sees(DARK, lat + 0.0007, 30, { speedKnots: 0 });
  const [event] = scene.events;
  t.is(event?.endedAt?.getTime(), scene.now);
  t.like(event, { severity: 1, title: 'SHIP 1: AIS signal lost (withdrawn)', details: { withdrawn: true, distanceMeters: 78, samePlaceLimitMeters: 500 } });
  t.regex(event?.description ?? '', /^Withdrawn: /);
});

test('a vessel that is heard in the same place after seven hours may have been anywhere: the gap stands', (t) => {
  const scene = silence(50).wait(7 * 3_600);
  const { lat } = scene.vessels.get(DARK)?.position ?? { lat: 0 };
  scene.sees(DARK, lat + 0.0007, 30, { speedKnots: 8 });
  t.like(scene.events[0], { severity: 3, details: { withdrawn: false } });
});

for (const shipTypeCode of [31, 33, 50, 51, 52, 53, 55, 59]) {
  test(`a service craft (ship type ${shipTypeCode}) is not missed`, (t) => {
    const scene = new Scene(make).sees(DARK, 45, 30, { speedKnots: 10, courseDegrees: 0, shipTypeCode }).sails(DARK, 600, 30, 10, 0);
    for (let minute = 0; minute < 40; minute += 1) scene.wait(60).sees(2, 45.05, 30.01, { speedKnots: 8 }).sees(3, 45.15, 30.01, { speedKnots: 8 });
    t.deepEqual(scene.events, []);
  });
}

test('a gap says what was measured and against what', (t) => {
  t.like(silence(32).events[0]?.details, { silentSeconds: 1_800, silentLimitSeconds: 1_800, speedLimitKnots: 3, meanIntervalSeconds: 40, reports: 21 });
});

test('a class B boat may switch off when she likes', (t) => {
  const scene = new Scene(make).sees(DARK, 45, 30, { station: 'class_b', speedKnots: 10, courseDegrees: 0 }).sails(DARK, 600, 30, 10, 0);
  for (let minute = 0; minute < 40; minute += 1) scene.wait(60).sees(2, 45.05, 30.01, { speedKnots: 8 }).sees(3, 45.15, 30.01, { speedKnots: 8 });
  t.deepEqual(scene.events, []);
});

test('a restart remembers who was silent and tells the end of it', (t) => {
  const scene = silence(40);
  const next = scene.restarted(make).wait(600).sees(DARK, 45.3, 30, { speedKnots: 9, courseDegrees: 0 });
  t.deepEqual(
    next.detections.map(({ key, endedAt }) => [key, endedAt === null]),
    [[scene.events[0]?.key, false]],
  );
});

test('when a receiver was off and is on again, nobody is taken for silent before she is heard', (t) => {
  const ships = [1, 2, 3, 4, 5];
  const scene = new Scene(make);
  const all = () => {
    for (const key of ships) scene.sees(key, 45.1 + key / 100, 30.01, { speedKnots: 0.5 + key, courseDegrees: 0 });
  };
  for (let minute = 0; minute < 30; minute += 1) {
    scene.wait(60);
    all();
  }
  scene
    .wait(40 * 60)
    .sees(1, 45.11, 30.01)
    .wait(2)
    .wait(2);
  t.deepEqual(scene.events, []);
});

test('a ship that is never heard again is given up after a week', (t) => {
  const scene = silence(40);
  t.is(scene.wait(6 * 86_400).wait(1).events[0]?.endedAt, null);
  t.is(scene.wait(86_400).wait(1).events[0]?.endedAt?.getTime(), scene.now - 1_000);
});
