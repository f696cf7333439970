import { readFileSync } from 'node:fs';
import test from 'ava';
import { BeastReader } from '../../../../../src/features/geospatial/adsb/beast/beast-reader.js';
import {
  feetOfCode,
  squawkOfCode,
  velocityOf,
} from '../../../../../src/features/geospatial/adsb/beast/mode-s-values.js';
import { SbsReader } from '../../../../../src/features/geospatial/adsb/sbs-reader.js';
import { NON_ICAO } from '../../../../../src/features/geospatial/layer.js';
import type { AircraftReport } from '../../../../../src/features/geospatial/observation.js';
import type { Position } from '../../../../../src/features/geospatial/position.js';
import { destination, distanceMeters } from '../../../../../src/features/geospatial/sphere.js';
import { airborne, beast, hex, reply, squitter, surface } from '../../../../support/mode-s.js';
import { randomNumbers } from '../../../../support/random-numbers.js';

const START = Date.UTC(2026, 10, 21);
const ADDRESS = 0x4ca2d6;

function reading({ receiver, maxAircraft }: { receiver?: Position; maxAircraft?: number } = {}) {
  const reports: AircraftReport[] = [];
  const time = { now: START };
  const reader = new BeastReader({
    provider: 'adsb',
    now: () => time.now,
    take: (report) => void reports.push(report),
    receiver: () => receiver,
    ...(maxAircraft === undefined ? {} : { maxAircraft }),
  });
  const send = (content: readonly number[], afterMs = 500) => {
    time.now += afterMs;
    reader.write(beast(content, Math.round((time.now - START) * 12_000) + 1));
  };
  /** Sends positions of an aircraft that flies east at 450 knots from a place, two a second. */
  const fly = (from: Position, count: number, address = ADDRESS, everyMs = 500) => {
    for (let at = 0; at < count; at += 1) {
      const { lat, lon } = destination(from.lat, from.lon, 90, 231.5 * (everyMs / 1_000) * at);
      send(squitter(address, airborne(lat, lon, at % 2 === 1)), everyMs);
    }
  };
  const placed = () => reports.filter(({ lat }) => lat !== undefined) as Array<AircraftReport & Position>;
  return { reader, reports, time, send, fly, placed };
}

const paris = { lat: 48.85, lon: 2.35 };

test('published messages have their published values', (t) => {
  // J. Sun, The 1090 Megahertz Riddle, chapters 4, 5, 7 and 8.
  const { reader, reports, send } = reading();
  send(hex('8D4840D6202CC371C32CE0576098'));
  t.like(reports[0], { key: 0x4840d6, callsign: 'KLM1023', provider: 'adsb', isTimedOnArrival: true });
  t.is(reports[0]?.category, undefined);
  send(hex('8D485020994409940838175B284F'));
  t.like(reports[1], { groundSpeedKnots: 159.2, trackDegrees: 182.88, verticalRateFpm: -832 });
  send(hex('8DA05F219B06B6AF189400CBC33F'));
  t.like(reports[2], { trueAirspeedKnots: 375, verticalRateFpm: -2_304 });
  t.is(reports[2]?.trackDegrees, undefined);
  t.is(velocityOf(Uint8Array.from(hex('9B06B6AF189400')), 0)?.headingDegrees?.toFixed(2), '243.98');
  send(hex('8D40621D58C382D690C8AC2863A7'));
  t.like(reports[3], { key: 0x40621d, altitudeFeet: 38_000, onGround: false });
  t.deepEqual(Object.values(reader.counts), [0, 0, 0, 0, 0, 0]);
});

