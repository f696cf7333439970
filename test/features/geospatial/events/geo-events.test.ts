import 'reflect-metadata';
import test from 'ava';
import { FeedIntake } from '../../../../src/upstream/feed-intake.js';
import { worldOf } from '../../../support/event-world.js';
import { longestTurn } from '../../../support/longest-turn.js';
import { DAY, HOUR, MINUTE } from '../../../support/service-for.js';

test('a known event keeps its id and is published once', async (t) => {
  const { events, quake, kept, reported } = await worldOf(t);
  t.is(await events.report([quake()]), 1);
  t.is(await events.report([quake()]), 0);
  t.is((await kept()).length, 1);
  t.deepEqual(await reported(), ['earthquake new']);
});

test('the event in the log has the subject, keys, place, severity and start', async (t) => {
  const { events, quake, fire, at, logged } = await worldOf(t);
  await events.report([
    quake({ entities: ['vessel:219024336', 'no key'], url: 'https://example.org/us1' }),
    fire({ startedAt: at(-2 * HOUR) }),
  ]);
  const entry = (await logged()).find(({ type }) => type === 'geo_event.earthquake');
  const id = entry?.data.eventId;
  t.like(entry, {
    subject: `geo_event:${id}`,
    keys: [`geo_event:${id}`, 'vessel:219024336'],
    severity: 3,
    latitude: 10,
    longitude: 20,
    time: at(-HOUR),
  });
  t.like(entry?.data, {
    change: 'new',
    type: 'earthquake',
    provider: 'usgs',
    magnitude: { value: 5.1, unit: 'mb' },
    url: 'https://example.org/us1',
  });
});

test('an event whose source renames it keeps its id and gets the new name', async (t) => {
  const { events, quake, kept, reported } = await worldOf(t);
  await events.report([quake({ key: 'ak1', aliases: ['ak1', 'us1'] })]);
  const [before] = await kept();
  await events.report([quake({ key: 'us1', title: 'M 5.1 - renamed' })]);
  await events.report([quake({ key: 'nc3', aliases: ['ak1'], title: 'M 5.1 - again' })]);
  const [after, ...others] = await kept();
  t.deepEqual([after?.id, after?.title, others.length], [before?.id, 'M 5.1 - again', 0]);
  t.deepEqual(await reported(), ['earthquake new']);
});

test('two events that turn out to be the same become the older one', async (t) => {
  const { events, quake, kept, reported } = await worldOf(t);
  await events.report([quake({ key: 'ak1', title: 'one' })]);
  await events.report([quake({ key: 'us1', title: 'other' })]);
  const first = (await kept()).find(({ title }) => title === 'one');
  await events.report([quake({ key: 'us1', aliases: ['us1', 'ak1'], title: 'both' })]);
  t.deepEqual(
    (await kept()).map(({ id, title }) => [id, title]),
    [[first?.id, 'both']],
  );
  t.deepEqual(await reported(), ['earthquake new', 'earthquake new', 'earthquake ended']);
});

test('keys are separate for each source', async (t) => {
  const { events, fire, kept } = await worldOf(t);
  await events.report([fire({ provider: 'eonet' }), fire({ provider: 'simulator' })]);
  t.is((await kept()).length, 2);
});

test('an older report changes nothing; a different report with the same time does', async (t) => {
  const { events, quake, at, kept } = await worldOf(t);
  await events.report([quake({ title: 'new' })]);
  t.is(await events.report([quake({ title: 'old', reportedAt: at(-40 * MINUTE) })]), 0);
  t.is((await kept())[0]?.title, 'new');
  t.is(await events.report([quake({ title: 'newer' })]), 1);
  t.is((await kept())[0]?.title, 'newer');
});

test('a report from the future does not block later reports', async (t) => {
  const { events, quake, at, kept } = await worldOf(t);
  await events.report([quake({ title: 'wrong clock', reportedAt: at(30 * DAY) })]);
  await events.report([quake({ title: 'right', reportedAt: at(0) })]);
  t.is((await kept())[0]?.title, 'right');
});

for (const [what, change, expected] of [
  ['graver', { severity: 4 }, ['earthquake new', 'earthquake updated']],
  ['slighter', { severity: 2 }, ['earthquake new']],
  [
    'of a magnitude greater by 0.3',
    { magnitude: { value: 5.4, unit: 'mww' } },
    ['earthquake new', 'earthquake updated'],
  ],
  [
    'of a magnitude smaller by 0.3',
    { magnitude: { value: 4.8, unit: 'mww' } },
    ['earthquake new', 'earthquake updated'],
  ],
  ['of a magnitude greater by 0.2', { magnitude: { value: 5.3, unit: 'mww' } }, ['earthquake new']],
  ['named otherwise', { title: 'M 5.1 - elsewhere' }, ['earthquake new']],
] as const) {
  test(`an earthquake that is ${what} is ${expected.length > 1 ? '' : 'not '}published again`, async (t) => {
    const { events, quake, at, reported } = await worldOf(t);
    await events.report([quake()]);
    t.is(await events.report([quake({ ...change, reportedAt: at(0) })]), 1);
    t.deepEqual(await reported(), [...expected]);
  });
}

test('the end of an event is published', async (t) => {
  const { events, fire, at, kept, reported } = await worldOf(t);
  await events.report([fire()]);
  await events.report([fire({ endedAt: at(0), reportedAt: at(0) })]);
  t.is((await kept())[0]?.endedAt?.getTime(), at(0).getTime());
  t.deepEqual(await reported(), ['wildfire new', 'wildfire ended']);
});

