import test from 'ava';
import { AisGap } from '../../../../src/features/geospatial/detectors/ais-gap.js';
import type {
  Detection,
  OngoingDetection,
  PublishDetection,
} from '../../../../src/features/geospatial/detectors/detector.js';
import type { Movement } from '../../../../src/features/geospatial/movement.js';
import { Scene } from './scene.js';

const make = (publish: PublishDetection, { vesselOf }: { vesselOf: ConstructorParameters<typeof AisGap>[1] }) =>
  new AisGap(publish, vesselOf);
const DARK = 273000001;

/**
 * Returns a scene in which a vessel sails for ten minutes and then sends nothing for `minutes`. Default: other vessels
 * are received around its last and expected positions.
 */
function silence(minutes: number, { witness = true, knots = 10 } = {}): Scene {
  const scene = new Scene(make)
    .reportVessel(DARK, 45, 30, { speedKnots: knots, courseDegrees: 0 })
    .sail(DARK, 600, 30, knots, 0);
  const from = scene.vessels.get(DARK)?.position ?? { lat: 0, lon: 0 };
  for (let minute = 0; minute < minutes; minute += 1) {
    scene.wait(60);
    // Other vessels report from the coverage cells of the vessel's last position and of its expected positions.
    if (witness)
      for (const lat of [from.lat, 45.05, 45.1, 45.2, 45.3])
        scene.reportVessel(211000000 + Math.round(lat * 100), lat, 30.01, { speedKnots: 8, courseDegrees: 0 });
  }
  return scene;
}

test('a vessel under way that is silent for half an hour in coverage is a gap', (t) => {
  const { events } = silence(32);
  t.like(events, [
    { type: 'ais_gap', severity: 3, endedAt: null, entities: ['vessel:273000001'], details: { lastSpeedKnots: 10 } },
  ]);
});

test('there is no gap before half an hour', (t) => {
  t.deepEqual(silence(28).events, []);
});

test('there is no gap where no other vessel is received', (t) => {
  t.deepEqual(silence(60, { witness: false }).events, []);
});

test('a stopped vessel has no gap', (t) => {
  t.deepEqual(silence(45, { knots: 0.2 }).events, []);
});

test('the next report ends the gap, with its duration and distance', (t) => {
  const scene = silence(50);
  const { lat } = scene.vessels.get(DARK)?.position ?? { lat: 0 };
  scene.reportVessel(DARK, lat + 0.1, 30, { speedKnots: 10 });
  t.is(scene.events[0]?.endedAt?.getTime(), scene.now);
  t.like(scene.events[0]?.details, { silentSeconds: 3_000, distanceMeters: 11_120 });
});

test('a gap is withdrawn when the vessel reports again where it fell silent', (t) => {
  const scene = silence(50);
  const { lat } = scene.vessels.get(DARK)?.position ?? { lat: 0 };
  scene.reportVessel(DARK, lat + 0.0007, 30, { speedKnots: 0 });
  const [event] = scene.events;
  t.is(event?.endedAt?.getTime(), scene.now);
  t.like(event, {
    severity: 1,
    title: 'SHIP 1: AIS signal lost (withdrawn)',
    details: { withdrawn: true, distanceMeters: 78, samePlaceLimitMeters: 500 },
  });
  t.regex(event?.description ?? '', /^Withdrawn: /);
});

test('a gap is not withdrawn when the vessel reports in the same place after seven hours', (t) => {
  const scene = silence(50).wait(7 * 3_600);
  const { lat } = scene.vessels.get(DARK)?.position ?? { lat: 0 };
  scene.reportVessel(DARK, lat + 0.0007, 30, { speedKnots: 8 });
  t.like(scene.events[0], { severity: 3, details: { withdrawn: false } });
});

for (const shipTypeCode of [31, 33, 50, 51, 52, 53, 55, 59]) {
  test(`a service craft (ship type ${shipTypeCode}) has no gap`, (t) => {
    const scene = new Scene(make)
      .reportVessel(DARK, 45, 30, { speedKnots: 10, courseDegrees: 0, shipTypeCode })
      .sail(DARK, 600, 30, 10, 0);
    for (let minute = 0; minute < 40; minute += 1)
      scene.wait(60).reportVessel(2, 45.05, 30.01, { speedKnots: 8 }).reportVessel(3, 45.15, 30.01, { speedKnots: 8 });
    t.deepEqual(scene.events, []);
  });
}

test('the details of a gap have the measurements and their limits', (t) => {
  t.like(silence(32).events[0]?.details, {
    silentSeconds: 1_800,
    silentLimitSeconds: 1_800,
    speedLimitKnots: 3,
    meanIntervalSeconds: 40,
    reports: 21,
  });
});

