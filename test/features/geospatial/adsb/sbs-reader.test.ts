import { readFileSync } from 'node:fs';
import test from 'ava';
import { readAircraftJson } from '../../../../src/features/geospatial/adsb/aircraft-json.js';
import { SbsReader } from '../../../../src/features/geospatial/adsb/sbs-reader.js';
import type { AircraftReport } from '../../../../src/features/geospatial/observation.js';

const now = Date.UTC(2026, 10, 21);
const fixture = (name: string) => readFileSync(`test/fixtures/geo/${name}`);

function reading() {
  const reports: AircraftReport[] = [];
  const reader = new SbsReader({ provider: 'adsb', now: () => now, take: (report) => void reports.push(report) });
  const read = (text: string) => reader.write(Buffer.from(text, 'latin1'));
  return { reader, reports, read };
}

/** Returns a line with the given fields by number. Default type: 3. */
function line(fields: Record<number, string> = {}): string {
  const all = [
    'MSG',
    '3',
    '5',
    '211',
    '4CA2D6',
    '10057',
    '2008/11/28',
    '14:53:50.594',
    '2008/11/28',
    '14:58:51.153',
    ...Array<string>(12).fill(''),
  ];
  for (const [number, value] of Object.entries(fields)) all[Number(number) - 1] = value;
  return `${all.join(',')}\r\n`;
}

test('each type of line has its own fields', (t) => {
  const { read, reports } = reading();
  read(
    'MSG,3,5,211,4CA2D6,10057,2008/11/28,14:53:50.594,2008/11/28,14:58:51.153,,37000,,,51.45735,-1.02826,,,0,0,0,0\r\n',
  );
  read('MSG,4,5,211,4CA2D6,10057,2008/11/28,14:53:49.986,2008/11/28,14:58:51.153,,,408.3,146.4,,,64,,,,,\r\n');
  read('MSG,1,5,211,4CA2D6,10057,2008/11/28,14:53:49.986,2008/11/28,14:58:51.153,RYR1427 ,,,,,,,,,,,\r\n');
  read('MSG,6,5,211,4CA2D6,10057,2008/11/28,14:53:49.986,2008/11/28,14:58:51.153,,,,,,,,7700,0,-1,0,0\r\n');
  const reported = reports.map((report) =>
    Object.fromEntries(Object.entries(report).filter(([, value]) => value !== undefined)),
  );
  const same = { key: 0x4ca2d6, provider: 'adsb', observedAt: now, isTimedOnArrival: true, receivedAt: now };
  t.deepEqual(reported, [
    { ...same, lat: 51.45735, lon: -1.02826, altitudeFeet: 37_000, onGround: false },
    { ...same, groundSpeedKnots: 408.3, trackDegrees: 146.4, verticalRateFpm: 64 },
    { ...same, callsign: 'RYR1427' },
    { ...same, squawk: '7700', emergency: 'general', onGround: false },
  ]);
});

test('a recording is read completely, whatever chunks it arrives in', (t) => {
  const bytes = fixture('feeds/basestation-300.sbs');
  const whole = reading();
  t.is(whole.reader.write(bytes) + whole.reader.end(), 300);
  t.deepEqual(Object.values(whole.reader.counts), [0, 0, 0, 0, 0]);
  for (const size of [1, 7, 100]) {
    const pieces = reading();
    for (let at = 0; at < bytes.length; at += size) pieces.reader.write(bytes.subarray(at, at + size));
    pieces.reader.end();
    t.deepEqual(pieces.reports, whole.reports);
  }
  t.deepEqual(new Set(whole.reports.map(({ key }) => key)), new Set([0x406b90]));
});