test('recorded frames have the positions that dump1090 decoded from them', (t) => {
  const { send, placed, reader } = reading();
  const frames = readFileSync('test/fixtures/geo/feeds/mode-s-frames.csv', 'utf8').trim().split('\n');
  let last = Number.NaN;
  for (const frame of frames) {
    const [second = '', content = ''] = frame.split(',');
    send(hex(content), Number.isNaN(last) ? 0 : Math.max(50, (Number(second) - last) * 1_000));
    last = Number(second);
  }
  const known: Array<{ lat: number; lon: number }> = [];
  const sbs = new SbsReader({
    provider: 'adsb',
    now: () => 0,
    take: ({ lat, lon }) => {
      if (lat != null && lon != null) known.push({ lat, lon });
    },
  });
  sbs.write(readFileSync('test/fixtures/geo/feeds/basestation-300.sbs'));
  sbs.end();
  // The recording of dump1090 ends after these.
  const distances = placed()
    .slice(0, 60)
    .map((place) => Math.min(...known.map(({ lat, lon }) => distanceMeters(place.lat, place.lon, lat, lon))));
  t.log({ frames: frames.length, positions: placed().length, furthest: Math.max(...distances) });
  t.is(distances.length, 60);
  t.true(
    distances.every((meters) => meters < 10),
    'recorded positions have four to five decimals',
  );
  t.is(reader.counts.parity, 0);
});

test('chunks may end anywhere, and doubled escapes are one byte', (t) => {
  const whole = reading();
  const escaped = squitter(0x1a1a1a, airborne(paris.lat, paris.lon, false));
  const bytes = Buffer.concat([beast(escaped, 0x1a1a1a1a1a1a, 0x1a), beast(hex('8D4840D6202CC371C32CE0576098'), 0x1a)]);
  whole.reader.write(bytes);
  t.deepEqual(
    whole.reports.map(({ key }) => key),
    [0x1a1a1a, 0x4840d6],
  );
  for (let at = 1; at < bytes.length; at += 1) {
    const split = reading();
    split.reader.write(bytes.subarray(0, at));
    split.reader.write(bytes.subarray(at));
    t.deepEqual(split.reports, whole.reports);
    t.deepEqual(Object.values(split.reader.counts), [0, 0, 0, 0, 0, 0]);
  }
});

test('an incomplete message, an unknown type and bytes outside messages are counted, and the next message is read', (t) => {
  const { reader, reports } = reading();
  const valid = beast(hex('8D4840D6202CC371C32CE0576098'));
  reader.write(Buffer.from('noise'));
  reader.write(valid.subarray(0, 12));
  reader.write(valid);
  reader.write(Buffer.from([0x1a, 0x39, 1, 2, 3]));
  reader.write(beast([1, 2]));
  reader.write(valid);
  reader.write(valid.subarray(0, 5));
  reader.end();
  t.is(reports.length, 2);
  t.like(reader.counts, { no_start: 1, length: 3, parity: 0 });
  t.is(reader.passed, 1);
});

test('the first position needs two pairs, and later ones one message', (t) => {
  const { fly, placed, time, send } = reading();
  fly(paris, 3);
  t.is(placed().length, 0);
  fly(destination(paris.lat, paris.lon, 90, 231.5 * 1.5), 1);
  const { lat, lon } = destination(paris.lat, paris.lon, 90, 231.5 * 2);
  send(squitter(ADDRESS, airborne(lat, lon, true)));
  t.is(placed().length, 1);
  send(squitter(ADDRESS, airborne(lat, lon, true)));
  t.is(placed().length, 2);
  t.true(placed().every((place) => distanceMeters(place.lat, place.lon, lat, lon) < 400));
  t.is(placed()[1]?.observedAt, time.now);
});

