import test from 'ava';
import { lineFaults } from '../../../../src/features/geospatial/ais/ais-counts.js';
import type { AisReader } from '../../../../src/features/geospatial/ais/ais-reader.js';
import { MAX_LINE_BYTES } from '../../../../src/features/geospatial/ais/line-splitter.js';
import { prefixTime, recordedTimeOf } from '../../../../src/features/geospatial/ais/recorded-time.js';
import { aisReader, NOW, readRecording, recorded, sentence, tagBlock } from '../../../support/ais-recordings.js';

/** A message of a vessel at anchor. */
const ship = 'AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0';
const faultsOf = ({ counts }: AisReader) =>
  Object.fromEntries(Object.entries(counts.faults).filter(([, count]) => count > 0));

test('a stream gives the same vessels and the same errors wherever it is split', (t) => {
  const bytes = recorded('pyais.nmea');
  const whole = readRecording(bytes);
  t.true(whole.reports.length > 300);
  for (const size of [1, 2, 7, 61, 4_096]) {
    const pieces = aisReader();
    for (let at = 0; at < bytes.length; at += size) pieces.reader.write(bytes.subarray(at, at + size));
    pieces.reader.end();
    t.deepEqual(pieces.reports, whole.reports);
    t.deepEqual(pieces.reader.counts, whole.reader.counts);
  }
});

test('lines end with CR LF, LF or CR, and a CR LF that is split is one end', (t) => {
  const { reader, reports } = aisReader();
  reader.write(Buffer.from(`${sentence(ship)}\r\n${sentence(ship)}\n${sentence(ship)}\r${sentence(ship)}\r`));
  reader.write(Buffer.from(`\n${sentence(ship)}\n\n`));
  t.is(reports.length, 5);
  t.is(reader.counts.lines, 6);
  t.is(reader.counts.blank, 1);
});

test('a datagram does not need a line end', (t) => {
  const { reader, reports } = aisReader();
  t.is(reader.write(Buffer.from(sentence(ship))), 0);
  t.is(reader.end(), 1);
  t.is(reports[0]?.key, 371798000);
});

test('an overlong line without an end is discarded and counted once', (t) => {
  const { reader, read, reports } = aisReader();
  const endless = Buffer.alloc(40_000, '!AIVDM,1,1,,A,');
  for (let chunk = 0; chunk < 20; chunk += 1) reader.write(endless);
  read('', sentence(ship));
  t.deepEqual(faultsOf(reader), { too_long: 1 });
  t.is(reports.length, 1);
});

test('an overlong line is counted the same in one chunk as in many', (t) => {
  const { reader } = aisReader();
  reader.write(Buffer.from(`${'x'.repeat(MAX_LINE_BYTES + 1)}\n${'x'.repeat(MAX_LINE_BYTES)}\n`));
  t.deepEqual(faultsOf(reader), { too_long: 1, no_start: 1 });
});

test('sentences of every talker are read, including those of the own ship (VDO)', (t) => {
  const { reports, read } = aisReader();
  for (const talker of ['AIVDM', 'ABVDM', 'BSVDM', 'SAVDM', 'ANVDM', '--VDM', 'AIVDO'])
    read(sentence(ship.replace('AIVDM', talker)));
  t.is(reports.length, 7);
});

test('a sentence that follows other data on the same line is read', (t) => {
  const { reader, reports, read } = aisReader();
  read(`$GPGGA,184353.07,1929.045,S,0241${sentence(ship)}`, `[noise\u0000]${sentence(ship)}`);
  t.is(reports.length, 2);
  t.deepEqual(faultsOf(reader), {});
});

test('an invalid line is counted under its reason, and the next one is read', (t) => {
  const wrong: Array<[string, string]> = [
    ['no_start', 'foobar'],
    ['no_start', '# a comment'],
    ['other_sentence', '$GPGGA,184353.07,1929.045,S,02410.506,E,1,04,2.6,100.00,M,-33.9,M,,0000*6D'],
    ['other_sentence', sentence('AIABK,244010568,A,7.2,5,3')],
    ['other_sentence', '!AI'],
    ['checksum', sentence(ship).slice(0, -1)],
    ['checksum', sentence(ship).replace('RTg', 'RTh')],
    ['checksum', `!${ship}`],
    ['fields', sentence('AIVDM,1,1,A,15RTgt0PAso;90TKcjM8h6g208CQ,0')],
    ['fields', sentence(ship.replace('1,1', '0,0'))],
    ['fields', sentence(ship.replace('1,1', '1,2'))],
    ['fields', sentence(ship.replace('1,1', '10,1'))],
    ['payload', sentence(ship.replace('15RTgt0PAso;90TKcjM8h6g208CQ', ''))],
    ...['/', 'X', '_', 'x'].map((none): [string, string] => ['payload', sentence(ship.replace('15R', `15${none}`))]),
    ['payload', sentence(ship.replace('15RT', 'R'.repeat(2_000)))],
    ['fill_bits', sentence(ship.replace(/0$/, '7'))],
    ['fill_bits', sentence(ship.replace(/0$/, '12'))],
    ['fill_bits', sentence(ship.replace(/0$/, ''))],
    ['length', sentence('AIVDM,1,1,,A,15RTgt0PAso;90TK,0')],
    ['orphan', sentence('AIVDM,2,2,1,A,88888888880,2')],
    ['json', '{"class":"AIS"'],
  ];
  for (const [reason, line] of wrong) {
    const { reader, reports, read } = aisReader();
    read(line, sentence(ship));
    t.deepEqual(faultsOf(reader), { [reason]: 1 }, line.slice(0, 90));
    t.is(reports.length, 1);
  }
});