test('the combined lines of many aircraft give the state that the receiver had of each', (t) => {
  const { reader, reports } = reading();
  reader.write(fixture('adsb/adsblol-point.sbs'));
  const merged = new Map<number, AircraftReport>();
  for (const report of reports) {
    const known = Object.entries(report).filter(([, value]) => value !== undefined);
    merged.set(report.key, { ...(merged.get(report.key) as AircraftReport), ...Object.fromEntries(known) });
  }
  const truth = readAircraftJson(JSON.parse(fixture('adsb/adsblol-point.json').toString()), {
    provider: 'adsb',
    receivedAt: now,
  }).reports;
  let compared = 0;
  for (const one of truth) {
    const report = merged.get(one.key & 0xffffff);
    if (report === undefined) continue;
    compared += 1;
    t.is(report.lat?.toFixed(5), one.lat?.toFixed(5));
    t.is(report.lon?.toFixed(5), one.lon?.toFixed(5));
    t.is(report.callsign, one.callsign);
    if (one.squawk !== '0000') t.is(report.squawk, one.squawk);
    t.is(report.onGround, one.onGround ?? false);
    if (one.onGround !== true) t.is(report.altitudeFeet, one.altitudeFeet);
  }
  t.true(compared > 90, `${compared}`);
  t.deepEqual(Object.values(reader.counts), [0, 0, 0, 0, 0]);
});

test('a line is observed when it is read, because its times are local times of an unknown zone', (t) => {
  const { read, reports } = reading();
  read(line({ 7: '2026/11/20', 8: '23:59:00.000' }));
  t.like(reports[0], { observedAt: now, receivedAt: now, isTimedOnArrival: true });
});

test('keep-alive lines and lines of other types are ignored', (t) => {
  const { reader, read } = reading();
  read(
    '\r\n\r\nSTA,,5,179,400AE7,10103,2008/11/28,14:58:51.153,2008/11/28,14:58:51.153,RM\r\nCLK,,496,,,,2010/02/19,18:18:19.036,2010/02/19,18:18:19.036\r\n',
  );
  t.is(reader.passed, 4);
  t.deepEqual(Object.values(reader.counts), [0, 0, 0, 0, 0]);
});

test('an invalid line is counted under its reason', (t) => {
  const { reader, read, reports } = reading();
  read(
    `GET / HTTP/1.1 of something else\r\n${line().slice(0, 60)}\r\nMSG,3\r\n${line({ 2: '9' })}${line({ 5: '4CA2' })}${line({ 5: '000000' })}${line({ 11: 'x'.repeat(200) })}`,
  );
  t.is(reports.length, 0);
  t.deepEqual(reader.counts, { length: 2, no_start: 1, fields: 2, address: 2, value: 0 });
});

test('an impossible value is omitted and counted, and the rest of the line is used', (t) => {
  const { reader, read, reports } = reading();
  read(line({ 12: '999999', 13: '1e3', 14: '400', 15: '91', 16: '4', 17: '0x10', 18: '7800', 20: '37', 22: '-1' }));
  const { lat, altitudeFeet, groundSpeedKnots, squawk, onGround, emergency } = reports[0] as AircraftReport;
  t.deepEqual(
    [lat, altitudeFeet, groundSpeedKnots, squawk, onGround, emergency],
    [undefined, null, undefined, undefined, true, undefined],
  );
  t.is(reader.counts.value, 6);
});

test('endless lines and garbage use bounded memory, and the lines after them are read', (t) => {
  const { reader, reports } = reading();
  const garbage = Buffer.alloc(100_000, 0xff);
  for (let turn = 0; turn < 20; turn += 1) reader.write(garbage);
  reader.write(Buffer.from('\n'));
  reader.write(Buffer.from(line({ 12: '37000' })));
  t.is(reports.length, 1);
  t.is(reader.counts.length, 1);
});

test('the name of a JavaScript object member is not a flag', (t) => {
  const { read, reports } = reading();
  for (const word of ['constructor', '__proto__', 'toString', '']) read(line({ 22: word }));
  t.deepEqual(
    reports.map(({ onGround }) => onGround),
    [undefined, undefined, undefined, undefined],
  );
});
