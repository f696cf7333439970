import { hash } from 'node:crypto';
import test from 'ava';
import { zipSync } from 'fflate';
import { gdeltEvents } from '../../../../src/features/geospatial/events/gdelt-answers.js';
import { gdeltIndex, unpackGdelt } from '../../../../src/features/geospatial/events/gdelt-archive.js';
import { eventFeedFor, recordedEvents } from '../../../support/event-feed.js';

const recorded = () => recordedEvents('gdelt-cut.export.CSV');
const rows = recorded().trim().split('\n');
const NAME = '20191024143000.export.CSV';

/**
 * Returns the first recorded row of that day about fighting in a city, with some columns replaced (numbered from 1).
 */
function row(columns: Record<number, string> = {}): string {
  const found = rows.find(
    (line) => line.split('\t')[28] === '19' && line.split('\t')[51] === '4' && line.split('\t')[1] === '20191024',
  ) as string;
  const cells = found.split('\t');
  for (const [number, text] of Object.entries(columns)) cells[Number(number) - 1] = text;
  return cells.join('\t');
}
const readOne = (columns: Record<number, string>) => gdeltEvents(row(columns)).reports[0];
const md5 = (bytes: Uint8Array) => hash('md5', bytes);
const index = (bytes: Uint8Array, name = NAME) =>
  ['export.CSV', 'mentions.CSV', 'gkg.csv']
    .map((kind) => `1 ${md5(bytes)} http://data.gdeltproject.org/gdeltv2/${name.replace('export.CSV', kind)}.zip`)
    .join('\n');
const packed = (text: string, name = NAME) => Buffer.from(zipSync({ [name]: Buffer.from(text) }));
const unpack = (bytes: Buffer) => unpackGdelt(bytes, { name: '', md5: md5(bytes) });

test('an article about fighting is read with all fields of the export', (t) => {
  const read = readOne({
    32: '12',
    33: '2',
    53: 'Aleppo, Halab, Syria',
    57: '36.2028',
    58: '37.1586',
    61: 'https://example.org/a',
  });
  t.like(read, {
    provider: 'gdelt',
    type: 'conflict',
    severity: 3,
    position: { lat: 36.2028, lon: 37.1586 },
    url: 'https://example.org/a',
  });
  t.deepEqual(
    [read?.startedAt, read?.endedAt, read?.reportedAt],
    Array.from({ length: 3 }, () => new Date('2019-10-24T14:30:00Z')),
  );
  t.like(read?.details, { place: 'Aleppo, Halab, Syria', mentions: 12, sources: 2 });
  t.deepEqual([read?.title, read?.key.length], ['Fighting in Aleppo, Halab, Syria', 22]);
});

test('a recorded export gives protests and conflicts in cities, once for each article and place', (t) => {
  const { reports, skipped } = gdeltEvents(recorded());
  t.deepEqual([reports.length, skipped], [40, 0]);
  t.deepEqual([...new Set(reports.map(({ type }) => type))].sort(), ['conflict', 'unrest']);
  t.is(new Set(reports.map(({ key }) => key)).size, reports.length);
  const mentions = reports.map(({ details }) => details?.mentions as number);
  t.deepEqual(
    mentions,
    [...mentions].sort((a, b) => b - a),
  );
});

for (const [what, columns] of [
  ['an arrest', { 29: '17' }],
  ['words', { 29: '04' }],
  ['the middle of a country', { 52: '1' }],
  ['the middle of an American state', { 52: '2' }],
  ['the middle of another state', { 52: '5' }],
  ['nowhere', { 52: '0', 57: '', 58: '' }],
  ['a year ago', { 2: '20181024' }],
  ['a month ago', { 2: '20190924' }],
  ['a week ago', { 2: '20191017' }],
  ['tomorrow', { 2: '20191025' }],
] as const) {
  test(`${what} is left out without being counted as a fault`, (t) => {
    t.deepEqual(gdeltEvents(row(columns)), { reports: [], skipped: 0, skippedKeys: [], unused: 1 });
  });
}

test('an event of yesterday starts yesterday', (t) => {
  t.deepEqual(readOne({ 2: '20191023' })?.startedAt, new Date('2019-10-23T00:00:00Z'));
});

for (const [root, sources, type, severity] of [
  ['14', 1, 'unrest', 2],
  ['15', 1, 'conflict', 2],
  ['18', 9, 'conflict', 3],
  ['19', 10, 'conflict', 4],
  ['20', 1, 'conflict', 5],
  ['20', 50, 'conflict', 5],
] as const) {
  test(`root code ${root} from ${sources} sources is ${type} of severity ${severity}`, (t) => {
    t.like(readOne({ 29: root, 33: String(sources) }), { type, severity });
  });
}

test('the row with the most mentions is used for each article, place and root code, with the same key in the next export', (t) => {
  const many = [row({ 1: '1', 32: '3' }), row({ 1: '2', 32: '9' }), row({ 1: '3', 32: '5' })];
  const { reports } = gdeltEvents(many.join('\n'));
  t.deepEqual([reports.length, reports[0]?.details?.globalEventId], [1, '2']);
  t.is(gdeltEvents(row({ 1: '77', 60: '20191024144500' })).reports[0]?.key, reports[0]?.key);
  t.is(
    gdeltEvents([...many, row({ 61: 'https://example.org/other' }), row({ 57: '1.5' }), row({ 29: '18' })].join('\n'))
      .reports.length,
    4,
  );
});

