import test from 'ava';
import { aisstreamMessage } from '../../../../src/features/geospatial/ais/aisstream-message.js';
import type { VesselReport } from '../../../../src/features/geospatial/observation.js';
import { aisReader, readRecording, recorded, recordedJson } from '../../../support/ais-recordings.js';
import { compare, type Reference } from '../../../support/ais-references.js';

/** The number of references of each recording, and the number of messages that gpsd omits (except type 24, which it reports in pairs). */
const recordings: ReadonlyArray<[name: string, references: number, more: number]> = [
  ['aishub.nmea', 1791, 0],
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
  test(`every field of ${name} equals the value of gpsd`, (t) => {
    const { messages } = readRecording(recorded(name));
    const agreement = compare(messages, recordedJson<Reference>(`${name}.gpsdecode.jsonl`));
    t.deepEqual([...agreement.differences], []);
    t.deepEqual(agreement.missing, []);
    t.is(agreement.found, references);
    t.is(agreement.extra.filter(({ type }) => type !== 24).length, more);
  });
}

test('every field of every message equals the value of go-ais, including both parts of type 24', (t) => {
  const references = new Map(
    recordedJson<{ line: number; type: string; msg: Record<string, unknown> }>('goais.nmea.goais.jsonl').map((one) => [one.line, one]),
  );
  const lines = recorded('goais.nmea').toString('latin1').trimEnd().split('\n');
  const { messages, read } = aisReader();
  const parts = [0, 0];
  for (const [index, line] of lines.entries()) {
    const before = messages.length;
    read(line);
    const { type = '', msg = {} } = references.get(index + 1) ?? {};
    t.deepEqual(messages[before] ?? null, type === '' ? null : (aisstreamMessage(type, msg) as object | null), `line ${index + 1}`);
    const message = messages[before];
    if (message?.type === 24) (parts[message.part] as number) += 1;
  }
  t.true(messages.length > 750);
  t.true((parts[0] as number) > 80 && (parts[1] as number) > 80);
});

test('a rate of turn has the sign that was sent', (t) => {
  const { messages } = readRecording(recorded('goais.nmea'));
  const turns = messages.flatMap((message) => (message.type <= 3 && 'turn' in message ? [message.turn] : []));
  t.true(turns.some((turn) => turn > 0 && turn < 127) && turns.some((turn) => turn < 0 && turn > -127));
});

/** What gpsd rounds, or squares the sign of, and the accuracy that goes with a position. */
const withoutRounded = ({ rateOfTurn: _, lat, lon, ...report }: VesselReport) => ({
  ...report,
  ...(lat === undefined || lon === undefined ? {} : { lat: lat.toFixed(5), lon: lon.toFixed(5) }),
});

test('the reports of sentences equal those of the JSON that gpsd writes for them', (t) => {
  const pairs = new Set([24, 27]);
  const fromSentences = aisReader();
  const kept: VesselReport[] = [];
  fromSentences.reader.write(recorded('kystverket.nm4'));
  for (const [index, message] of fromSentences.messages.entries()) if (!pairs.has(message.type)) kept.push(fromSentences.reports[index] as VesselReport);
  const fromJson = aisReader({ times: 'now' });
  fromJson.reader.write(recorded('kystverket.nm4.gpsdecode.jsonl'));
  const now = ({ receivedAt, ...report }: ReturnType<typeof withoutRounded>) => ({
    ...report,
    observedAt: receivedAt,
    eta: report.eta === undefined ? undefined : null,
  });
  t.is(fromJson.reports.length, 349);
  t.deepEqual(
    fromJson.reports.map((report) => now(withoutRounded(report))),
    kept.map((report) => now(withoutRounded(report))),
  );
});
