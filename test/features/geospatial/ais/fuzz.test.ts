import test from 'ava';
import { lineFaults } from '../../../../src/features/geospatial/ais/ais-counts.js';
import { AisReader } from '../../../../src/features/geospatial/ais/ais-reader.js';
import { MAX_PENDING } from '../../../../src/features/geospatial/ais/fragments.js';
import { isMmsi } from '../../../../src/features/geospatial/ais/mmsi.js';
import type { VesselReport } from '../../../../src/features/geospatial/observation.js';
import { isPosition } from '../../../../src/features/geospatial/position.js';
import { NOW, recorded } from '../../../support/ais-recordings.js';
import { collect } from '../../../support/collect-garbage.js';

const LINES = 1_000_000;
const BATCH = 500;
const LF = 10;
const CR = 13;

/**
 * Returns a generator of integers from 0 to the limit (exclusive), the same sequence for the same seed (a linear
 * congruential generator of 32 bits).
 */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * limit);
  };
}

const linesOf = (name: string): Buffer[] =>
  recorded(name)
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Buffer.from(line, 'latin1'));

const hostile = [
  ...[
    '!',
    '\\',
    '\\\\',
    '!AIVDM',
    '!AIVDM,',
    '!AIVDM,1,1,,A,,0*26',
    '!AIVDM,9,9,9,B,0,0*59',
    '!AIVDM,,,,,,*66',
    '*',
    '$',
    '{',
    '[',
    '{}',
    '{"msgs":[{}]}',
  ],
  ...[
    '\\c:99999999999999999999999*5B\\',
    '\\g:9-9-999999999999999999*00\\!AIVDM,2,1,1,A,0,0*00',
    '\\c:-1,s:,g:*00\\',
    '\\c:1e9*00\\!AIVDM',
    `\\${'s:a,'.repeat(20)}`,
  ],
  ...[
    '{"type":1,"mmsi":244030470,"lat":1e999,"lon":null}',
    '{"nmea":["!AIVDM,1,1,,A,x,0*00",null,{}]}',
    '{"msgs":[[[[[]]]]]}',
    '{"__proto__":1}',
    '\u0000',
  ],
].map((text) => Buffer.from(text, 'latin1'));

/**
 * Writes a randomly changed line of the corpus into `into` and ends it with a line feed.
 * @returns the position after the line
 */
function mutate(into: Buffer, at: number, corpus: readonly Buffer[], random: (limit: number) => number): number {
  const line = corpus[random(corpus.length)] as Buffer;
  let end = at + line.copy(into, at);
  const kind = random(8);
  if (kind === 0)
    for (let flips = 1 + random(4); flips > 0; flips -= 1) flip(into, at + random(line.length), random(8));
  else if (kind === 1) end = at + random(line.length + 1);
  else if (kind === 2) end += (corpus[random(corpus.length)] as Buffer).copy(into, end);
  else if (kind === 3) into[at + random(line.length)] = random(256);
  else if (kind === 4) into.copyWithin(at, at + random(line.length), end);
  else if (kind === 5) end = at + (hostile[random(hostile.length)] as Buffer).copy(into, at);
  else if (kind === 6) end += into.copy(into, end, at, at + random(line.length));
  // A line feed inside the change makes two lines.
  into[end] = LF;
  return end + 1;
}

function flip(bytes: Buffer, at: number, bit: number): void {
  bytes[at] = (bytes[at] as number) ^ (1 << bit);
}

/** Counts the line ends: CR, LF or CR LF. @param before byte before the first one */
function endsIn(bytes: Buffer, end: number, before: number): number {
  let [count, last] = [0, before];
  for (let at = 0; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === CR || (byte === LF && last !== CR)) count += 1;
    last = byte;
  }
  return count;
}

function isValidObservation(report: VesselReport): boolean {
  const { key, lat, lon, observedAt, speedKnots, courseDegrees, headingDegrees, name, eta } = report;
  return (
    isMmsi(key) &&
    (lat === undefined || lon === undefined ? lat === lon : isPosition(lat, lon)) &&
    observedAt <= NOW + 60_000 &&
    observedAt >= NOW - 86_400_000 &&
    (speedKnots == null || (speedKnots >= 0 && speedKnots <= 1_022)) &&
    (courseDegrees == null || (courseDegrees >= 0 && courseDegrees < 360)) &&
    (headingDegrees == null || (headingDegrees >= 0 && headingDegrees < 360)) &&
    (name == null || (name.length > 0 && name.length <= 34)) &&
    (eta == null || Number.isFinite(eta))
  );
}

