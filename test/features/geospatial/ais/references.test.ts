import test from 'ava';
import { readMessage } from '../../../../src/features/geospatial/ais/aisstream-frame.js';
import type { VesselReport } from '../../../../src/features/geospatial/observation.js';
import { aisReader, NOW, readTyped, recorded, recordedJson } from '../../../support/ais-recordings.js';
import { compare, type Reference } from '../../../support/ais-references.js';

/**
 * Name of each recording, number of its reference reports, and number of our reports that gpsd omits (except type 24,
 * which gpsd reports in pairs).
 */
const recordings: ReadonlyArray<[name: string, references: number, more: number]> = [
  // Two more messages have MMSIs of ten digits, which are rejected.
  ['aishub.nmea', 1789, 0],
  ['panama.nmea', 417, 0],
  ['kystverket.nm4', 349, 0],
  ['gofree.log', 257, 0],
  ['pyais.nmea', 342, 0],
  ['pyais-mixed.txt', 12, 0],
  ['pyais-timestamped.ais', 4, 0],
  ['gpsd.aivdm', 26, 0],
  ['gfw-multi-part.nmea', 10, 0],
  ['libais-tagblock.nmea', 4, 0],
  ['goais.nmea', 664, 0],
];

for (const [name, references, more] of recordings) {
  test(`every field of the reports of ${name} equals the value of gpsd`, (t) => {
    const agreement = compare(readTyped(recorded(name)), recordedJson<Reference>(`${name}.gpsdecode.jsonl`));
    t.deepEqual([...agreement.differences], []);
    t.deepEqual(agreement.missing, []);
    t.is(agreement.found, references);
    t.is(agreement.extra.filter(({ type }) => type !== 24).length, more);
  });
}

/** Rounds positions to a millionth of a degree, because the JSON of gpsd has rounded quotients. */
const rounded = ({ provider: _, lat, lon, ...report }: VesselReport) => ({
  ...report,
  ...(lat === undefined || lon === undefined ? {} : { lat: lat.toFixed(6), lon: lon.toFixed(6) }),
});

test('the report of every message equals that of the JSON that go-ais writes for it, including both parts of type 24', (t) => {
  const references = new Map(
    recordedJson<{ line: number; type: string; msg: Record<string, unknown> }>('goais.nmea.goais.jsonl').map((one) => [
      one.line,
      one,
    ]),
  );
  const lines = recorded('goais.nmea').toString('latin1').trimEnd().split('\n');
  const { reports, read } = aisReader();
  const kinds = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    read(line);
    const [report] = reports.splice(0);
    const { type = '', msg = {} } = references.get(index + 1) ?? {};
    const expected = type === '' ? null : readMessage(type, msg, Number.NaN, NOW);
    t.deepEqual(report && rounded(report), expected ? rounded(expected) : undefined, `line ${index + 1}`);
    const kind = type === 'StaticDataReport' ? `${type} ${report?.name === undefined ? 'B' : 'A'}` : type;
    if (report !== undefined) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const count = (kind: string) => kinds.get(kind) ?? 0;
  t.true([...kinds.values()].reduce((sum, number) => sum + number, 0) > 750);
  t.true(count('StaticDataReport A') > 80 && count('StaticDataReport B') > 80);
});

test('a rate of turn has the transmitted sign', (t) => {
  const turns = readTyped(recorded('goais.nmea')).flatMap(({ report }) => report.rateOfTurnDegreesPerMinute ?? []);
  t.true(turns.some((turn) => turn > 0 && turn !== 10) && turns.some((turn) => turn < 0 && turn !== -10));
});

/** Returns a report without the fields that gpsd rounds or whose sign it loses. */
const comparable = ({
  rateOfTurnDegreesPerMinute: _,
  observedAt: _at,
  isTimedOnArrival: _isTimed,
  receivedAt: _received,
  sourceStation: _station,
  ...report
}: VesselReport) => ({
  ...rounded(report as VesselReport),
  ...(report.lat === undefined || report.lon === undefined
    ? {}
    : { lat: report.lat.toFixed(5), lon: report.lon.toFixed(5) }),
  eta: report.eta === undefined ? undefined : null,
});

test('the reports of sentences equal those of the JSON that gpsd writes for them', (t) => {
  const pairs = new Set([24, 27]);
  const fromSentences = readTyped(recorded('kystverket.nm4')).filter(({ type }) => !pairs.has(type));
  const fromJson = readTyped(recorded('kystverket.nm4.gpsdecode.jsonl'));
  t.is(fromJson.length, 349);
  t.deepEqual(
    fromJson.map(({ report }) => comparable(report)),
    fromSentences.map(({ report }) => comparable(report)),
  );
});