test('a class B vessel has no gap', (t) => {
  const scene = new Scene(make)
    .reportVessel(DARK, 45, 30, { station: 'class_b', speedKnots: 10, courseDegrees: 0 })
    .sail(DARK, 600, 30, 10, 0);
  for (let minute = 0; minute < 40; minute += 1)
    scene.wait(60).reportVessel(2, 45.05, 30.01, { speedKnots: 8 }).reportVessel(3, 45.15, 30.01, { speedKnots: 8 });
  t.deepEqual(scene.events, []);
});

test('an open gap ends after a restart', (t) => {
  const scene = silence(40);
  const next = scene.restarted(make).wait(600).reportVessel(DARK, 45.3, 30, { speedKnots: 9, courseDegrees: 0 });
  t.deepEqual(
    next.detections.map(({ key, endedAt }) => [key, endedAt === null]),
    [[scene.events[0]?.key, false]],
  );
});

test('there is no gap just after a receiver resumes, before the vessels report', (t) => {
  const ships = [1, 2, 3, 4, 5];
  const scene = new Scene(make);
  const all = () => {
    for (const key of ships)
      scene.reportVessel(key, 45.1 + key / 100, 30.01, { speedKnots: 0.5 + key, courseDegrees: 0 });
  };
  for (let minute = 0; minute < 30; minute += 1) {
    scene.wait(60);
    all();
  }
  scene
    .wait(40 * 60)
    .reportVessel(1, 45.11, 30.01)
    .wait(2)
    .wait(2);
  t.deepEqual(scene.events, []);
});

test('a gap without a further report ends after a week', (t) => {
  const scene = silence(40);
  t.is(scene.wait(6 * 86_400).wait(1).events[0]?.endedAt, null);
  t.is(scene.wait(86_400).wait(1).events[0]?.endedAt?.getTime(), scene.now - 1_000);
});

interface Convoy {
  /** Distance abeam of the dark vessel for each companion (m). */
  abeam: number[];
  /** Distance of the companions behind the dark vessel (m). Default: 0. */
  behind?: number;
  knots?: number;
  lon?: number;
  /**
   * Latitude at which the vessel falls silent. Default: the northern edge of a coverage cell, so that the convoy leaves
   * the cell.
   */
  lastLat?: number;
  /** The companions fall silent for eleven minutes, as when a receiver is off, this many minutes after the vessel. */
  pauseAt?: number;
  /** True: the companions turn back when the vessel falls silent. */
  turns?: boolean;
  /** The companions are received only from this many minutes after the silence began. */
  from?: number;
  station?: 'class_a' | 'class_b';
}

/**
 * Returns a scene in which a vessel sails north for an hour with companions and then falls silent. No other vessels are
 * received.
 */
function convoy({
  abeam,
  behind = 0,
  knots = 10,
  lon = 30,
  lastLat = 44.9999,
  pauseAt,
  turns = false,
  from,
  station = 'class_a',
}: Convoy): Scene {
  const scene = new Scene(make);
  const metersPerMinute = knots * 30.8667;
  for (let minute = -60; minute <= 40; minute += 1) {
    scene.wait(60);
    const lat = lastLat + (minute * metersPerMinute) / 111_195;
    if (minute <= 0) scene.reportVessel(DARK, lat, lon, { speedKnots: knots, courseDegrees: 0, station });
    const isOff =
      (from !== undefined && minute < from) || (pauseAt !== undefined && minute > pauseAt && minute <= pauseAt + 11);
    if (isOff) continue;
    const theirs = (turns ? lastLat + (-Math.abs(minute) * metersPerMinute) / 111_195 : lat) - behind / 111_195;
    for (const [index, meters] of abeam.entries()) {
      const east = lon + meters / (111_195 * Math.SQRT1_2);
      scene.reportVessel(index + 1, theirs, east > 180 ? east - 360 : east, {
        speedKnots: knots,
        courseDegrees: turns && minute > 0 ? 180 : 0,
      });
    }
  }
  return scene;
}

test('a vessel that falls silent in a convoy that sails on is a gap, also across the antimeridian', (t) => {
  t.like(convoy({ abeam: [1_000, 2_000] }).events, [
    { type: 'ais_gap', endedAt: null, entities: ['vessel:273000001'] },
  ]);
  t.is(convoy({ abeam: [1_000] }).events.length, 1);
  t.is(convoy({ abeam: [1_000, 2_000], lon: 179.99 }).events.length, 1);
});

test('a companion is within three miles abeam, and nearer to the expected position than the last one of the vessel is', (t) => {
  t.deepEqual([convoy({ abeam: [5_400] }).events.length, convoy({ abeam: [5_700] }).events.length], [1, 0]);
  // At 3.5 knots, the vessel sails 4,321 m in forty minutes.
  t.deepEqual(
    [
      convoy({ abeam: [500], behind: 4_200, knots: 3.5 }).events.length,
      convoy({ abeam: [500], behind: 4_400, knots: 3.5 }).events.length,
    ],
    [1, 0],
  );
});