test('a retracted event is deleted, and its end is published', async (t) => {
  const { events, search, quake, at, kept, reported } = await worldOf(t);
  await events.report([quake()]);
  const id = (await kept())[0]?.id as string;
  await events.report([quake({ retracted: true, reportedAt: at(0) })]);
  t.deepEqual(await kept(), []);
  await t.throwsAsync(search.get(id), { name: 'Problem' });
  t.deepEqual(await reported(), ['earthquake new', 'earthquake ended']);
  t.is(await events.report([quake({ key: 'never-known', retracted: true })]), 0);
});

test('the first poll of a source with thousands of old open events publishes none of them', async (t) => {
  const { events, fire, at, kept, reported } = await worldOf(t);
  const old = Array.from({ length: 1_200 }, (_, index) =>
    fire({ key: `EONET_${index}`, startedAt: at(-(3 + (index % 90)) * DAY), reportedAt: at(-2.5 * DAY) }),
  );
  t.is(await events.report([...old, fire({ key: 'fresh' })]), 1_201);
  t.is((await kept()).length, 50);
  t.deepEqual(await reported(), ['wildfire new']);
});

test('an ongoing event of high severity is published although it began long ago', async (t) => {
  const { events, fire, at, reported } = await worldOf(t);
  const storm = { type: 'storm', severity: 5, startedAt: at(-5 * DAY) } as const;
  await events.report([
    fire({ ...storm, key: 'going-on' }),
    fire({ ...storm, key: 'over', endedAt: at(-3 * DAY) }),
    fire({ ...storm, key: 'slight', severity: 3 }),
  ]);
  t.deepEqual(await reported(), ['storm new']);
});

test('events that a source no longer lists end, unless more than half are missing', async (t) => {
  const { events, fire, kept, reported } = await worldOf(t);
  await events.report(['a', 'b', 'c'].map((key) => fire({ key })));
  t.is(await events.endUnlisted('eonet', new Set(['a'])), 0);
  t.is(await events.endUnlisted('simulator', new Set()), 0);
  t.is(await events.endUnlisted('eonet', new Set(['a', 'c'])), 1);
  t.is((await kept()).filter(({ endedAt }) => endedAt !== null).length, 1);
  t.deepEqual(
    (await reported()).filter((line) => line.endsWith('ended')),
    ['wildfire ended'],
  );
});

test('two reports of one event in a batch are stored once, with the data of the later', async (t) => {
  const { events, quake, at, kept, reported } = await worldOf(t);
  await events.report([
    quake({ title: 'later', reportedAt: at(-MINUTE) }),
    quake({ key: 'x', aliases: ['us1'], title: 'earlier' }),
  ]);
  t.deepEqual(
    (await kept()).map(({ title }) => title),
    ['later'],
  );
  t.deepEqual(await reported(), ['earthquake new']);
});

test('an event that two processes report at once is stored and published once', async (t) => {
  const { events, quake, fire, kept, reported } = await worldOf(t);
  const batch = (turn: number) =>
    Array.from({ length: 20 }, (_, index) => fire({ key: `f${(index + turn * 7) % 20}` }));
  const counts = await Promise.all([0, 1, 2, 3].map((turn) => events.report([...batch(turn), quake()])));
  t.is(
    counts.reduce((sum, count) => sum + count),
    21,
  );
  t.is((await kept()).length, 21);
  t.is((await reported()).length, 21);
});

test('a batch that cannot be published is not stored', async (t) => {
  const { events, quake, database, kept } = await worldOf(t);
  await database.query(`alter table event_inbox add constraint no_quakes check (type <> 'geo_event.earthquake')`);
  const { cause } = (await t.throwsAsync(events.report([quake()]))) as Error;
  t.regex((cause as Error).message, /no_quakes/);
  t.deepEqual(await kept(), []);
});

test('invalid reports are rejected, and the others are stored', async (t) => {
  const { events, quake, at, kept } = await worldOf(t);
  const bad = [
    { position: { lat: 91, lon: 0 } },
    { position: { lat: Number.NaN, lon: 0 } },
    { startedAt: new Date(Number.NaN) },
    { startedAt: at(2 * DAY) },
    { key: ' ' },
    { type: 'party' as 'storm' },
  ];
  const odd = {
    key: 'odd',
    title: `a\u0000b\ud800${'x'.repeat(500)}`,
    url: 'javascript:alert(1)',
    severity: 17.4,
    position: { lat: -0, lon: 180 },
    details: { nan: Number.NaN, text: '\u0000' },
  };
  t.is(await events.report([...bad.map((change, index) => quake({ key: `bad${index}`, ...change })), quake(odd)]), 1);
  t.is(await events.report([quake(odd)]), 0);
  t.like((await kept())[0], { url: null, severity: 5, position: { lat: 0, lon: -180 }, details: { text: null } });
});

test('stored and rejected reports are counted, and the event loop runs between reports', async (t) => {
  const { events, quake, at } = await worldOf(t);
  const intake = new FeedIntake();
  const impossible = { lat: 91, lon: 0 };
  const many = Array.from({ length: 100_000 }, (_, index) => quake({ key: `us${index}`, position: impossible }));
  const old = quake({ key: 'old', startedAt: at(-400 * DAY), endedAt: at(-400 * DAY), reportedAt: at(-400 * DAY) });
  const before = process.threadCpuUsage();
  const longest = await longestTurn(() => events.report([...many, old, quake({ key: 'kept' })], intake));
  const { user, system } = process.threadCpuUsage(before);
  t.deepEqual(intake.counts, {
    read: 100_002,
    kept: 1,
    rejected: [
      { reason: 'invalid', count: 100_000 },
      { reason: 'too_old', count: 1 },
    ],
  });
  const usedMs = (user + system) / 1_000;
  t.true(longest < usedMs / 2, `${longest} of ${usedMs} ms in one turn`);
});
