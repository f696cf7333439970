import test from 'ava';
import type { AisMessage, PositionMessage, VoyageMessage } from '../../../../src/features/geospatial/ais/ais-message.js';
import { identityOf } from '../../../../src/features/geospatial/ais/mmsi.js';
import { etaOf, rateOfTurnOf } from '../../../../src/features/geospatial/ais/values.js';
import { reportOf } from '../../../../src/features/geospatial/ais/vessel-report.js';
import type { VesselReport } from '../../../../src/features/geospatial/observation.js';
import { aisReader, NOW, payloadOf, readRecording, recorded, sentence } from '../../../support/ais-recordings.js';
import { positionSentence } from '../../../support/ais-sentence.js';

const sailing: PositionMessage = {
  ...{ type: 1, repeat: 0, mmsi: 371798000, status: 0, turn: 0, speed: 123, accuracy: true, lon: -74_037_230, lat: 29_028_980 },
  ...{ course: 2240, heading: 215, second: 33, maneuver: 0, raim: false, radio: 34017 },
};
const voyage: VoyageMessage = {
  ...{ type: 5, repeat: 0, mmsi: 351759000, version: 0, imo: 9134270, callsign: '3FOF8', name: 'EVER DIADEM', shipType: 70 },
  ...{ bow: 225, stern: 70, port: 1, starboard: 31, epfd: 1, month: 11, day: 25, hour: 16, minute: 30, draught: 122, destination: 'NEW YORK', dte: false },
};
const report = (message: AisMessage): VesselReport => reportOf(message, 'ais', NOW, NOW) as VesselReport;

test('a sentence of a vessel under way becomes a report with its position, course and speed', (t) => {
  const { reports, read } = aisReader();
  read('!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A');
  const [{ lat, lon, ...rest }] = reports as [VesselReport];
  t.is(lat?.toFixed(6), '48.381633');
  t.is(lon?.toFixed(6), '-123.395383');
  t.like(rest, { key: 371798000, provider: 'ais', station: 'class_a', observedAt: NOW, receivedAt: NOW, accuracyMeters: 10 });
  t.like(rest, { speedKnots: 12.3, courseDegrees: 224, headingDegrees: 215, rateOfTurn: -10, navigationStatus: 0 });
});

test('unavailable values are null, and an unavailable position is omitted', (t) => {
  const nothing = report({ ...sailing, status: 15, turn: -128, speed: 1023, course: 3600, heading: 511, lon: 108_600_000, lat: 54_600_000 });
  const { speedKnots, courseDegrees, headingDegrees, rateOfTurn, navigationStatus } = nothing;
  t.deepEqual([speedKnots, courseDegrees, headingDegrees, rateOfTurn, navigationStatus], [null, null, null, null, null]);
  t.deepEqual([nothing.lat, nothing.lon, nothing.accuracyMeters], [undefined, undefined, undefined]);
  t.is(report({ ...sailing, speed: 1022 }).speedKnots, 102.2);
  t.is(report({ ...sailing, accuracy: false }).accuracyMeters, 30);
});

test('a rate of turn is squared and keeps its sign; without a turn indicator it is the smallest possible rate', (t) => {
  t.deepEqual([0, 1, -1, 20, -20, 126, 127, -127, -128].map(rateOfTurnOf), [0, 0, 0, 17.9, -17.9, 708.7, 10, -10, null]);
});