test('messages more than ten seconds apart are no pair, by the time of arrival and by the clock of the receiver', (t) => {
  const apart = (seconds: number) => {
    const { placed, send } = reading();
    for (let at = 0; at < 12; at += 1)
      send(squitter(ADDRESS, airborne(paris.lat, paris.lon, at % 2 === 1)), seconds * 1_000);
    return placed().length;
  };
  t.true(apart(10) > 0);
  t.is(apart(10.1), 0);
  const late = reading();
  // The clock is compared with times of arrival first; then a stalled connection delivers two minutes at once.
  late.fly({ lat: 40, lon: 2 }, 20, 0x3c0001);
  let ticks = (late.time.now - START) * 12_000;
  late.time.now += 130_000;
  for (let at = 0; at < 12; at += 1) {
    ticks += 10_100 * 12_000;
    late.reader.write(beast(squitter(ADDRESS, airborne(paris.lat, paris.lon, at % 2 === 1)), ticks));
  }
  t.is(late.placed().filter(({ key }) => key === ADDRESS).length, 0);
});

test('two aircraft with one address, and a jump, give no wrong position', (t) => {
  const { send, placed, fly } = reading();
  const far = { lat: 41.9, lon: 12.5 };
  for (let at = 0; at < 40; at += 1) {
    const place = at % 4 < 2 ? paris : far;
    send(squitter(ADDRESS, airborne(place.lat, place.lon, at % 2 === 1)));
  }
  const isTrue = ({ lat, lon }: Position) =>
    [paris, far].some((place) => distanceMeters(place.lat, place.lon, lat, lon) < 5_000);
  t.true(placed().every(isTrue));
  fly(far, 30);
  t.true(placed().every((place) => isTrue(place)));
  const last = placed().at(-1) as Position;
  t.true(distanceMeters(last.lat, last.lon, far.lat, far.lon) < 5_000);
});

test('garbled streams give no report that was not sent', (t) => {
  const random = randomNumbers(3);
  const { reader, reports, placed, time } = reading();
  const parts: Buffer[] = [];
  for (let at = 0; at < 4_000; at += 1) {
    const { lat, lon } = destination(paris.lat, paris.lon, 90, 115 * at);
    const part = Buffer.from(beast(squitter(ADDRESS, airborne(lat, lon, at % 2 === 1)), at * 6_000_000));
    for (let byte = 0; byte < part.length; byte += 1) if (random() < 0.02) part[byte] = Math.floor(random() * 256);
    parts.push(part);
  }
  for (const [at, part] of parts.entries()) {
    time.now = START + at * 500;
    reader.write(part);
  }
  t.true(reader.counts.parity > 200 && reader.counts.length > 50);
  t.true(placed().length > 1_000);
  t.deepEqual(new Set(reports.map(({ key }) => key)), new Set([ADDRESS]));
  for (const { lat, lon, observedAt } of placed()) {
    const flown = destination(paris.lat, paris.lon, 90, 115 * ((observedAt - START) / 500));
    t.true(distanceMeters(lat, lon, flown.lat, flown.lon) < 300);
  }
});

test('a flood of random bytes and of addresses uses bounded memory', (t) => {
  const random = randomNumbers(5);
  const { reader, reports, send, time } = reading({ maxAircraft: 100 });
  const noise = Buffer.from(Array.from({ length: 1_000_000 }, () => Math.floor(random() * 256)));
  reader.write(noise);
  t.is(reports.length, 0);
  for (let address = 1; address <= 1_000; address += 1) send(squitter(address, hex('202CC371C32CE0')), 1);
  t.deepEqual([reader.size, reader.counts.too_many, reports.length], [100, 900, 100]);
  time.now += 5 * 60_000 + 1;
  send(squitter(2_000, hex('202CC371C32CE0')));
  t.deepEqual([reader.size, reports.at(-1)?.key], [1, 2_000]);
});