test('every line of a recording is counted exactly once', (t) => {
  for (const name of [
    'aishub.nmea',
    'kystverket.nm4',
    'gofree.log',
    'pyais.nmea',
    'pyais-mixed.txt',
    'gpsd.aivdm',
    'gfw-multi-part.nmea',
    'goais.nmea',
  ]) {
    const { counts } = readRecording(recorded(name)).reader;
    const faults = lineFaults.reduce((sum, fault) => sum + counts.faults[fault], 0);
    t.is(counts.lines, counts.blank + counts.parts + counts.complete + faults, name);
    t.is(
      counts.byType.reduce((sum, count) => sum + count, 0),
      counts.messages,
    );
    t.is(counts.messages + counts.faults.length, counts.complete);
  }
});

test('messages of types that are not decoded are counted by type', (t) => {
  const { byType } = readRecording(recorded('gpsd.aivdm')).reader.counts;
  t.deepEqual(
    [6, 7, 8, 10, 12, 17, 25, 26].map((type) => (byType[type] as number) > 0),
    Array(8).fill(true),
  );
});

test('the time of a tag block is read in seconds, milliseconds or decimals', (t) => {
  const at = NOW - 5_000;
  const { reports, read } = aisReader();
  for (const time of [
    `c:${at / 1000}`,
    `c:${at}`,
    `s:2573345,c:${at / 1000}.000`,
    `g:1-2-73874,n:157036,c:${at / 1000}`,
  ])
    read(tagBlock(time) + sentence(ship));
  read(tagBlock('s:2573345') + tagBlock(`c:${at / 1000}`) + sentence(ship));
  t.deepEqual(
    reports.map(({ observedAt, receivedAt }) => [observedAt, receivedAt]),
    Array(5).fill([at, NOW]),
  );
});

test('an invalid or unterminated tag block loses its time, and the vessel is still read', (t) => {
  const { reader, reports, read } = aisReader();
  const block = tagBlock(`c:${NOW / 1000 - 60}`);
  read(block.replace('c:1', 'c:2') + sentence(ship), block.slice(0, -1) + sentence(ship), `\\c:1${sentence(ship)}`);
  t.deepEqual(
    reports.map(({ observedAt }) => observedAt),
    [NOW, NOW, NOW],
  );
  t.deepEqual(faultsOf(reader), { tag_block: 3 });
});

test('an implausible time is not used', (t) => {
  const { reports, read } = aisReader();
  for (const time of [NOW + 61_000, NOW - 86_400_001, 0]) read(tagBlock(`c:${time}`) + sentence(ship));
  t.deepEqual(
    reports.map(({ observedAt }) => observedAt),
    [NOW, NOW, NOW],
  );
});

test('the times of a recording can be shifted to now', (t) => {
  const { reports, read } = aisReader({ timeOf: (recordedMs) => recordedMs - 1_565_218_798_000 + NOW - 250 });
  read(tagBlock('c:1565218798') + sentence(ship));
  t.is(reports[0]?.observedAt, NOW - 250);
});

test('times that loggers write before a sentence and receivers after it are read', (t) => {
  const line = sentence(ship);
  const times = [
    `[2024-07-19 08:45:27.141] ${line}`,
    `2024-07-19T08:45:27.141Z ${line}`,
    `1721378727141 ${line}`,
    `1721378727141000000 ${line}`,
    `${tagBlock('c:1721378727.141')}${line}`,
  ].map((text) => recordedTimeOf(Buffer.from(text)));
  t.deepEqual(times, Array(5).fill(1_721_378_727_141));
  t.is(recordedTimeOf(Buffer.from(`${line},s1234,d-119,T12.34567123,r003669958,1085889680`)), 1_085_889_680_000);
  for (const none of [line, `12:30 ${line}`, 'foobar', '', '$GPGGA,184353.07,1085889680'])
    t.is(recordedTimeOf(Buffer.from(none)), Number.NaN);
});

test('a number of ten or more digits before a sentence is a time', (t) => {
  const timeOf = (text: string) => prefixTime(Buffer.from(text), 0, text.length);
  t.is(timeOf('1550303566 '), 1_550_303_566_000);
  t.true(Number.isNaN(timeOf('155030356 ')));
  t.true(Number.isNaN(timeOf(`2024-07-19T08:45:27Z${'1'.repeat(21)}`)));
});