test('a companion counts in each coverage cell around the expected position', (t) => {
  const slow = { abeam: [500], knots: 3.5 };
  t.is(convoy({ ...slow, behind: 4_200, lastLat: 44.98 }).events.length, 1, 'south');
  t.is(convoy({ ...slow, behind: -4_200, lastLat: 44.95 }).events.length, 1, 'north');
  t.is(convoy({ abeam: [1_000], lon: 30.24 }).events.length, 1, 'east');
  t.is(convoy({ abeam: [-1_000], lon: 30.005 }).events.length, 1, 'west');
});

test('a convoy that turns back, that was not received all the time, or that joined later proves no gap', (t) => {
  t.deepEqual(convoy({ abeam: [1_000, 2_000], turns: true }).events, []);
  t.deepEqual(convoy({ abeam: [1_000, 2_000], pauseAt: 5 }).events, []);
  t.deepEqual(convoy({ abeam: [1_000, 2_000], from: 5 }).events, []);
});

test('stopped and class B vessels have no gap in a convoy either', (t) => {
  t.deepEqual(convoy({ abeam: [1_000], knots: 2.9 }).events, []);
  t.deepEqual(convoy({ abeam: [1_000], station: 'class_b' }).events, []);
});

test('an open gap says when all sources fell silent, and its end how long they explain', (t) => {
  const scene = silence(40);
  t.like(scene.events[0], { details: { reception: 'received', receptionSilentSeconds: 0 } });
  t.regex(scene.events[0]?.description ?? '', /^Other vessels are received there/);
  const cutAt = scene.now;
  for (let minute = 0; minute < 60; minute += 1) scene.wait(60);
  const [silent] = scene.events;
  t.is(silent?.details?.reception, 'all_silent');
  t.regex(silent?.description ?? '', /^All sources are silent/);
  const { lat } = scene.vessels.get(DARK)?.position ?? { lat: 0 };
  scene.reportVessel(DARK, lat + 0.2, 30, { speedKnots: 10 });
  const [ended] = scene.events;
  t.is(ended?.endedAt?.getTime(), scene.now);
  const seconds = Number(ended?.details?.receptionSilentSeconds);
  t.true(Math.abs(seconds - (scene.now - cutAt) / 1_000) <= 60, `${seconds} s`);
  t.regex(ended?.description ?? '', /no vessel was received there/);
});

test('a gap of a vessel whose source is silent, while another source is received, has a lower severity and says so', (t) => {
  const scene = new Scene(make);
  scene.provider = 'ais';
  scene.reportVessel(DARK, 45, 30, { speedKnots: 10, courseDegrees: 0 }).sail(DARK, 600, 30, 10, 0);
  scene.provider = 'aisstream';
  for (let minute = 0; minute < 32; minute += 1) {
    scene.wait(60);
    for (const lat of [45, 45.05, 45.1, 45.2])
      scene.reportVessel(211000000 + Math.round(lat * 100), lat, 30.01, { speedKnots: 8, courseDegrees: 0 });
  }
  t.like(scene.events[0], { severity: 2, details: { reception: 'source_silent', source: 'ais' } });
  t.regex(scene.events[0]?.description ?? '', /The source that received the vessel \(ais\) receives no vessel/);
});

/** Returns a detector that continues the gap of a scene after a pause, with a function that passes minutes. */
function resumed(scene: Scene, pauseMinutes: number, report?: (now: number) => void) {
  const [gap] = scene.events;
  const changes: Detection[] = [];
  const detector = new AisGap(
    (change) => void changes.push(change),
    () => undefined,
  );
  let now = scene.now + pauseMinutes * 60_000;
  detector.resume({ ...gap, details: gap?.details ?? {} } as OngoingDetection, pauseMinutes * 60_000);
  const pass = (minutes: number, isReceived: boolean) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      now += 60_000;
      report?.(now);
      const at = { layer: 'vessels', key: 211_000_001, lat: 45.2, lon: 30.01, observedAt: now } as const;
      const motion = { speedKnots: 8, courseDegrees: 0, provider: 'ais' };
      if (isReceived) detector.moved({ ...gap, ...at, ...motion } as unknown as Movement);
      detector.check(now);
    }
  };
  return { changes, pass, now: () => now };
}

test('a gap that is open at a restart states the time without the service, once vessels are received again', (t) => {
  const scene = silence(40);
  const { changes, pass } = resumed(scene, 90);
  pass(9, true);
  t.deepEqual(changes, [], 'before ten minutes have passed');
  pass(3, true);
  t.is(changes.length, 1);
  t.like(changes[0], { details: { receptionSilentSeconds: 5_400, receptionSilentSince: '' } });
  pass(20, true);
  t.is(changes.length, 1);
});

test('a gap states that all sources are silent after a restart too, and a short restart changes nothing', (t) => {
  const scene = silence(40);
  const silent = resumed(scene, 5);
  silent.pass(12, false);
  t.is(silent.changes.length, 1);
  t.not(silent.changes[0]?.details?.reception, 'received');
  t.true(Number.isFinite(Date.parse(String(silent.changes[0]?.details?.receptionSilentSince))));
});
