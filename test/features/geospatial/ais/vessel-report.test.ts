import test from 'ava';
import { identityOf } from '../../../../src/features/geospatial/ais/mmsi.js';
import { etaOf, rateOfTurnOf } from '../../../../src/features/geospatial/ais/values.js';
import type { VesselReport } from '../../../../src/features/geospatial/observation.js';
import {
  aisReader,
  NOW,
  payloadOf,
  readRecording,
  readTyped,
  recorded,
  sentence,
} from '../../../support/ais-recordings.js';
import { positionSentence } from '../../../support/ais-sentence.js';

type Field = [value: number | string, size: number];

/** Returns the report of a message with these fields, each with its number of bits, or of letters for texts. */
function reportOf(...fields: Field[]): VesselReport {
  const bits = fields.reduce((sum, [value, size]) => sum + (typeof value === 'string' ? 6 * size : size), 0);
  const { reports, read } = aisReader();
  read(sentence(`AIVDM,1,1,,A,${payloadOf(...fields)},${(6 - (bits % 6)) % 6}`));
  return reports[0] as VesselReport;
}

const sailing = {
  type: 1,
  mmsi: 371798000,
  status: 0,
  turn: 0,
  speed: 123,
  accuracy: 1,
  lon: -74_037_230,
  lat: 29_028_980,
  course: 2240,
  heading: 215,
  second: 33,
  raim: 0,
};
const voyage = {
  imo: 9134270,
  callsign: '3FOF8',
  name: 'EVER DIADEM',
  shipType: 70,
  bow: 225,
  stern: 70,
  port: 1,
  starboard: 31,
  month: 11,
  day: 25,
  hour: 16,
  minute: 30,
  draught: 122,
  destination: 'NEW YORK',
};

/** Returns the report of a class A vessel under way. */
function sailingReport(values: Partial<typeof sailing>): VesselReport {
  const { type, mmsi, status, turn, speed, accuracy, lon, lat, course, heading, second, raim } = {
    ...sailing,
    ...values,
  };
  const motion: Field[] = [
    [status, 4],
    [turn, 8],
    [speed, 10],
  ];
  return reportOf(
    [type, 6],
    [0, 2],
    [mmsi, 30],
    ...motion,
    [accuracy, 1],
    [lon, 28],
    [lat, 27],
    [course, 12],
    [heading, 9],
    [second, 6],
    [0, 5],
    [raim, 1],
    [0, 19],
  );
}

function voyageReport(values: Partial<typeof voyage>): VesselReport {
  const { imo, callsign, name, shipType, bow, stern, port, starboard, month, day, hour, minute, draught, destination } =
    { ...voyage, ...values };
  const ship: Field[] = [
    [imo, 30],
    [callsign, 7],
    [name, 20],
    [shipType, 8],
    [bow, 9],
    [stern, 9],
    [port, 6],
    [starboard, 6],
    [1, 4],
  ];
  const arrival: Field[] = [
    [month, 4],
    [day, 5],
    [hour, 5],
    [minute, 6],
    [draught, 8],
    [destination, 20],
    [0, 2],
  ];
  return reportOf([5, 6], [0, 2], [351759000, 30], [0, 2], ...ship, ...arrival);
}

test('a sentence of a vessel under way becomes a report with its position, course and speed', (t) => {
  const { reports, read } = aisReader();
  read('!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A');
  const [{ lat, lon, ...rest }] = reports as [VesselReport];
  t.is(lat?.toFixed(6), '48.381633');
  t.is(lon?.toFixed(6), '-123.395383');
  t.like(rest, {
    key: 371798000,
    provider: 'ais',
    station: 'class_a',
    observedAt: NOW,
    receivedAt: NOW,
    accuracyMeters: 10,
  });
  t.like(rest, {
    speedKnots: 12.3,
    courseDegrees: 224,
    headingDegrees: 215,
    rateOfTurnDegreesPerMinute: -10,
    navigationStatus: 0,
  });
});

test('unavailable values are null, and an unavailable position is omitted', (t) => {
  const nothing = sailingReport({
    status: 15,
    turn: -128,
    speed: 1023,
    course: 3600,
    heading: 511,
    lon: 108_600_000,
    lat: 54_600_000,
  });
  const { speedKnots, courseDegrees, headingDegrees, rateOfTurnDegreesPerMinute, navigationStatus } = nothing;
  t.deepEqual(
    [speedKnots, courseDegrees, headingDegrees, rateOfTurnDegreesPerMinute, navigationStatus],
    [null, null, null, null, null],
  );
  t.deepEqual([nothing.lat, nothing.lon, nothing.accuracyMeters], [undefined, undefined, undefined]);
  t.is(sailingReport({ speed: 1022 }).speedKnots, 102.2);
  t.is(sailingReport({ accuracy: 0 }).accuracyMeters, 30);
});

