import test from 'ava';
import { readOpenSkyStates } from '../../../../src/features/geospatial/adsb/opensky-states.js';
import type { AircraftReport } from '../../../../src/features/geospatial/observation.js';

const time = 1_738_361_582;
const receivedAt = time * 1000 + 3_000;
/** The example of the documentation. */
const example = [
  'ab1644',
  'UAL1608 ',
  'United States',
  time,
  time,
  -83.9278,
  37.5345,
  10_363.2,
  false,
  166.8,
  236.7,
  0,
  null,
  10_492.74,
  '6532',
  false,
  0,
];
const row = (changes: Record<number, unknown>) => example.map((value, at) => (at in changes ? changes[at] : value));
const read = (...states: unknown[]) => readOpenSkyStates({ time, states }, receivedAt);
const reported = (report: AircraftReport | undefined) =>
  Object.fromEntries(Object.entries(report ?? {}).filter(([, value]) => value !== undefined));

test('meters and meters per second are converted to feet, knots and feet per minute', (t) => {
  t.deepEqual(reported(read(row({ 11: -5.2 }))?.reports[0]), {
    key: 0xab1644,
    provider: 'opensky',
    receivedAt,
    observedAt: time * 1000,
    lat: 37.5345,
    lon: -83.9278,
    callsign: 'UAL1608',
    altitudeFeet: 34_000,
    geometricAltitudeFeet: 34_425,
    groundSpeedKnots: 324.2,
    trackDegrees: 236.7,
    verticalRateFpm: -1_024,
    squawk: '6532',
    onGround: false,
    positionSource: 'adsb',
  });
});

test('unknown values are omitted', (t) => {
  const nothing = [
    'ab1644',
    '        ',
    'United States',
    null,
    time - 5,
    null,
    null,
    null,
    true,
    null,
    null,
    null,
    null,
    null,
    null,
    false,
    8,
  ];
  t.deepEqual(reported(read(nothing)?.reports[0]), {
    key: 0xab1644,
    provider: 'opensky',
    receivedAt,
    observedAt: (time - 5) * 1000,
    altitudeFeet: null,
    onGround: true,
  });
});

test('a position has its own time, and an old position is not used', (t) => {
  t.is(read(row({ 3: time - 90 }))?.reports[0]?.observedAt, (time - 90) * 1000);
  const old = read(row({ 3: time - 79_833, 4: time - 20 }))?.reports[0];
  t.deepEqual([old?.lat, old?.observedAt], [undefined, (time - 20) * 1000]);
});

test('a position older than the last contact keeps its age, and the aircraft was seen at the last contact', (t) => {
  t.like(read(row({ 3: time - 290, 4: time - 3 }))?.reports[0], {
    observedAt: (time - 290) * 1000,
    heardAt: (time - 3) * 1000,
  });
  t.is(read(row({ 3: time, 4: time }))?.reports[0]?.heardAt, undefined);
});

test('a negative track is converted to the same direction, and a track of more than a full turn is not used', (t) => {
  const tracks = [-118.81, -0.01, -360, 360, 0, 359.99, -361, 400].map(
    (track) => read(row({ 10: track }))?.reports[0]?.trackDegrees,
  );
  t.deepEqual(tracks, [241.19, 359.99, 0, 0, 0, 359.99, undefined, undefined]);
});

test('the category is that of the aircraft, if the row has one', (t) => {
  const of = (category: unknown) => read([...example, category])?.reports[0]?.category;
  t.deepEqual([0, 1, 2, 6, 8, 9, 13, 14, 17, 20, 21, 'x', null].map(of), [
    undefined,
    undefined,
    'A1',
    'A5',
    'A7',
    'B1',
    undefined,
    'B6',
    'C2',
    'C5',
    undefined,
    undefined,
    undefined,
  ]);
});

test('additional unknown columns are ignored', (t) => {
  t.is(read([...example, 3, 'new', {}])?.reports.length, 1);
});

test('rows that are not aircraft are counted, and the others are read', (t) => {
  const answer = read(
    null,
    7,
    {},
    [],
    row({ 0: 'xyz' }),
    row({ 0: null }),
    row({ 4: null }),
    row({ 0: '000000' }),
    example,
  );
  t.deepEqual([answer?.reports.length, answer?.skipped], [1, 8]);
});

test('a response without aircraft is valid, and an invalid response is rejected', (t) => {
  t.deepEqual(readOpenSkyStates({ time, states: null }, receivedAt), { reports: [], skipped: 0 });
  for (const body of [null, undefined, 1, 'x', [], {}, { states: 'x' }, { states: {} }])
    t.is(readOpenSkyStates(body, receivedAt), undefined);
});
