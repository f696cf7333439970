import 'reflect-metadata';
import test from 'ava';
import type { Database } from '../../src/database/database.js';
import { and, desc, eq } from '../../src/database/drizzle.js';
import { events } from '../../src/database/event-schema.js';
import { conditionsOf } from '../../src/events/event-conditions.js';
import { boxArea } from '../../src/features/geospatial/area.js';
import { geoEvents } from '../../src/features/geospatial/geospatial.schema.js';
import { withinArea } from '../../src/features/geospatial/within-area.js';
import { createTestDatabase } from '../support/test-database.js';

const ROWS = 5_000;
const small = { west: 3, south: 51, east: 6, north: 54 };
const acrossAntimeridian = { west: 178, south: -20, east: -178, north: -15 };
const large = { west: -180, south: -90, east: 60, north: 90 };

interface Statement {
  toSQL(): { sql: string; params: unknown[] };
}

/**
 * Returns the names of the indexes that PostgreSQL would use. An index of a partition is reported by the name of the
 * index of its table.
 */
async function indexesOf(database: Database, statement: Statement): Promise<string[]> {
  const { sql, params } = statement.toSQL();
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, params);
  const used = rows.flatMap(
    (row) =>
      /(?:Index Scan|Index Scan Backward|Bitmap Index Scan)(?: using| on) (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? [],
  );
  const named = await database.query<{ name: string }>(
    `select distinct coalesce((select inhparent::regclass::text from pg_inherits where inhrelid = used::regclass), used) as name from unnest($1::text[]) as used`,
    [used],
  );
  return named.rows.map(({ name }) => name);
}

test('the latest events of a small box are found by the spatial index, and those of half the Earth by the time index', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  await database.query(
    `insert into events (id, type, audience, time, data, keys, severity, latitude, longitude)
     select gen_random_uuid(), 'feed.status_changed', 'public', now() - n * interval '1 second', '{}', '{}', 1, -90 + (n * 7919) % 180, -180 + (n * 104729) % 360
     from generate_series(1, $1::int) as n`,
    [ROWS],
  );
  await database.query('analyze events');
  const latest = (bbox: typeof small) =>
    database.orm
      .select()
      .from(events)
      .where(and(eq(events.audience, 'public'), ...conditionsOf({ bbox })))
      .orderBy(desc(events.time), desc(events.position))
      .limit(50);
  t.deepEqual(await indexesOf(database, latest(small)), ['events_place']);
  t.deepEqual(await indexesOf(database, latest(acrossAntimeridian)), ['events_place']);
  t.deepEqual(await indexesOf(database, latest(large)), ['events_public_time']);
});

test('geospatial events in a box are found by the spatial index', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  await database.query(
    `insert into geo_events (id, provider, key, names, type, title, severity, lat, lon, entities, details, started_at, reported_at, created_at, updated_at)
     select gen_random_uuid(), 'usgs', n, array['usgs:' || n], 'earthquake', 'It', 1, -90 + (n * 7919) % 180, -180 + (n * 104729) % 360, '{}', '{}', now(), now(), now(), now()
     from generate_series(1, $1::int) as n`,
    [ROWS],
  );
  await database.query('analyze geo_events');
  for (const box of [small, acrossAntimeridian, { ...small, east: 180 }]) {
    const found = database.orm
      .select()
      .from(geoEvents)
      .where(withinArea(geoEvents.lon, geoEvents.lat, boxArea(box)));
    t.deepEqual(await indexesOf(database, found), ['geo_events_place']);
  }
  const known = database.orm.select().from(geoEvents).where(eq(geoEvents.title, 'It'));
  t.deepEqual(await indexesOf(database, known), [], 'the plans tell which index is used, and which is not');
});
