import test from 'ava';
import { aisReader, NOW, sentence } from '../../../support/ais-recordings.js';

const at = NOW - 7_000;
/** A message as AIS-catcher prints it with `-o 5`. */
const full = {
  class: 'AIS',
  device: 'AIS-catcher',
  version: 68,
  rxtime: '20261120115953',
  rxuxtime: at / 1000,
  scaled: true,
  channel: 'B',
  nmea: ['!AIVDM,1,1,,A,13`fL1PP140KCELMBO7SS?wH0@Jv,0*50'],
  signalpower: -33.1,
  ppm: 0,
  type: 1,
  repeat: 0,
  mmsi: 244030470,
  status: 0,
  status_text: 'Under way using engine',
  turn_unscaled: -128,
  turn: -128,
  speed: 6.8,
  accuracy: false,
  lon: 5.964237,
  lat: 51.18597,
  course: 90.800003,
  second: 44,
  maneuver: 0,
  raim: false,
  radio: 67262,
};
const { nmea, ...fields } = full;
const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const report = {
  key: 244030470,
  speedKnots: 6.8,
  courseDegrees: 90.8,
  headingDegrees: null,
  rateOfTurnDegreesPerMinute: null,
  navigationStatus: 0,
  observedAt: at,
};

test('a JSON message is decoded from the NMEA sentences in it', (t) => {
  const { reader, reports } = aisReader();
  t.is(
    reader.write(
      Buffer.from(line({ ...full, speed: 99 }) + line({ rxuxtime: at / 1000, mmsi: 244030470, type: 1, nmea })),
    ),
    2,
  );
  for (const one of reports) t.like(one, { ...report, accuracyMeters: 30 });
});

test('without sentences the JSON fields are used and give the same report', (t) => {
  const { reader, reports } = aisReader();
  reader.write(Buffer.from(line(full) + line(fields)));
  const [{ lat, lon, ...read }, { lat: lat2, lon: lon2, ...taken }] = reports as [
    (typeof reports)[0],
    (typeof reports)[0],
  ];
  t.deepEqual(taken, read);
  t.deepEqual([lat2?.toFixed(6), lon2?.toFixed(6)], [lat?.toFixed(6), lon?.toFixed(6)]);
});

test('JSON values that are missing or of the wrong type are unavailable', (t) => {
  const { reader, reports } = aisReader();
  reader.write(
    Buffer.from(
      line({
        type: 1,
        mmsi: 244030470,
        speed: 'fast',
        course: 400,
        heading: -1,
        status: 99,
        lat: 95,
        lon: 5,
        turn: null,
      }),
    ),
  );
  const [{ lat, speedKnots, courseDegrees, headingDegrees, rateOfTurnDegreesPerMinute, navigationStatus, observedAt }] =
    reports as [(typeof reports)[0]];
  t.deepEqual(
    [lat, speedKnots, courseDegrees, headingDegrees, rateOfTurnDegreesPerMinute, navigationStatus, observedAt],
    [undefined, null, null, null, null, null, NOW],
  );
});

test('a body of several lines may contain messages, bare sentences and groups', (t) => {
  const bodies = [
    JSON.stringify(
      {
        protocol: 'jsonaiscatcher',
        stationid: 'north',
        receiver: {},
        msgs: [full, fields, { type: 8, mmsi: 244030470 }],
      },
      null,
      '\t',
    ),
    JSON.stringify({ protocol: 'jsonaiscatcher', msgs: [nmea[0], full, nmea[0]] }, null, 2),
    JSON.stringify({ protocol: 'jsonais', groups: [{ path: [], msgs: [fields] }, { msgs: [full, fields] }] }),
    JSON.stringify([fields, full, fields]),
    line(full) + line(fields) + line(full),
    `${nmea[0]}\r\n${nmea[0]}\r\n${nmea[0]}`,
  ];
  for (const body of bodies) {
    const { reader } = aisReader();
    t.is(reader.body(Buffer.from(body)), 3, body.slice(0, 40));
    t.deepEqual(
      Object.values(reader.counts.faults).filter((count) => count > 0),
      [],
    );
  }
});

test('a message of two sentences is read completely from JSON', (t) => {
  const { reader, reports } = aisReader();
  const parts = [
    '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C',
    '!AIVDM,2,2,1,A,88888888880,2*25',
  ];
  reader.write(Buffer.from(line({ type: 5, mmsi: 351759000, nmea: parts })));
  t.like(reports[0] as object, { name: 'EVER DIADEM', destination: 'NEW YORK', imo: 9134270 });
});

test('malformed or unrelated JSON is counted, and the rest is read', (t) => {
  const hostile = [
    '{',
    '{}',
    '{"msgs":5}',
    '{"type":1}',
    '{"type":"1","mmsi":1}',
    '{"nmea":[5]}',
    `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    '{"type":1,"mmsi":1e400}',
  ];
  const { reader, reports } = aisReader();
  for (const text of hostile) reader.write(Buffer.from(`${text}\n`));
  t.is(reader.counts.faults.json, hostile.length);
  reader.write(
    Buffer.from(line({ type: 1, mmsi: 244030470, nmea: ['!AIVDM,1,1,,A,xx,0*00', sentence('AIVDM,1,1,,A,,0')] })),
  );
  t.is(reader.counts.faults.entry, 2);
  t.is(reader.body(Buffer.from('{"msgs":[')), 0);
  t.is(reports.length, 0);
});

test('a `__proto__` key in JSON does not change any prototype', (t) => {
  const { reader, reports } = aisReader();
  reader.write(Buffer.from('{"__proto__":{"type":1,"mmsi":244030470},"constructor":{"prototype":{"lat":1}}}\n'));
  t.is(reports.length, 0);
  t.is((Object.prototype as { lat?: number }).lat, undefined);
});