test('a rate of turn is squared and keeps its sign; without a turn indicator it is the minimum rate', (t) => {
  t.deepEqual([0, 1, -1, 20, -20, 126, 127, -127, -128].map(rateOfTurnOf), [
    0,
    0,
    0,
    17.9,
    -17.9,
    708.7,
    10,
    -10,
    null,
  ]);
});

test('voyage data has the name, call sign and destination without padding', (t) => {
  t.like(voyageReport({}), {
    imo: 9134270,
    callsign: '3FOF8',
    name: 'EVER DIADEM',
    shipTypeCode: 70,
    destination: 'NEW YORK',
    draughtMeters: 12.2,
    lengthMeters: 295,
    beamMeters: 32,
    eta: Date.UTC(2026, 10, 25, 16, 30),
    speedKnots: undefined,
  });
  t.is(voyageReport({ name: ' EVER  DIADEM ' }).name, 'EVER  DIADEM');
  const unknown = {
    imo: 0,
    callsign: '',
    name: '@@@',
    shipType: 0,
    bow: 0,
    stern: 0,
    port: 0,
    starboard: 0,
    month: 0,
    day: 0,
    draught: 0,
    destination: '  ',
  };
  t.like(voyageReport(unknown), {
    imo: null,
    callsign: null,
    name: null,
    shipTypeCode: null,
    destination: null,
    draughtMeters: null,
    lengthMeters: null,
    beamMeters: null,
    eta: null,
  });
  t.is(voyageReport({ shipType: 150 }).shipTypeCode, null);
  t.is(voyageReport({ imo: 12_345_678 }).imo, null);
});

test('the year of an arrival is the one that puts it nearest to the report', (t) => {
  const christmas = Date.UTC(2026, 11, 28);
  t.is(etaOf(1, 3, 6, 0, christmas), Date.UTC(2027, 0, 3, 6));
  t.is(etaOf(12, 31, 6, 0, Date.UTC(2027, 0, 2)), Date.UTC(2026, 11, 31, 6));
  t.is(etaOf(12, 20, 24, 60, christmas), Date.UTC(2026, 11, 20));
  t.is(etaOf(2, 29, 12, 0, Date.UTC(2028, 0, 10)), Date.UTC(2028, 1, 29, 12));
  for (const [month, day] of [
    [0, 5],
    [5, 0],
    [13, 5],
    [2, 30],
    [2, 29],
  ] as const)
    t.is(etaOf(month, day, 12, 0, Date.UTC(2026, 1, 1)), null, `${month}-${day}`);
});

test('each of the two parts of a class B report has its own fields only', (t) => {
  const { reports, read } = aisReader();
  read('!AIVDM,1,1,,A,H42O55i18tMET00000000000000,2*6D', '!AIVDM,1,1,,A,H42O55lti4hhhilD3nink000?050,0*40');
  const [name, detail] = reports as [VesselReport, VesselReport];
  t.like(name, { key: 271041815, station: 'class_b', name: 'PROGUY', callsign: undefined, lengthMeters: undefined });
  t.like(detail, {
    key: 271041815,
    name: undefined,
    callsign: 'TC6163',
    shipTypeCode: 60,
    lengthMeters: 15,
    beamMeters: 5,
  });
});

test('an aid to navigation has its full name, and an aircraft its speed in whole knots', (t) => {
  const typed = readTyped(recorded('goais.nmea'));
  const aids = typed.map(({ report }) => report).filter(({ station }) => station === 'aid_to_navigation');
  t.true(aids.some(({ name }) => name !== undefined && (name?.length ?? 0) > 20));
  t.true(aids.every(({ name }) => name === undefined || name === null || name === name.trim()));
  const aircraft = typed.find(({ type, report }) => type === 9 && report.key === 419000011);
  t.like(aircraft?.report, { station: 'sar_aircraft', speedKnots: 193, courseDegrees: 71.7 });
});

test('the name extension is used only if the name field is full', (t) => {
  const named = (name: string) => {
    const { reports, read } = aisReader();
    const place: Array<[number, number]> = [
      [0, 1],
      [sailing.lon, 28],
      [sailing.lat, 27],
      [0, 30],
      [1, 4],
      [60, 6],
      [0, 13],
    ];
    const payload = payloadOf([21, 6], [0, 2], [992351028, 30], [1, 5], [name, 20], ...place, ['EAST', 4]);
    read(sentence(`AIVDM,1,1,,A,${payload},2`));
    return reports[0]?.name;
  };
  t.is(named('CHANNEL LIGHT VESSEL'), 'CHANNEL LIGHT VESSELEAST');
  t.is(named('CHANNEL'), 'CHANNEL');
});

