// Compares a year of events in one table with the same events in monthly partitions: reading, and removing the oldest
// month.
import 'reflect-metadata';
import type { Database } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { PostgresDatabase } from '../../src/database/postgres-database.js';
import { DatabaseEventLog } from '../../src/events/database-event-log.js';
import { EventChangeSignal } from '../../src/events/event-change-signal.js';
import { EventPartitions } from '../../src/events/event-partitions.js';
import { SystemClock } from '../../src/time/clock.js';
import { DAY_MS } from '../../src/time/durations.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { comparePartitions } from '../support/compare-partitions.js';
import { median } from '../support/median.js';
import { sizesOf } from '../support/sizes.js';

const {
  events: EVENTS,
  months: MONTHS,
  runs: RUNS,
} = sizesOf({ usual: { events: 20_000, months: 12, runs: 200 }, smoke: { events: 200, months: 2, runs: 2 } });
const BATCH = 5_000;
const start = Date.UTC(2026, 0, 1);
const data = JSON.stringify({ feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' });
const stranger = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e';

/** Inserts a month of events in time order, with UUIDv7 ids of their times, as the service inserts them. */
async function fill(database: Database, month: number): Promise<void> {
  await database.query(
    `insert into events (id, type, subject, audience, time, data, keys, severity, latitude, longitude, title)
     select (lpad(to_hex(at), 12, '0') || '7' || substr(md5(at || '.' || n), 1, 19))::uuid, $3, 'feed:f' || n % 50, 'public', to_timestamp(at / 1000.0), $4, array['feed:f' || n % 50], 1 + n % 5,
       -60 + n % 120, -180 + n % 360, 'Feed f' || n % 50 || ' is down'
     from (select n, $1::int8 + n * $2::int8 as at from generate_series(0, ${EVENTS - 1}) n) as times`,
    [start + month * 30 * DAY_MS, Math.floor((30 * DAY_MS) / EVENTS), feedStatusChanged.type, data],
  );
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times).toFixed(2);
}

async function measure(url: string, isPartitioned: boolean): Promise<Array<[string, string]>> {
  await migrate({ connectionString: url });
  const database = new PostgresDatabase({ connectionString: url }, () => {}, {
    poolSize: 2,
    limits: { queryMs: 120_000, statementMs: 120_000 },
  });
  try {
    const [log, partitions] = [
      new DatabaseEventLog(database, new SystemClock(), new EventChangeSignal()),
      new EventPartitions(database),
    ];
    if (isPartitioned) {
      await database.query('drop table events_1');
      for (let month = 0; month <= MONTHS; month += 1)
        await partitions.add(1 + month * EVENTS, 1 + (month + 1) * EVENTS + (month === MONTHS ? 1_000_000 : 0));
    } else {
      await database.query('create table plain (like events including all)');
      await database.query('drop table events');
      await database.query('alter table plain rename to events');
    }
    for (let month = 0; month < MONTHS; month += 1) await fill(database, month);
    await database.query('vacuum analyze events');
    const head = await log.head();
    const [newest] = await log.after(head - 1, 1);
    const [oldest] = await log.after(EVENTS * 2, 1);
    const bbox = { west: 3, south: 51, east: 6, north: 54 };
    const results: Array<[string, string]> = [
      ['the last 100 events by position (ms)', await timed(() => log.after(head - 100, 500))],
      ['no new event for a reader (ms)', await timed(() => log.after(head, 500))],
      ['the newest event by id (ms)', await timed(() => log.find(stranger, newest?.id as string))],
      ['an old event by id (ms)', await timed(() => log.find(stranger, oldest?.id as string))],
      ['first page of the timeline (ms)', await timed(() => log.timeline(stranger, {}, 50))],
      [
        'first page of the timeline for one feed (ms)',
        await timed(() => log.timeline(stranger, { keys: [['feed:f7']] }, 50)),
      ],
      ['first page of the timeline in a box (ms)', await timed(() => log.timeline(stranger, { bbox }, 50))],
    ];
    const lsn = async () =>
      Number(
        (await database.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - '0/0' as bytes")).rows[0]?.bytes,
      );
    const [wal, began] = [await lsn(), performance.now()];
    if (isPartitioned) {
      const [first] = await partitions.closed(head);
      if (first !== undefined) await partitions.dropAllBut([], first);
    } else while ((await log.forget(feedStatusChanged.type, new Date(start + 30 * DAY_MS), BATCH)) === BATCH);
    const removing = (performance.now() - began).toFixed(0);
    return [
      ...results,
      [`removing the oldest of ${MONTHS} months (ms)`, removing],
      ['WAL of that (kB)', (((await lsn()) - wal) / 1_000).toFixed(0)],
    ];
  } finally {
    await database.close();
  }
}

await comparePartitions(
  `${EVENTS.toLocaleString('en')} events a month, ${MONTHS} months; medians of ${RUNS} runs.`,
  measure,
);