test('voyage data has the name, call sign and destination without padding', (t) => {
  t.like(report(voyage), {
    ...{ imo: 9134270, callsign: '3FOF8', name: 'EVER DIADEM', shipTypeCode: 70, destination: 'NEW YORK' },
    ...{ draughtMeters: 12.2, lengthMeters: 295, beamMeters: 32, eta: Date.UTC(2026, 10, 25, 16, 30), speedKnots: undefined },
  });
  t.is(report({ ...voyage, name: ' EVER  DIADEM ' }).name, 'EVER  DIADEM');
  const unknown = { imo: 0, callsign: '', name: '@@@', shipType: 0, bow: 0, stern: 0, port: 0, starboard: 0, month: 0, day: 0, draught: 0, destination: '  ' };
  t.like(report({ ...voyage, ...unknown }), {
    ...{ imo: null, callsign: null, name: null, shipTypeCode: null, destination: null },
    ...{ draughtMeters: null, lengthMeters: null, beamMeters: null, eta: null },
  });
  t.is(report({ ...voyage, shipType: 150 }).shipTypeCode, null);
  t.is(report({ ...voyage, imo: 12_345_678 }).imo, null);
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

test('the station type follows from the MMSI, otherwise from the message type', (t) => {
  const station = (mmsi: number, message: AisMessage) => report({ ...message, mmsi } as AisMessage).station;
  const time: AisMessage = { ...sailing, type: 4, year: 2026, month: 11, day: 20, hour: 12, minute: 0, epfd: 7 };
  t.is(station(371798000, sailing), 'class_a');
  t.is(station(970012345, sailing), 'emergency_beacon');
  t.is(station(992351028, sailing), 'aid_to_navigation');
  t.is(station(111232506, sailing), 'sar_aircraft');
  t.is(station(2573110, time), 'base_station');
  t.is(station(371798000, { ...time, type: 11 }), undefined);
  t.is(station(271041815, { type: 24, repeat: 0, mmsi: 0, part: 0, name: 'PROGUY' }), 'class_b');
});

test('each of the two parts of a class B report has its own fields only', (t) => {
  const { reports, read } = aisReader();
  read('!AIVDM,1,1,,A,H42O55i18tMET00000000000000,2*6D', '!AIVDM,1,1,,A,H42O55lti4hhhilD3nink000?050,0*40');
  const [name, detail] = reports as [VesselReport, VesselReport];
  t.like(name, { key: 271041815, station: 'class_b', name: 'PROGUY', callsign: undefined, lengthMeters: undefined });
  t.like(detail, { key: 271041815, name: undefined, callsign: 'TC6163', shipTypeCode: 60, lengthMeters: 15, beamMeters: 5 });
});

test('an aid to navigation has its full name, and an aircraft its speed in whole knots', (t) => {
  const { reports, messages } = readRecording(recorded('goais.nmea'));
  const aids = reports.filter(({ station }) => station === 'aid_to_navigation');
  t.true(aids.some(({ name }) => name !== undefined && (name?.length ?? 0) > 20));
  t.true(aids.every(({ name }) => name === undefined || name === null || name === name.trim()));
  const aircraft = messages.find((message) => message.type === 9 && message.mmsi === 419000011) as AisMessage;
  t.like(report(aircraft), { station: 'sar_aircraft', speedKnots: 193, courseDegrees: 71.7 });
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
  const { messages } = readRecording(recorded('goais.nmea'));
  const message = messages.find(({ type, mmsi }) => type === 27 && mmsi === 477712400) as AisMessage;
  const { lat, lon, ...rest } = report(message);
  t.is(`${lat?.toFixed(1)} ${lon?.toFixed(1)}`, '54.4 18.7');
  t.like(rest, { speedKnots: 0, courseDegrees: 111, navigationStatus: 5 });
});

test('senders with an irregular number are read, and numbers of more than nine digits are rejected', (t) => {
  const { reader, reports } = readRecording(recorded('aishub.nmea'));
  t.is(reportOf({ ...sailing, mmsi: 1_000_000_000 }, 'ais', NOW, NOW), undefined);
  t.is(reportOf({ ...sailing, mmsi: 1193046 }, 'ais', NOW, NOW)?.key, 1193046);
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
  t.is(station(219024336, 4), 'base_station');
  t.is(station(4567, 9), 'sar_aircraft');
});

test('the dimensions of a vessel are relative to its antenna, if the position of the antenna is known', (t) => {
  t.like(report(voyage), { toBowMeters: 225, toSternMeters: 70, toPortMeters: 1, toStarboardMeters: 31, lengthMeters: 295, beamMeters: 32 });
  const unknown = report({ ...voyage, bow: 0, stern: 295, port: 0, starboard: 32 });
  t.deepEqual([unknown.toBowMeters, unknown.lengthMeters], [undefined, 295]);
});

test('a position has its accuracy and its RAIM flag', (t) => {
  t.like(report(sailing), { positionAccuracy: 'high', raim: false });
  t.like(report({ ...sailing, accuracy: false, raim: true }), { positionAccuracy: 'low', raim: true });
  t.is(report({ ...sailing, lat: 91 * 600_000, lon: 181 * 600_000 }).positionAccuracy, undefined);
});

test('the fields that only aircraft, class B units and aids to navigation have are read', (t) => {
  const place = { repeat: 0, accuracy: true, lon: 2_400_000, lat: 30_000_000, second: 33, regional: 0, assigned: false, raim: false };
  const sar = { ...place, type: 9, mmsi: 111232506, altitude: 300, speed: 120, course: 900, dte: false, radio: 0 } as const;
  t.like(report(sar), { station: 'sar_aircraft', altitudeMeters: 300, speedKnots: 120 });
  t.is(report({ ...sar, altitude: 4095 }).altitudeMeters, null);
  const unit = { display: false, dsc: false, band: false, msg22: false, reserved: 0, speed: 10, course: 900, heading: 90, radio: 0 };
  t.is(report({ ...place, ...unit, type: 18, mmsi: 219024336, cs: true }).classBUnit, 'carrier_sense');
  t.is(report({ ...place, ...unit, type: 18, mmsi: 219024336, cs: false }).classBUnit, 'sotdma');
  const sides = { bow: 0, stern: 0, port: 0, starboard: 0, epfd: 1 };
  const aid = { ...place, ...sides, type: 21, mmsi: 992351028, aidType: 30, name: 'WRECK', offPosition: true, virtual: true } as const;
  t.like(report(aid), { aidTypeCode: 30, virtual: true, offPosition: true });
  t.is(report({ ...aid, second: 60 }).offPosition, null);
});
