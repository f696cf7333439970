import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { DatabaseEventLog } from '../../src/events/database-event-log.js';
import { EventCatalog } from '../../src/events/event-catalog.js';
import { EventChangeSignal, LogChangeSignal } from '../../src/events/event-change-signal.js';
import { EventPartitions } from '../../src/events/event-partitions.js';
import { EventRetention } from '../../src/events/event-retention.js';
import { EventSequencer } from '../../src/events/event-sequencer.js';
import { EventType } from '../../src/events/event-type.js';
import { FeedStatusChangedDto } from '../../src/upstream/feed.events.js';
import { ManualClock } from '../support/manual-clock.js';
import { DAY } from '../support/service-for.js';
import { createTestDatabase } from '../support/test-database.js';

const MILLION = 1_000_000;
const never = new AbortController().signal;
const someone = randomUUID();
const data = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: null };
const typeOf = (name: string, retentionDays: number) =>
  new EventType({
    type: `test.${name}`,
    description: '.',
    data: FeedStatusChangedDto,
    audience: 'public',
    tag: 'health',
    severities: [1],
    retentionDays,
  });
const [brief, lasting, note] = [typeOf('brief', 30), typeOf('lasting', 90), typeOf('note', 36_500)];

/** Returns the log of a new database, whose first partition holds the positions from 1 to a million. */
async function logFor(t: ExecutionContext) {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  const clock = new ManualClock(Date.now());
  const log = new DatabaseEventLog(database, clock, new EventChangeSignal());
  const partitions = new EventPartitions(database);
  const retention = new EventRetention(new EventCatalog([brief, lasting, note]), log, partitions, clock);
  const sequencer = new EventSequencer(database, new LogChangeSignal());
  /** Inserts an event that happened `days` days ago at a position of the log. */
  const put = (position: number, { type }: EventType, days: number) =>
    database.query(
      `insert into events (position, id, type, audience, time, data, keys) overriding system value values ($1, gen_random_uuid(), $2, 'public', $3, '{}', '{}')`,
      [position, type, new Date(clock.now() - days * DAY)],
    );
  const positions = async () => (await log.after(0, 100)).map(({ position }) => position);
  const starts = async () => (await partitions.list()).map(({ from }) => from);
  const countIn = async (table: string) =>
    (await database.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count;
  return { database, clock, log, partitions, retention, sequencer, put, positions, starts, countIn };
}

test('a partition is dropped once the types that are kept longest have expired in it; events that are kept for years stay', async (t) => {
  const { clock, log, partitions, retention, put, positions, starts, countIn } = await logFor(t);
  await partitions.add(MILLION + 1, 2 * MILLION + 1);
  await partitions.add(2 * MILLION + 1, 3 * MILLION + 1);
  await put(1, lasting, 100);
  await put(2, brief, 100);
  await put(3, note, 100);
  await put(4, lasting, 91);
  await put(MILLION + 1, lasting, 89);
  await put(MILLION + 2, brief, 80);
  await put(MILLION + 3, lasting, 80);
  await put(2 * MILLION + 1, lasting, 1);
  t.is(await retention.countExpired(), 4);
  await retention.forget(never);
  t.deepEqual(await positions(), [3, MILLION + 1, MILLION + 3, 2 * MILLION + 1]);
  t.deepEqual(await starts(), [MILLION + 1, 2 * MILLION + 1, null]);
  t.is(await countIn('events_default'), 1);
  t.is(await retention.countExpired(), 0);
  // The whole partition will soon have expired, so its events are not deleted one by one before.
  clock.advance(2 * DAY);
  t.is(await retention.countExpired(), 0);
  await retention.forget(never);
  t.is((await positions()).length, 4);
  clock.advance(9 * DAY);
  t.is(await retention.countExpired(), 2);
  await retention.forget(never);
  t.deepEqual(
    [await positions(), await starts()],
    [
      [3, 2 * MILLION + 1],
      [2 * MILLION + 1, null],
    ],
  );
  t.is(await log.head(), 2 * MILLION + 1);
});

test('the last partition is not dropped, and one that spans a long time loses its events one by one', async (t) => {
  const { retention, partitions, put, positions, starts } = await logFor(t);
  await partitions.add(MILLION + 1, 2 * MILLION + 1);
  await put(1, lasting, 200);
  await put(2, lasting, 10);
  await put(MILLION + 1, lasting, 200);
  t.is(await retention.countExpired(), 2);
  await retention.forget(never);
  t.deepEqual([await positions(), await starts()], [[2], [1, MILLION + 1, null]]);
});

test('events are read across the border of partitions, and those without a partition get one with the next run', async (t) => {
  const { database, log, retention, sequencer, starts, countIn } = await logFor(t);
  await database.query("select setval('events_position_seq', $1)", [MILLION - 2]);
  const ids = await log.appendMany(
    lasting,
    Array.from({ length: 5 }, () => ({ data })),
  );
  await sequencer.run();
  t.deepEqual([await countIn('events_1'), await countIn('events_default')], [2, 3]);
  const check = async () => {
    const events = await log.after(0, 10);
    t.deepEqual(
      events.map(({ id, position }) => [id, position]),
      ids.map((id, index) => [id, MILLION - 1 + index]),
    );
    const range = { after: MILLION - 1, upTo: MILLION + 2 };
    t.deepEqual(
      (await log.visible(someone, {}, range, 10)).map(({ id }) => id),
      ids.slice(1, 4),
    );
    t.is((await log.timeline(someone, {}, 3)).length, 3);
    for (const id of ids) t.is((await log.find(someone, id))?.id, id);
    t.is(await log.head(), MILLION + 3);
  };
  await check();
  await retention.makePartitions(never);
  t.deepEqual([await starts(), await countIn('events_default')], [[1, MILLION + 1, null], 0]);
  await check();
  await retention.makePartitions(never);
  t.deepEqual(await starts(), [1, MILLION + 1, null], 'the next partition is made when a fifth of the last is left');
});

test('a partition has room for the events of 15 days', async (t) => {
  const { database, log, retention, sequencer, partitions } = await logFor(t);
  await log.append(lasting, { data });
  await sequencer.run();
  await database.query("select setval('events_position_seq', $1)", [3.5 * MILLION]);
  await log.append(lasting, { data });
  await sequencer.run();
  await retention.makePartitions(never);
  t.deepEqual(
    (await partitions.list()).map(({ from, to }) => [from, to]),
    [
      [1, MILLION + 1],
      [MILLION + 1, 5 * MILLION + 1],
      [null, null],
    ],
  );
});