test('a million altered lines cause no exception, every line is counted, and memory stays bounded', (t) => {
  const corpus = ['aishub.nmea', 'kystverket.nm4', 'pyais-mixed.txt', 'gfw-multi-part.nmea', 'goais.nmea'].flatMap(
    linesOf,
  );
  const random = randomNumbers(20_261_120);
  const batch = Buffer.alloc(BATCH * 1_024);
  let unsound = 0;
  let mostPending = 0;
  let now = NOW;
  const take = (report: VesselReport) => {
    if (!isValidObservation({ ...report, observedAt: report.observedAt - now + NOW })) unsound += 1;
  };
  const reader = new AisReader({ provider: 'ais', now: () => now, take });
  let ends = 0;
  collect();
  const heapBefore = process.memoryUsage().heapUsed;
  for (let written = 0; written < LINES; written += BATCH) {
    let end = 0;
    for (let line = 0; line < BATCH; line += 1) end = mutate(batch, end, corpus, random);
    reader.write(batch.subarray(0, end));
    ends += endsIn(batch, end, LF);
    mostPending = Math.max(mostPending, reader.pending);
    now += random(50) - 5;
  }
  reader.end();
  collect();
  const heapGrowth = process.memoryUsage().heapUsed - heapBefore;
  const { counts } = reader;
  const faults = lineFaults.reduce((sum, fault) => sum + counts.faults[fault], 0);
  t.true(ends >= LINES);
  t.is(counts.lines, ends);
  t.is(counts.lines, counts.blank + counts.parts + counts.complete + faults);
  t.true(counts.reports > 100_000);
  for (const fault of [
    'no_start',
    'other_sentence',
    'checksum',
    'fields',
    'payload',
    'fill_bits',
    'orphan',
    'json',
    'tag_block',
    'fragment_lost',
    'length',
    'mmsi',
  ] as const)
    t.true(counts.faults[fault] > 0, fault);
  t.is(unsound, 0);
  t.true(mostPending <= MAX_PENDING);
  t.true(heapGrowth < 8_000_000, `${heapGrowth} bytes`);
});

test('sentences with a valid checksum are validated like any others', (t) => {
  const random = randomNumbers(7);
  const legal = '0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVW`abcdefghijklmnopqrstuvw';
  let unsound = 0;
  const reader = new AisReader({
    provider: 'ais',
    now: () => NOW,
    take: (report) => {
      if (!isValidObservation(report)) unsound += 1;
    },
  });
  for (let count = 0; count < 100_000; count += 1) {
    const first = legal[[1, 2, 3, 4, 5, 9, 11, 18, 19, 21, 24, 27][random(12)] as number] as string;
    let payload = first;
    for (let length = [15, 27, 27, 51, 60, 70, 3][random(7)] as number; length > 0; length -= 1)
      payload += legal[random(64)];
    const body = `AIVDM,1,1,,A,${payload},${random(7)}`;
    let sum = 0;
    for (let at = 0; at < body.length; at += 1) sum ^= body.charCodeAt(at);
    reader.write(Buffer.from(`!${body}*${sum.toString(16).padStart(2, '0')}\n`, 'latin1'));
  }
  t.is(reader.counts.complete, 100_000);
  t.is(reader.counts.messages + reader.counts.faults.length, 100_000);
  t.true(reader.counts.reports > 20_000);
  t.is(unsound, 0);
});

test('endless garbage of any kind uses no more memory than one line', (t) => {
  const random = randomNumbers(3);
  const chunk = Buffer.alloc(65_536);
  collect();
  const before = process.memoryUsage();
  for (const start of ['', '!AIVDM,2,1,1,A,', '{"msgs":[', '\\g:1-2-3,']) {
    const reader = new AisReader({ provider: 'ais', now: () => NOW, take: () => {} });
    for (let count = 0; count < 400; count += 1) {
      for (let at = 0; at < chunk.length; at += 64) chunk[at] = 32 + random(90);
      if (count === 0) chunk.write(start, 'latin1');
      reader.write(chunk);
    }
    reader.end();
    t.is(reader.counts.lines, 1);
    t.is(reader.counts.faults.too_long, 1);
  }
  collect();
  const after = process.memoryUsage();
  t.true(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers < 4_000_000);
});
