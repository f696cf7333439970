import 'reflect-metadata';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { aisFeed } from '../../../../src/features/geospatial/feeds/ais-bytes.js';
import { createSources } from '../../../../src/features/geospatial/feeds/create-sources.js';
import { replayTimes } from '../../../../src/features/geospatial/feeds/replay-times.js';
import { FeedIntake } from '../../../../src/upstream/feed-intake.js';
import type { ByteSource } from '../../../../src/upstream/transport/byte-source.js';
import type { UpstreamFailureCode } from '../../../../src/upstream/upstream-error.js';
import { beast, hex, squitter, surface } from '../../../support/mode-s.js';
import { sourceParts } from '../../../support/source-parts.js';

const fixtures = join('test', 'fixtures', 'geo', 'feeds');
const none = { SVC_AIS_SOURCES: 'none', SVC_ADSB_SOURCES: 'none', SVC_EVENT_SOURCES: 'none' };

/** Returns a run of a source, and counts what the source reports to it. */
function telling() {
  const reported = { accepted: 0, signs: 0, skipped: 0 };
  const run = {
    signal: new AbortController().signal,
    accepted(records: number) {
      reported.accepted += records;
      reported.signs += 1;
    },
    skipped(_kind: UpstreamFailureCode, count: number) {
      reported.skipped += count;
    },
  };
  return { run, reported };
}

/** Returns a source whose bytes are all available at once, in the given pieces. */
const given = (...pieces: Array<string | Buffer>): ByteSource => ({
  endsForGood: true,
  stallMs: 1_000,
  async read(_signal, open) {
    const sink = open();
    for (const piece of pieces) sink.write(Buffer.from(piece));
    sink.flush();
  },
});

test('an AIS recording is read as if it were live', async (t) => {
  const parts = sourceParts({ ...none, SVC_AIS_SOURCES: `file:${join(fixtures, 'kystverket-400.nm4')}` });
  const { run, reported } = telling();
  const intake = new FeedIntake();
  await createSources(parts)[0]?.run({ ...run, intake });
  // The tag blocks of multi-part messages have wrong checksums; their sentences are read nevertheless.
  t.deepEqual(intake.counts, { read: parts.vessels.length, kept: parts.vessels.length, rejected: [] });
  t.true(parts.vessels.length > 300);
  t.deepEqual([reported.accepted, reported.skipped], [parts.vessels.length, 0]);
  const now = parts.clock.now();
  // The recording is from 2019 and ten seconds long.
  t.true(parts.vessels.every(({ observedAt }) => observedAt <= now && observedAt > now - 20_000));
  t.true(parts.vessels.every(({ provider, receivedAt }) => provider === 'recording' && receivedAt === now));
});

test('times of a recording are never in the future, and late reports stay late', (t) => {
  let now = 1_000_000;
  const timeOf = replayTimes(() => now);
  t.is(timeOf(5_000), 1_000_000);
  t.is(timeOf(65_000), 1_000_000);
  t.is(timeOf(60_000), 995_000);
  now += 3_000;
  t.is(timeOf(65_000), 1_003_000);
});

test('invalid data is counted and does not make the feed live', async (t) => {
  const { run, reported } = telling();
  const parts = sourceParts();
  await aisFeed(
    {
      feed: 'ais.tcp',
      provider: 'ais',
      bytes: given('noise\n', 'x'.repeat(100_000), '\n\n!AIVDM,1,1,,A,13HOI:0P0000VOHLCnHQKwvL05Ip,0*24\n'),
      isRecording: false,
    },
    parts,
  ).run(run);
  t.deepEqual([reported.signs, reported.accepted, parts.vessels.length], [0, 0, 0]);
  t.is(reported.skipped, 3);
});

test('a line that arrives in several chunks is read as one line', async (t) => {
  const { run, reported } = telling();
  const parts = sourceParts();
  await aisFeed(
    {
      feed: 'ais.tcp',
      provider: 'ais',
      bytes: given('!AIVDM,1,1,,A,13HOI:0P00', '00VOHLCnHQKwvL05Ip,0*2', '3'),
      isRecording: false,
    },
    parts,
  ).run(run);
  t.deepEqual([reported.accepted, parts.vessels[0]?.key], [1, 227_006_760]);
});

test('a recording of BaseStation lines is read as aircraft', async (t) => {
  const parts = sourceParts({ ...none, SVC_ADSB_SOURCES: `file:${join(fixtures, 'basestation-300.sbs')}` });
  const { run, reported } = telling();
  await createSources(parts)[0]?.run(run);
  t.true(parts.aircraft.length > 100);
  t.is(reported.accepted, parts.aircraft.length);
  t.true(parts.aircraft.every(({ key, provider }) => key === 0x406b90 && provider === 'recording'));
});

for (const form of ['over several lines', 'one a line', 'one a line, the first broken off'] as const)
  test(`a recording of aircraft.json is read as aircraft, ${form}`, async (t) => {
    const text = readFileSync(join(fixtures, 'dump1090fa-aircraft.json'), 'utf8');
    const line = `${JSON.stringify(JSON.parse(text))}\n`;
    const content = {
      'over several lines': text,
      'one a line': line,
      'one a line, the first broken off': `${line.slice(0, 500)}\n${line}`,
    }[form];
    const parts = sourceParts();
    const { run, reported } = telling();
    const { adsbFeed } = await import('../../../../src/features/geospatial/feeds/adsb-bytes.js');
    const pieces = content.match(/[\s\S]{1,1000}/g) as string[];
    await adsbFeed({ feed: 'adsb.file', provider: 'adsb', bytes: given(...pieces), isRecording: true }, parts).run(run);
    t.true(parts.aircraft.length > 20);
    t.is(reported.accepted, parts.aircraft.length);
    const now = parts.clock.now();
    t.true(parts.aircraft.every(({ observedAt }) => observedAt <= now && observedAt > now - 400_000));
  });

test('a connection to a Beast output is read as aircraft, with the position of its receiver', async (t) => {
  const server = createServer((socket) => {
    for (const isOdd of [false, true, false]) socket.write(beast(squitter(0x4ca2d6, surface(52.3207, 4.7347, isOdd))));
    socket.end(Buffer.concat([beast(hex('8D4840D6202CC371C32CE0576098')), Buffer.from('noise')]));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const parts = sourceParts({
    ...none,
    SVC_ADSB_SOURCES: `beast://127.0.0.1:${port}`,
    SVC_RECEIVERS: 'adsb.beast@52.3:4.76',
  });
  const { run, reported } = telling();
  const [source] = createSources(parts);
  t.like(source, { feed: 'adsb.beast', provider: 'adsb' });
  await t.throwsAsync(Promise.resolve(source?.run(run)), { message: /unreachable|closed/ });
  t.deepEqual([reported.accepted, reported.skipped], [4, 1]);
  t.like(parts.aircraft.at(-1), { callsign: 'KLM1023', provider: 'adsb' });
  t.is(parts.aircraft.filter(({ lat }) => lat !== undefined).length, 2);
});

test('a source of the Beast format has a host and a port', (t) => {
  for (const line of ['beast://host', 'beast://:30005', 'beast://host:0', 'beast:host:30005'])
    t.throws(() => createSources(sourceParts({ ...none, SVC_ADSB_SOURCES: line })), { message: /beast:\/\/host:port/ });
});
