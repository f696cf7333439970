// AIS messages decoded per CPU-second, from bytes to reports, compared with JSON.parse of the same messages as
// gpsdecode prints them, which is the minimum cost of leaving the decoding to another program. BENCH_AIS_FILE names a
// recording to read instead of the sample.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AisReader } from '../../../src/features/geospatial/ais/ais-reader.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { rounds: ROUNDS, repeats: REPEATS } = sizesOf({
  usual: { rounds: 7, repeats: 50 },
  smoke: { rounds: 1, repeats: 1 },
});
const CHUNK = 65_536;
const fixtures = join(import.meta.dirname, '..', '..', '..', '..', 'test', 'fixtures', 'geo', 'ais');
const unpacked = (name: string) => gunzipSync(readFileSync(join(fixtures, name)));

const file = process.env.BENCH_AIS_FILE;
const recording =
  file === undefined
    ? Buffer.concat(Array.from({ length: REPEATS }, () => unpacked('aishub.nmea.gz')))
    : readFileSync(file);
const reported = unpacked('aishub.nmea.gpsdecode.jsonl.gz').toString().trimEnd().split('\n');

interface Way {
  name: string;
  /** @returns the number of messages read */
  work(): number;
  perSecond: number[];
  messages: number;
}

function read(bytes: Uint8Array): { messages: number; lines: number } {
  let seen = 0;
  const take = ({ key }: { key: number }) => {
    seen += key;
  };
  const reader = new AisReader({ provider: 'ais', now: () => Date.now(), take });
  for (let at = 0; at < bytes.length; at += CHUNK) reader.write(bytes.subarray(at, at + CHUNK));
  reader.end();
  if (seen === 0) throw new Error('Nothing was read.');
  return { messages: reader.counts.messages, lines: reader.counts.lines };
}

function parse(): number {
  let seen = 0;
  for (let repeat = 0; repeat < REPEATS; repeat += 1)
    for (const line of reported) seen += (JSON.parse(line) as { mmsi: number }).mmsi;
  if (seen === 0) throw new Error('Nothing was read.');
  return reported.length * REPEATS;
}

const ways: Way[] = [
  { name: 'sentences to reports', work: () => read(recording).messages, perSecond: [], messages: 0 },
  { name: 'JSON.parse of gpsdecode -j', work: parse, perSecond: [], messages: 0 },
];
for (const way of ways) way.work();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const way of ways) {
    const before = process.cpuUsage();
    way.messages = way.work();
    const { user, system } = process.cpuUsage(before);
    way.perSecond.push(way.messages / ((user + system) / 1e6));
  }
}
const [own, peer] = ways.map(({ perSecond }) => median(perSecond)) as [number, number];
printTable(
  ['', 'messages', 'messages/CPU-second', '÷ JSON.parse'],
  ways.map(({ name, messages, perSecond }) => [
    name,
    messages,
    Math.round(median(perSecond)),
    (median(perSecond) / peer).toFixed(2),
  ]),
);
const { lines } = read(recording);
console.log(
  `${file === undefined ? `the sample ${REPEATS} times` : 'the recording'}: ${lines} lines, ${(recording.length / 1e6).toFixed(1)} MB; ${(1e6 / own).toFixed(2)} µs a message`,
);
