import test from 'ava';
import { aircraftCodec, vesselCodec } from '../../../../src/features/geospatial/feeds/report-codec.js';
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

test('a report is unchanged after encoding and decoding: omitted fields stay omitted, and null stays null', (t) => {
  t.deepEqual(vesselCodec.read(JSON.parse(vesselCodec.write(vessel))), vessel);
  t.deepEqual(aircraftCodec.read(JSON.parse(aircraftCodec.write(aircraft))), aircraft);
});

test('an encoded report is less than half as long as its JSON', (t) => {
  t.true(
    vesselCodec.write({ ...vessel, name: undefined, destination: undefined }).length <
      JSON.stringify({ ...vessel, name: undefined, destination: undefined }).length * 0.6,
  );
});

test('unknown fields of a later version are ignored, and an invalid report is rejected', (t) => {
  t.deepEqual(aircraftCodec.read({ ...JSON.parse(aircraftCodec.write(aircraft)), zz: 5 }), aircraft);
  for (const wrong of [null, 5, 'x', [], {}, { 0: 'a', 1: 1, 2: 2, 3: 'x' }, { 0: 1, 1: 1, 2: 2 }]) t.is(aircraftCodec.read(wrong), undefined);
});
