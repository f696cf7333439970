// The cost of appending an event to the log, compared with a bare insert of the same row, and the delay until a reader
// sees the event.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../src/database/database.js';
import { openDatabase } from '../../src/database/open-database.js';
import { DatabaseEventLog } from '../../src/events/database-event-log.js';
import { EventChangeSignal, LogChangeSignal } from '../../src/events/event-change-signal.js';
import { EventSequencer } from '../../src/events/event-sequencer.js';
import { SystemClock } from '../../src/time/clock.js';
import { uuidV7 } from '../../src/time/uuid-v7.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { median, percentile } from '../support/median.js';
import { sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';

const {
  windows: WINDOWS,
  perWindow: PER_WINDOW,
  seconds: SECONDS,
} = sizesOf({
  usual: { windows: 5, perWindow: 2_000, seconds: 10 },
  smoke: { windows: 1, perWindow: 20, seconds: 0.1 },
});
const CALLERS = 8;
const data = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' };

/**
 * Runs `act` PER_WINDOW times, CALLERS at a time.
 * @returns wall time and CPU time of this process, each in µs per event
 */
async function timed(act: () => Promise<unknown>): Promise<{ wall: number; cpu: number }> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  let left = PER_WINDOW;
  const caller = async () => {
    while (left-- > 0) await act();
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const { user, system } = process.cpuUsage(before);
  return { wall: ((performance.now() - started) * 1000) / PER_WINDOW, cpu: (user + system) / PER_WINDOW };
}

async function appends(database: Database): Promise<void> {
  const log = new DatabaseEventLog(database, new SystemClock(), new EventChangeSignal());
  const sequencer = new EventSequencer(database, new LogChangeSignal());
  await database.query('create table bare (id uuid primary key, type text, data jsonb)');
  const insert = () =>
    database.query('insert into bare values ($1, $2, $3)', [uuidV7(), 'feed.status_changed', JSON.stringify(data)]);
  const found: Record<string, Array<{ wall: number; cpu: number }>> = {
    'bare insert': [],
    append: [],
    'place, a thousand at a time': [],
  };
  for (let window = 0; window < WINDOWS; window += 1) {
    found['bare insert']?.push(await timed(insert));
    found.append?.push(await timed(() => log.append(feedStatusChanged, { data, subject: 'feed:ais' })));
    const [started, before] = [performance.now(), process.cpuUsage()];
    let moved = 0;
    for (let more = 1; more > 0; moved += more) more = await sequencer.run();
    const { user, system } = process.cpuUsage(before);
    found['place, a thousand at a time']?.push({
      wall: ((performance.now() - started) * 1000) / moved,
      cpu: (user + system) / moved,
    });
  }
  const base = median((found['bare insert'] ?? []).map(({ wall }) => wall));
  printTable(
    ['µs per event', 'wall', '÷ bare', 'CPU here'],
    Object.entries(found).map(([name, windows]) => {
      const wall = median(windows.map((one) => one.wall));
      return [name, wall.toFixed(0), (wall / base).toFixed(2), median(windows.map(({ cpu }) => cpu)).toFixed(0)];
    }),
  );
}

/**
 * Measures the delay from append to read at a steady rate. The reader follows the log as consumers of the service do:
 * it waits for the signal that events got sequence numbers.
 */
async function delays(database: Database, perSecond: number): Promise<(string | number)[]> {
  const [appended, placed] = [new EventChangeSignal(), new LogChangeSignal()];
  const log = new DatabaseEventLog(database, new SystemClock(), appended);
  const sequencer = new EventSequencer(database, placed);
  const over = new AbortController();
  const [sentAt, seen] = [new Map<string, number>(), [] as number[]];
  const sequence = async () => {
    while (!over.signal.aborted) {
      const { count } = appended;
      if ((await sequencer.run()) === 0) await appended.next(count, 1_000, over.signal);
    }
  };
  // The head is read before the first append: a reader that starts later would wait forever for events before its
  // start.
  let position = await log.head();
  const read = async () => {
    while (!over.signal.aborted) {
      const { count } = placed;
      const events = await log.after(position, 500);
      for (const { id } of events) seen.push(performance.now() - (sentAt.get(id) ?? Number.NaN));
      position = events.at(-1)?.position ?? position;
      if (events.length === 0) await placed.next(count, 1_000, over.signal);
    }
  };
  const running = Promise.all([sequence(), read()]);
  const total = perSecond * SECONDS;
  const started = performance.now();
  const pending: Promise<unknown>[] = [];
  for (let number = 0; number < total; number += 1) {
    const due = started + (number * 1000) / perSecond;
    if (due > performance.now()) await wait(due - performance.now());
    const at = performance.now();
    pending.push(log.append(feedStatusChanged, { data }).then((id) => sentAt.set(id, at)));
  }
  await Promise.all(pending);
  while (seen.length < total) await wait(5);
  over.abort();
  await running;
  return [
    perSecond,
    ...[0.5, 0.95, 0.99, 1].map((share) => percentile(seen.filter(Number.isFinite), share).toFixed(1)),
  ];
}

const directory = mkdtempSync(join(tmpdir(), 'watchfloor-events-'));
const database = await openDatabase(
  { url: process.env.TEST_DATABASE_URL, dataDir: join(directory, 'data'), poolSize: CALLERS + 2 },
  () => {},
);
try {
  await appends(database);
  console.log('');
  const rows = [await delays(database, 100), await delays(database, 1_000)];
  printTable(['ms from append to a reader, events/s', 'p50', 'p95', 'p99', 'most'], rows);
} finally {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
}
