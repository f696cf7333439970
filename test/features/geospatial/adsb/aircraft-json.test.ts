import { readFileSync } from 'node:fs';
import test from 'ava';
import { readAircraftJson } from '../../../../src/features/geospatial/adsb/aircraft-json.js';
import { idOf, NON_ICAO } from '../../../../src/features/geospatial/layer.js';
import type { AircraftReport } from '../../../../src/features/geospatial/observation.js';

const receivedAt = Date.UTC(2026, 10, 21);
const source = { provider: 'adsb', receivedAt };
const recorded = (name: string) => JSON.parse(readFileSync(`test/fixtures/geo/${name}`, 'utf8'));
/** Returns the reported fields, without undefined ones. */
const announced = (report: AircraftReport | undefined) =>
  Object.fromEntries(Object.entries(report ?? {}).filter(([, value]) => value !== undefined));
const one = (aircraft: unknown, now: unknown = 1_790_000_000) =>
  readAircraftJson({ now, aircraft: [aircraft] }, source).reports[0];

test('an aircraft of a receiver is converted to the fields and units of the service', (t) => {
  const { reports } = readAircraftJson(recorded('feeds/dump1090fa-aircraft.json'), source);
  t.deepEqual(announced(reports.find(({ callsign, lat }) => callsign !== undefined && lat !== undefined)), {
    key: 0x3c71a1,
    provider: 'adsb',
    receivedAt,
    observedAt: 1_785_349_715_600,
    heardAt: 1_785_349_721_500,
    lat: 51.345256,
    lon: -2.052231,
    accuracyMeters: 3,
    callsign: 'BCS361',
    altitudeFeet: 41_000,
    geometricAltitudeFeet: 42_600,
    groundSpeedKnots: 533.7,
    trackDegrees: 79.6,
    verticalRateFpm: 0,
    squawk: '2274',
    onGround: false,
    nacP: 11,
    nic: 8,
    indicatedAirspeedKnots: 239,
    trueAirspeedKnots: 472,
    mach: 0.808,
    selectedAltitudeFeet: 40_992,
    rssiDbfs: -26.2,
  });
});

test('the source of a position and the military flag are read in the form of each receiver', (t) => {
  const source = (fields: object) => one({ hex: '4ca2d6', lat: 51, lon: 4, ...fields })?.positionSource;
  t.deepEqual(
    ['adsb_icao', 'adsr_icao', 'tisb_trackfile', 'mlat', 'mode_s', 'adsc', 'unknown', undefined].map((type) =>
      source({ type }),
    ),
    ['adsb', 'adsr', 'tisb', 'mlat', 'mode_s', 'adsc', 'other', undefined],
  );
  t.deepEqual(
    [source({ mlat: ['lat', 'lon'] }), source({ tisb: ['lat'] }), source({ mlat: [], tisb: ['track'] })],
    ['mlat', 'tisb', undefined],
  );
  const { reports } = readAircraftJson(recorded('adsb/adsblol-point.json'), { provider: 'adsb', receivedAt });
  t.is(reports.filter(({ military }) => military === true).length, 4);
  t.is(reports.filter(({ positionSource }) => positionSource === 'adsr').length, 6);
});

test('every recorded aircraft is read, with a position if it has one', (t) => {
  for (const name of ['feeds/dump1090fa-aircraft.json', 'adsb/adsblol-point.json']) {
    const body = recorded(name);
    const list: Array<Record<string, unknown>> = body.aircraft ?? body.ac;
    const { reports, skipped } = readAircraftJson(body, source);
    t.is(skipped, 0);
    t.deepEqual(
      reports.map(({ key }) => idOf('aircraft', key)),
      list.map(({ hex }) => hex as string),
    );
    t.deepEqual(
      reports.map(({ lat, lon }) => [lat, lon]),
      list.map(({ lat, lon }) => [lat as number | undefined, lon as number | undefined]),
    );
    t.deepEqual(
      reports.map(({ onGround }) => onGround === true),
      list.map(({ alt_baro }) => alt_baro === 'ground'),
    );
    t.deepEqual(
      reports.map(({ squawk, groundSpeedKnots, nacP, nic, category }) => [
        squawk,
        groundSpeedKnots,
        nacP,
        nic,
        category,
      ]),
      list.map(({ squawk, gs, nac_p, nic, category }) => [squawk, gs, nac_p, nic, category] as never),
    );
  }
});