test('positions on the ground need the position of the receiver, or one in flight before', (t) => {
  const schiphol = { lat: 52.31, lon: 4.76 };
  const without = reading();
  for (const isOdd of [false, true, false]) without.send(squitter(ADDRESS, surface(52.3207, 4.7347, isOdd)));
  t.like(without.reports[0], { onGround: true, altitudeFeet: null, groundSpeedKnots: 15, trackDegrees: 180 });
  t.is(without.placed().length, 0);
  const withReceiver = reading({ receiver: schiphol });
  for (const isOdd of [false, true, false]) withReceiver.send(squitter(ADDRESS, surface(52.3207, 4.7347, isOdd)));
  t.is(withReceiver.placed().length, 2);
  t.true(withReceiver.placed().every(({ lat, lon }) => distanceMeters(lat, lon, 52.3207, 4.7347) < 2));
  const landed = reading();
  landed.fly(schiphol, 8);
  landed.send(squitter(ADDRESS, surface(52.312, 4.79, false)), 10_000);
  t.true(distanceMeters(landed.placed().at(-1)?.lat ?? 0, landed.placed().at(-1)?.lon ?? 0, 52.312, 4.79) < 2);
});

test('positions more than 800 km from the receiver are left out', (t) => {
  const placed = (kilometers: number) => {
    const receiver = destination(paris.lat, paris.lon, 0, kilometers * 1_000);
    const one = reading({ receiver });
    one.fly(paris, 12);
    return one.placed().length;
  };
  t.true(placed(790) > 0);
  t.is(placed(810), 0);
});

test('altitudes and squawks of published codes have their values', (t) => {
  // The tests of pyModeS: Gillham codes in the order D2 D4 A1 A2 A4 B1 B2 B4 C1 C2 C4, and two replies.
  const places = [2, 0, 11, 9, 7, 5, 3, 1, 12, 10, 8];
  const feetOf = (gray: string) =>
    feetOfCode([...gray].reduce((code, bit, at) => code | (Number(bit) << (places[at] as number)), 0));
  const published = { '00000000010': -1_000, '00000011010': 0, '00000010011': 600, '00001001001': 5_800 };
  for (const [gray, feet] of Object.entries({ ...published, '00011100100': 10_300, '01010101100': 50_200 }))
    t.is(feetOf(gray), feet, gray);
  t.is(feetOf('00000000000'), undefined);
  t.is(feetOfCode(0x14b4), 32_300);
  t.is(feetOfCode(0x14b4 | 0x40), undefined);
  t.is(squawkOfCode(0x092d), '1346');
});

test('replies count for aircraft that a squitter made known, for five minutes', (t) => {
  const { send, reports, reader } = reading();
  send(reply(ADDRESS, 4, 0x14b4));
  t.is(reports.length, 0);
  send(squitter(ADDRESS, hex('202CC371C32CE0')));
  send(reply(ADDRESS, 4, 0x14b4));
  t.is(reports.at(-1)?.altitudeFeet, 32_300);
  send(reply(ADDRESS, 5, 0x092d));
  t.like(reports.at(-1), { squawk: '1346', emergency: 'none' });
  const before = reports.length;
  send(reply(ADDRESS + 1, 4, 0x14b4));
  send(reply(ADDRESS, 4, 0x14b4), 300_001);
  t.is(reports.length, before);
  t.is(reader.counts.parity, 0);
});

test('emergencies, categories and addresses that are not of ICAO are read', (t) => {
  const { send, reports } = reading();
  // From the tests of pyModeS.
  send(hex('8DA2C1B6E112B600000000760759'));
  t.like(reports[0], { key: 0xa2c1b6, squawk: '6513', emergency: 'none' });
  send(squitter(ADDRESS, [0xe1, (4 << 5) | 0x12, 0xb6, 0, 0, 0, 0]));
  t.like(reports[1], { squawk: '6513', emergency: 'nordo' });
  send(squitter(ADDRESS, [0x25, ...hex('2CC371C32CE0')]));
  t.like(reports[2], { callsign: 'KLM1023', category: 'A5' });
  send(squitter(0x2b1234, hex('202CC371C32CE0'), 0x91));
  t.is(reports[3]?.key, 0x2b1234 + NON_ICAO);
  send(squitter(0x2b1234, hex('202CC371C32CE0'), 0x93));
  t.is(reports.length, 4);
});
