// The duration of page reads, text queries and histograms of the timeline with a million events.
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../src/database/database.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { DatabaseEventLog } from '../../../src/events/database-event-log.js';
import { EventChangeSignal } from '../../../src/events/event-change-signal.js';
import { EventHistogram } from '../../../src/events/event-histogram.js';
import type { TimelineFilter } from '../../../src/events/event-log.js';
import { textQuery } from '../../../src/events/text-query.js';
import { SystemClock } from '../../../src/time/clock.js';
import { DAY_MS } from '../../../src/time/durations.js';
import { percentile } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { events: EVENTS, runs: RUNS } = sizesOf({
  usual: { events: 1_000_000, runs: 30 },
  smoke: { events: 500, runs: 1 },
});
const DAYS = 90;
const PIECE = 10_000;
const PAGE = 51;

/** Inserts events over 90 days in time order. Nine in ten are public; the others belong to `account`. */
async function fill(database: Database, account: string): Promise<void> {
  await database.query(
    `insert into accounts (id, email, display_name, password_hash) values ($1, 'ada@example.org', 'Ada', '-')`,
    [account],
  );
  // Events are inserted in pieces, each of which ends before the statement timeout.
  for (let from = 1; from <= EVENTS; from += PIECE)
    await database.query(
      `insert into events (id, owner_id, type, subject, audience, time, data, keys, severity, latitude, longitude, title)
    select gen_random_uuid(), case when n % 10 = 0 then $1::uuid end, kind, null, case when n % 10 = 0 then 'owner' else 'public' end,
      now() - ($4::int - n) * interval '${DAYS} days' / $4::int,
      jsonb_build_object('title', what || ', ' || place, 'provider', 'usgs', 'severity', 1 + n % 5, 'startedAt', now(), 'eventId', gen_random_uuid()),
      array['vessel:' || (200000000 + n % 20000), 'symbol:S' || n % 500 || '.US'], 1 + n % 5, -80 + random() * 160, -180 + random() * 360,
      what || ' ' || n % 1000 || ', ' || place
    from (
      select n, (array['geo_event.earthquake', 'geo_event.wildfire', 'geo_event.storm', 'feed.status_changed', 'market.price_moved', 'geofence.entered'])[1 + n % 6] as kind,
        (array['M 5.2 earthquake', 'Wildfire', 'Tropical storm', 'Feed is down', 'Price rose 3 %', 'Vessel entered'])[1 + n % 6] as what,
        (array['Red Sea', 'Cádiz', 'Rotterdam', 'Gulf of Aden', 'Singapore Strait', 'Panama Canal', 'Bering Sea'])[1 + n % 7] || case when n % 20000 = 0 then ' zeppelin' else '' end as place
      from generate_series($2::int, $3::int) as n
    ) as made`,
      [account, from, Math.min(from + PIECE - 1, EVENTS), EVENTS],
    );
  await database.query('analyze events');
}

async function timed(act: (run: number) => Promise<unknown>): Promise<string[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now();
    await act(run);
    times.push(performance.now() - started);
  }
  return [0.5, 0.95].map((share) => percentile(times, share).toFixed(1));
}

const directory = mkdtempSync(join(tmpdir(), 'watchfloor-timeline-'));
const database = await openDatabase(
  { url: process.env.TEST_DATABASE_URL, dataDir: join(directory, 'data'), poolSize: 4 },
  () => {},
);
try {
  const account = randomUUID();
  const started = performance.now();
  await fill(database, account);
  console.log(`${EVENTS} events in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const { rows } = await database.query<{ all: string; words: string }>(
    `select pg_size_pretty(pg_total_relation_size('events')) as all, pg_size_pretty(pg_relation_size('events_search')) as words`,
  );
  console.log(`table with indexes ${rows[0]?.all}, index of words ${rows[0]?.words}`);
  const log = new DatabaseEventLog(database, new SystemClock(), new EventChangeSignal());
  const histogram = new EventHistogram(database);
  const page = (filter: TimelineFilter, daysAgo?: number) => {
    const after = daysAgo === undefined ? undefined : { time: new Date(Date.now() - daysAgo * DAY_MS), position: 1 };
    return timed(() => log.timeline(account, filter, PAGE, after));
  };
  const words = (text: string) => ({ text: textQuery(text) });
  const count = (days: number, bucketSeconds: number, filter: TimelineFilter = {}) =>
    timed(() =>
      histogram.count(
        account,
        { ...filter, from: new Date(Date.now() - days * DAY_MS), to: new Date() },
        bucketSeconds,
      ),
    );
  printTable(
    ['ms', 'p50', 'p95'],
    [
      ['first page', ...(await page({}))],
      ['page 45 days back', ...(await page({}, 45))],
      ['page of one type, severity 5', ...(await page({ types: ['geo_event.storm'], minSeverity: 5 }))],
      ['page of one symbol', ...(await page({ keys: [['symbol:S7.US']] }))],
      ['q=earthquake (1 in 6)', ...(await page(words('earthquake')))],
      ['q="red sea" storm (1 in 42)', ...(await page(words('"red sea" storm')))],
      ['q=zeppelin (1 in 20,000)', ...(await page(words('zeppelin')))],
      ['q=nothing-like-this', ...(await page(words('nothing-like-this')))],
      ['q=sto -panama', ...(await page(words('sto -panama')))],
      ['histogram of a day by 15 minutes', ...(await count(1, 900))],
      ['histogram of 7 days by 6 hours', ...(await count(7, 21_600))],
      ['histogram of 90 days by days', ...(await count(90, 86_400))],
      ['histogram of 90 days, q=zeppelin', ...(await count(90, 86_400, words('zeppelin')))],
      ['histogram of 90 days, q=earthquake', ...(await count(90, 86_400, words('earthquake')))],
    ],
  );
} finally {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
}