test('the keys of old receivers are read as the current ones', (t) => {
  const entry = {
    hex: '4b1a23',
    flight: 'EZS42AX ',
    altitude: 8175,
    vert_rate: -704,
    track: 309,
    speed: 271,
    squawk: '5744',
    nucp: 7,
    seen: 0.2,
  };
  const { callsign, altitudeFeet, verticalRateFpm, trackDegrees, groundSpeedKnots, onGround } = one(
    entry,
  ) as AircraftReport;
  t.deepEqual(
    [callsign, altitudeFeet, verticalRateFpm, trackDegrees, groundSpeedKnots, onGround],
    ['EZS42AX', 8175, -704, 309, 271, false],
  );
  t.is(one({ hex: '4b1a23', altitude: 'ground' })?.onGround, true);
});

test('a position has the time of its fix, and a message without a position the time it was received', (t) => {
  const now = 1_790_000_000.5;
  t.is(one({ hex: '4ca2d6', lat: 51, lon: 4, seen_pos: 12.3, seen: 0.1 }, now)?.observedAt, 1_789_999_988_200);
  t.is(one({ hex: '4ca2d6', seen: 3 }, now)?.observedAt, 1_789_999_997_500);
  t.is(one({ hex: '4ca2d6', lat: 51, lon: 4, seen: 3 }, now)?.observedAt, 1_789_999_997_500);
});

test('the time of a response may be in seconds or milliseconds, and no report has a future time', (t) => {
  t.is(readAircraftJson({ now: 1_790_000_000, aircraft: [] }, source).now, 1_790_000_000_000);
  t.is(readAircraftJson({ now: 1_790_000_000_123, ac: [] }, source).now, 1_790_000_000_123);
  t.is(one({ hex: '4ca2d6', seen: 1 }, receivedAt / 1000 + 3_600)?.observedAt, receivedAt - 1_000);
  t.is(one({ hex: '4ca2d6', seen: 1 }, 'soon')?.observedAt, receivedAt - 1_000);
});

test('an address with a tilde is not an ICAO address and never the same aircraft as one without', (t) => {
  t.is(one({ hex: '~2acf23' })?.key, NON_ICAO + 0x2acf23);
  t.is(one({ hex: '2ACF23' })?.key, 0x2acf23);
});

test('an old or estimated position is not used', (t) => {
  const report = one({
    hex: '4ca2d6',
    rr_lat: 51,
    rr_lon: 4,
    lastPosition: { lat: 51, lon: 4, seen_pos: 300 },
    seen: 1,
  });
  t.is(report?.lat, undefined);
});

test('the accuracy of a position comes from NACp, otherwise from the radius of containment', (t) => {
  const place = { hex: '4ca2d6', lat: 51, lon: 4 };
  t.is(one({ ...place, nac_p: 9, rc: 186 })?.accuracyMeters, 30);
  t.is(one({ ...place, nac_p: 0, rc: 186 })?.accuracyMeters, 186);
  t.is(one({ ...place, rc: 0 })?.accuracyMeters, undefined);
  t.is(one({ hex: '4ca2d6', nac_p: 9 })?.accuracyMeters, undefined);
});

test('an impossible value is omitted, and the other fields are kept', (t) => {
  const bad = {
    hex: '4ca2d6',
    flight: '@@@@@@@@',
    alt_baro: '35000',
    alt_geom: 1e9,
    gs: -1,
    track: 361,
    baro_rate: Number.NaN,
    squawk: '7800',
    emergency: 'fire',
    category: 'Z9',
    nac_p: 12,
    nic: '8',
    lat: 91,
    lon: 4,
    r: 'x'.repeat(40),
    t: { toString: 'A320' },
    seen: 'now',
  };
  t.deepEqual(announced(one(bad)), { key: 0x4ca2d6, provider: 'adsb', receivedAt, observedAt: 1_790_000_000_000 });
  t.is(one({ hex: '4ca2d6', lat: 0, lon: 0 })?.lat, undefined);
  t.is(one({ hex: '4ca2d6', squawk: 7700 })?.squawk, undefined);
});

test('entries that are not aircraft are counted, and the others are read', (t) => {
  const entries = [null, 7, 'x', [], {}, { hex: '4ca2d' }, { hex: 4 }, { hex: '000000' }, { hex: '4ca2d6' }];
  const { reports, skipped } = readAircraftJson({ now: 1, aircraft: entries }, source);
  t.is(reports.length, 1);
  t.is(skipped, entries.length - 1);
});

test('no body makes the parser throw', (t) => {
  const bodies = [
    null,
    undefined,
    1,
    'x',
    [],
    {},
    { ac: {} },
    { aircraft: 'x' },
    { aircraft: null, ac: null },
    JSON.parse('{"__proto__":{"aircraft":[{"hex":"4ca2d6"}]}}'),
  ];
  for (const body of bodies) t.deepEqual(readAircraftJson(body, source), { reports: [], skipped: 1, now: undefined });
  t.deepEqual(
    readAircraftJson(JSON.parse('{"now":-5,"ac":[{"hex":"4ca2d6","__proto__":{"lat":1}}]}'), source).skipped,
    0,
  );
});
