import test from 'ava';
import { ReportBatch, readBatch } from '../../../../src/features/geospatial/feeds/report-codec.js';
import type { AircraftReport, VesselReport } from '../../../../src/features/geospatial/observation.js';

const vessel: VesselReport = {
  key: 219_024_336,
  observedAt: 1_777_908_449_351,
  receivedAt: 1_777_908_449_400,
  provider: 'ais',
  lat: 57.123456,
  lon: -11.5,
  accuracyMeters: 10,
  station: 'class_a',
  speedKnots: 10.4,
  courseDegrees: null,
  headingDegrees: 295,
  rateOfTurnDegreesPerMinute: 0,
  navigationStatus: 0,
  imo: 9_074_729,
  name: 'SHIP "A" ⚓',
  callsign: null,
  shipTypeCode: 70,
  destination: 'OSLO',
  eta: 1_778_000_000_000,
  draughtMeters: 7.3,
  lengthMeters: 120,
  beamMeters: 18,
};
const aircraft: AircraftReport = {
  key: 0x14c_a2d6,
  observedAt: 1,
  receivedAt: 2,
  provider: 'adsb',
  registration: 'EI-ABC',
  aircraftType: 'B738',
  altitudeFeet: 37_000,
  geometricAltitudeFeet: null,
  groundSpeedKnots: 454.5,
  trackDegrees: 42.15,
  verticalRateFpm: -64,
  squawk: '7700',
  emergency: 'general',
  onGround: false,
  category: 'A3',
  nacP: 9,
  nic: 8,
};

function received(bytes: Buffer): Array<VesselReport | AircraftReport> {
  const reports: Array<VesselReport | AircraftReport> = [];
  readBatch(bytes, { vessel: (report) => void reports.push(report), aircraft: (report) => void reports.push(report) });
  return reports;
}

function batchOf(...reports: Array<VesselReport | AircraftReport>): Buffer {
  const batch = new ReportBatch();
  for (const report of reports)
    if ('squawk' in report) batch.aircraft(report);
    else batch.vessel(report as VesselReport);
  return batch.packed();
}

test('reports are unchanged after packing, in their order: omitted fields stay omitted, and null stays null', (t) => {
  t.deepEqual(received(batchOf(vessel, aircraft, { ...vessel, key: 2, provider: 'other' }, vessel)), [
    vessel,
    aircraft,
    { ...vessel, key: 2, provider: 'other' },
    vessel,
  ]);
  t.deepEqual(received(batchOf()), []);
});

test('a packed position takes less than half of its JSON', (t) => {
  const { key, observedAt, receivedAt, provider, lat, lon, speedKnots, headingDegrees } = vessel;
  const position: VesselReport = {
    key,
    observedAt,
    receivedAt,
    provider,
    lat,
    lon,
    speedKnots,
    courseDegrees: 294.7,
    headingDegrees,
  };
  const length = batchOf(...Array.from({ length: 100 }, () => position)).length / 100;
  t.true(length < JSON.stringify(position).length / 2, `${length} bytes`);
});

test('a batch counts as full before it is too long, even with the longest texts', (t) => {
  const batch = new ReportBatch();
  while (!batch.isFull)
    batch.vessel({ ...vessel, name: '⚓'.repeat(500), destination: '"'.repeat(500), callsign: 'x'.repeat(70_000) });
  const reports = received(batch.packed());
  t.is(reports.length, batch.count);
  t.is((reports.at(-1) as VesselReport).name, '⚓'.repeat(120));
});

test('values that a field cannot have become null, as in live state', (t) => {
  const wrong = { ...vessel, shipTypeCode: 700, imo: 1.5, station: 'raft' } as unknown as VesselReport;
  t.deepEqual(received(batchOf(wrong)), [
    { ...vessel, shipTypeCode: null, imo: null, station: null } as unknown as VesselReport,
  ]);
});

test('bytes that are not a batch are rejected, and reports without an identity are left out', (t) => {
  const good = batchOf(vessel, aircraft);
  for (let length = 0; length < good.length; length += 1) t.throws(() => received(good.subarray(0, length)));
  for (let place = 0; place < good.length; place += 1) {
    const changed = Buffer.from(good);
    changed[place] = (changed[place] as number) ^ 0xff;
    try {
      for (const { key, provider } of received(changed)) t.true(Number.isFinite(key) && typeof provider === 'string');
    } catch (error) {
      t.true(error instanceof Error);
    }
  }
  t.deepEqual(received(batchOf({ ...vessel, key: Number.NaN })), []);
});

test('a report of a later version, with fields at its end, is read without them', (t) => {
  const bytes = batchOf(vessel, aircraft);
  const table = bytes.readUInt32LE(5);
  const first = bytes.readUInt16LE(10);
  // Appends five bytes to the first report and sets the flag of an unknown field, as a later version would.
  const longer = Buffer.concat([bytes.subarray(0, 9 + first), Buffer.alloc(5, 1), bytes.subarray(9 + first)]);
  longer.writeUInt16LE(first + 5, 10);
  longer.writeUInt32LE(table + 5, 5);
  longer.writeUInt8(longer.readUInt8(9 + 10) | 0x80, 9 + 10);
  t.deepEqual(received(longer), [vessel, aircraft]);
});
