// The number of aircraft records that are parsed into reports per CPU-second, from the bytes of an adsb.lol response
// of BaseStation lines and of messages of the Beast format.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAircraftJson } from '../../../src/features/geospatial/adsb/aircraft-json.js';
import { BeastReader } from '../../../src/features/geospatial/adsb/beast/beast-reader.js';
import { SbsReader } from '../../../src/features/geospatial/adsb/sbs-reader.js';
import { airborne, beast, hex, squitter } from '../../../test/support/mode-s.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { rounds: ROUNDS, repeats: REPEATS } = sizesOf({
  usual: { rounds: 7, repeats: 300 },
  smoke: { rounds: 1, repeats: 2 },
});
const fixtures = join(import.meta.dirname, '..', '..', '..', '..', 'test', 'fixtures', 'geo');
const answer = readFileSync(join(fixtures, 'adsb', 'adsblol-point.json'), 'utf8');
const lines = readFileSync(join(fixtures, 'feeds', 'basestation-300.sbs'));

/** Messages of 200 aircraft in two seconds: positions, velocities, and some identities. */
const messages = Buffer.concat(
  Array.from({ length: 200 }, (_, at) => {
    const [lat, lon] = [48 + (at % 14) / 4, 2 + at / 40];
    const content = [airborne(lat, lon, false), hex('9914C8180404BC'), airborne(lat, lon, true), hex('202CC371C32CE0')];
    return content.map((one) => beast(squitter(0x3c0001 + at, one)));
  }).flat(),
);

interface Way {
  name: string;
  bytes: number;
  /** Parses the input once or repeatedly. @returns the number of records read */
  work(): number;
  perSecond: number[];
}

function readAnswers(): number {
  let reports = 0;
  for (let repeat = 0; repeat < REPEATS; repeat += 1)
    reports += readAircraftJson(JSON.parse(answer), { provider: 'adsb', receivedAt: repeat }).reports.length;
  return reports;
}

function parseAnswers(): number {
  let aircraft = 0;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) aircraft += (JSON.parse(answer) as { ac: unknown[] }).ac.length;
  return aircraft;
}

function readLines(): number {
  const reader = new SbsReader({ provider: 'adsb', now: () => 0, take: () => {} });
  for (let repeat = 0; repeat < REPEATS; repeat += 1) reader.write(lines);
  return reader.messages;
}

function readBeast(): number {
  let now = 0;
  const reader = new BeastReader({ provider: 'adsb', now: () => now, take: () => {} });
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    now += 2_000;
    reader.write(messages);
  }
  return reader.messages;
}

const ways: Way[] = [
  { name: 'aircraft.json to reports', bytes: answer.length, work: readAnswers, perSecond: [] },
  { name: 'JSON.parse of it alone', bytes: answer.length, work: parseAnswers, perSecond: [] },
  { name: 'Beast to reports', bytes: messages.length, work: readBeast, perSecond: [] },
  { name: 'BaseStation to reports', bytes: lines.length, work: readLines, perSecond: [] },
];
const counts = ways.map((way) => way.work() / REPEATS);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const way of ways) {
    const before = process.cpuUsage();
    const reports = way.work();
    const { user, system } = process.cpuUsage(before);
    way.perSecond.push(reports / ((user + system) / 1e6));
  }
}
printTable(
  ['', 'records', 'bytes a record', 'records/CPU-second'],
  ways.map(({ name, bytes, perSecond }, at) => [
    name,
    counts[at] as number,
    Math.round(bytes / (counts[at] as number)),
    Math.round(median(perSecond)),
  ]),
);