test('a long-range message has its position to a tenth of a minute', (t) => {
  const typed = readTyped(recorded('goais.nmea'));
  const { report } = typed.find((one) => one.type === 27 && one.report.key === 477712400) as (typeof typed)[0];
  const { lat, lon, ...rest } = report;
  t.is(`${lat?.toFixed(1)} ${lon?.toFixed(1)}`, '54.4 18.7');
  t.like(rest, { speedKnots: 0, courseDegrees: 111, navigationStatus: 5 });
});

test('senders with an irregular number are read, and numbers of more than nine digits are rejected', (t) => {
  const { reader, reports } = readRecording(recorded('aishub.nmea'));
  t.is(sailingReport({ mmsi: 1_000_000_000 }), undefined as unknown as VesselReport);
  t.is(sailingReport({ mmsi: 1193046 }).key, 1193046);
  t.true(reports.filter(({ key }) => identityOf(key) === 'irregular').length >= 12);
  t.true(reader.counts.faults.mmsi < 12);
});

test('the station type follows from the form of the number, whatever the message type', (t) => {
  const station = (mmsi: number, type: 1 | 4 | 9 | 18) =>
    readRecording(Buffer.from(`${positionSentence({ mmsi, lat: 50, lon: 4, type })}\n`)).reports[0]?.station;
  t.is(station(2190062, 1), 'base_station');
  t.is(station(2190062, 18), 'base_station');
  t.is(station(111232506, 1), 'sar_aircraft');
  t.is(station(992351028, 1), 'aid_to_navigation');
  t.is(station(970012345, 1), 'emergency_beacon');
  t.is(station(25700011, 1), 'other');
  t.is(station(982190001, 18), 'class_b');
  t.is(station(219024336, 1), 'class_a');
  t.is(station(219024336, 4), 'base_station');
  t.is(station(2573110, 4), 'base_station');
  t.is(station(4567, 9), 'sar_aircraft');
  t.is(reportOf([11, 6], [0, 2], [371798000, 30], [0, 130]).station, undefined);
  t.is(reportOf([24, 6], [0, 2], [271041815, 30], [0, 2], ['PROGUY', 20]).station, 'class_b');
});

test('the dimensions of a vessel are relative to its antenna, if the position of the antenna is known', (t) => {
  t.like(voyageReport({}), {
    toBowMeters: 225,
    toSternMeters: 70,
    toPortMeters: 1,
    toStarboardMeters: 31,
    lengthMeters: 295,
    beamMeters: 32,
  });
  const unknown = voyageReport({ bow: 0, stern: 295, port: 0, starboard: 32 });
  t.deepEqual([unknown.toBowMeters, unknown.lengthMeters], [undefined, 295]);
});

test('a position has its accuracy and its RAIM flag', (t) => {
  t.like(sailingReport({}), { positionAccuracy: 'high', raim: false });
  t.like(sailingReport({ accuracy: 0, raim: 1 }), { positionAccuracy: 'low', raim: true });
  t.is(sailingReport({ lat: 91 * 600_000, lon: 181 * 600_000 }).positionAccuracy, undefined);
});

test('the fields that only aircraft, class B units and aids to navigation have are read', (t) => {
  const place: Field[] = [
    [1, 1],
    [2_400_000, 28],
    [30_000_000, 27],
  ];
  const sar = (altitude: number) =>
    reportOf([9, 6], [0, 2], [111232506, 30], [altitude, 12], [120, 10], ...place, [900, 12], [33, 6], [0, 34]);
  t.like(sar(300), { station: 'sar_aircraft', altitudeMeters: 300, speedKnots: 120 });
  t.is(sar(4095).altitudeMeters, null);
  const unit = (cs: number) =>
    reportOf(
      [18, 6],
      [0, 2],
      [219024336, 30],
      [0, 8],
      [10, 10],
      ...place,
      [900, 12],
      [90, 9],
      [33, 6],
      [0, 2],
      [cs, 1],
      [0, 26],
    );
  t.is(unit(1).classBUnit, 'carrier_sense');
  t.is(unit(0).classBUnit, 'sotdma');
  const aid = (second: number) =>
    reportOf(
      [21, 6],
      [0, 2],
      [992351028, 30],
      [30, 5],
      ['WRECK', 20],
      ...place,
      [0, 30],
      [1, 4],
      [second, 6],
      [1, 1],
      [0, 9],
      [1, 1],
      [0, 2],
    );
  t.like(aid(33), { name: 'WRECK', aidTypeCode: 30, virtual: true, offPosition: true });
  t.is(aid(60).offPosition, null);
});