test('the most mentioned events are used up to the limit', (t) => {
  const { reports } = gdeltEvents(
    Array.from({ length: 80 }, (_, n) => row({ 32: String(n), 61: `https://example.org/${n}` })).join('\n'),
  );
  t.deepEqual([reports.length, reports[0]?.details?.mentions, reports.at(-1)?.details?.mentions], [50, 79, 30]);
});

test('invalid rows are counted, and the others are read', (t) => {
  const bad = [
    'x',
    row().split('\t').slice(1).join('\t'),
    `${row()}\tmore`,
    row({ 60: 'now' }),
    row({ 60: '20191399999999' }),
    row({ 57: '91' }),
    row({ 57: 'north' }),
  ];
  t.like(gdeltEvents([...bad, row(), ''].join('\n')), { reports: { length: 1 }, skipped: 7 });
});

for (const text of ['', '<html>gone</html>', 'a\tb\nc\td'])
  test(`${JSON.stringify(text)} is not an export`, (t) => {
    t.throws(() => gdeltEvents(text), { name: 'UpstreamError' });
  });

test('only the file name of the URL in the index is used', (t) => {
  const bytes = packed('x');
  t.deepEqual(gdeltIndex(index(bytes)), { name: `${NAME}.zip`, md5: md5(bytes) });
  for (const text of [
    '',
    'x',
    '<html>',
    `1 ${md5(bytes)} http://data.gdeltproject.org/gdeltv2/../../etc/passwd`,
    `1 short http://data.gdeltproject.org/gdeltv2/${NAME}.zip`,
  ])
    t.throws(() => gdeltIndex(text), { name: 'UpstreamError' }, text);
});

test('an archive with the right checksum is unpacked', (t) => {
  const bytes = packed(recorded());
  t.is(unpack(bytes), recorded());
  t.throws(() => unpackGdelt(bytes, { name: '', md5: 'f'.repeat(32) }), { message: /checksum/ });
});

test('a zip bomb is rejected, whatever size it claims', (t) => {
  const bytes = packed('\t'.repeat(60_000_000));
  t.true(bytes.length < 100_000);
  t.throws(() => unpack(bytes), { name: 'UpstreamError', code: 'too_large' });
  // The archive claims a size of ten bytes, in its local header and in its central directory.
  bytes.writeUInt32LE(10, 22);
  bytes.writeUInt32LE(10, bytes.lastIndexOf('PK\u0001\u0002') + 24);
  t.throws(() => unpack(bytes), { name: 'UpstreamError', code: 'too_large' });
});

test('an invalid, truncated or foreign archive is rejected', (t) => {
  const whole = packed(recorded());
  const broken = Buffer.from(whole);
  broken.fill(0xff, 80, 400);
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('<html>'),
    whole.subarray(0, whole.length / 2),
    broken,
    packed('x', 'readme.txt'),
  ])
    t.throws(() => unpack(bytes), { name: 'UpstreamError' });
});

test('each new file is read once', async (t) => {
  let bytes = packed(recorded());
  let name = NAME;
  const { poll, stub, reported, feed } = await eventFeedFor(t, 'gdelt', ({ path }) => ({
    body: path === '/lastupdate.txt' ? index(bytes, name) : bytes,
  }));
  t.is(await poll(), 40);
  t.is(await poll(), 0);
  name = '20191024144500.export.CSV';
  bytes = packed(`${row()}\n`, name);
  t.is(await poll(), 1);
  t.deepEqual(
    stub.requests.map(({ path }) => path),
    ['/lastupdate.txt', `/${NAME}.zip`, '/lastupdate.txt', '/lastupdate.txt', `/${name}.zip`],
  );
  t.deepEqual([reported.length, feed().records], [2, 41]);
});

test('a file with a wrong checksum is read again at the next poll', async (t) => {
  const bytes = packed(recorded());
  const { poll, stub, failures, reported } = await eventFeedFor(t, 'gdelt', ({ path }) => ({
    body: path === '/lastupdate.txt' ? index(bytes) : bytes,
  }));
  stub.reply(`/${NAME}`, { body: Buffer.concat([bytes, bytes]) });
  await t.throwsAsync(poll(), { name: 'UpstreamError' });
  t.deepEqual([failures('bad_answer'), reported.length], [1, 0]);
  stub.reply(`/${NAME}`, { body: bytes });
  t.is(await poll(), 40);
});

test('a file that is not available yet is read later', async (t) => {
  const bytes = packed(recorded());
  const { poll, stub } = await eventFeedFor(t, 'gdelt', ({ path }) => ({
    body: path === '/lastupdate.txt' ? index(bytes) : bytes,
  }));
  stub.reply(`/${NAME}`, { status: 404, body: 'not yet' });
  await t.throwsAsync(poll(), { name: 'UpstreamError' });
  stub.reply(`/${NAME}`, { body: bytes });
  t.is(await poll(), 40);
});

test('a file above the size limit is too large', async (t) => {
  const bytes = packed('x');
  const { poll, failures } = await eventFeedFor(t, 'gdelt', ({ path }) => ({
    body: path === '/lastupdate.txt' ? index(bytes) : Buffer.alloc(5_000_001),
  }));
  await t.throwsAsync(poll(), { name: 'UpstreamError' });
  t.is(failures('too_large'), 1);
});

test('an article about an event up to two days old is read; an article about an older one is not', (t) => {
  const isRead = (day: string, addedAt: string) => readOne({ 2: day, 60: addedAt }) !== undefined;
  t.deepEqual([isRead('20191021', '20191024000000'), isRead('20191021', '20191024000001')], [true, false]);
  t.deepEqual([isRead('20191024', '20191024000000'), isRead('20191025', '20191024235959')], [true, false]);
});
