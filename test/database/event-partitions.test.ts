import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { migrate } from '../../src/database/migrate.js';
import { DatabaseEventLog } from '../../src/events/database-event-log.js';
import { EventCatalog } from '../../src/events/event-catalog.js';
import { EventChangeSignal, LogChangeSignal } from '../../src/events/event-change-signal.js';
import { EventPartitions } from '../../src/events/event-partitions.js';
import { EventRetention } from '../../src/events/event-retention.js';
import { EventSequencer } from '../../src/events/event-sequencer.js';
import { AttemptPartitions, DeliveryPartitions } from '../../src/features/webhooks/delivery-partitions.repository.js';
import { DeliveryRetention } from '../../src/features/webhooks/delivery-retention.service.js';
import { uuidV7 } from '../../src/time/uuid-v7.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { ManualClock } from '../support/manual-clock.js';
import { migrationsBefore } from '../support/migrations-before.js';
import { DAY } from '../support/service-for.js';
import { createEmptyDatabase, openPatiently } from '../support/test-database.js';

const never = new AbortController().signal;
const account = uuidV7();
const endpoint = uuidV7();
const subscription = uuidV7();

/** Statements of the previous version, whose processes may run beside the new ones. */
const append = `insert into events (id, type, audience, time, data, keys, severity, endpoint_ids, is_quiet, title)
  select id, $2, 'public', now(), '{}', '{}', 3, null, false, 'A title' from unnest($1::uuid[]) as id returning position`;
const deliver = `insert into webhook_deliveries (id, endpoint_id, account_id, event_id, event_type, status, next_attempt_at, created_at)
  select wanted.id, endpoint.id, endpoint.account_id, event.id, event.type, 'pending', now(), now()
  from unnest($1::uuid[], $2::uuid[]) as wanted (id, event_id) join webhook_endpoints endpoint on true join events event on event.id = wanted.event_id
  for key share of endpoint on conflict (endpoint_id, event_id) do nothing returning id`;
const attempt = `insert into webhook_attempts (delivery_id, number, endpoint_id, at, latency_ms) select id, 1, endpoint_id, now(), 5 from webhook_deliveries where event_id = $1`;

test('the migration keeps all events and deliveries in one partition each, without copying them, and older processes continue to work', async (t) => {
  const { url, drop } = await createEmptyDatabase();
  t.teardown(drop);
  await migrate({ connectionString: url }, migrationsBefore(t, '_event_partitions'));
  const database = openPatiently(url, 2);
  t.teardown(() => database.close());
  const rowsOf = async (sql: string, values: unknown[] = []) => (await database.query(sql, values)).rows;
  const [old, older] = [uuidV7(), uuidV7()];
  await database.query(
    "insert into accounts (id, email, display_name, password_hash) values ($1, 'a@old.test', 'Ada', 'x')",
    [account],
  );
  await database.query(
    "insert into webhook_endpoints (id, account_id, url, description, secret, created_at, updated_at) values ($1, $2, 'https://a.test', '', 'x', now(), now())",
    [endpoint, account],
  );
  await database.query(
    "insert into subscriptions (id, account_id, name, event_types, filter, channel, mail_mode, created_at, updated_at) values ($1, $2, 'Mail', '{*}', '{}', 'email', 'each', now(), now())",
    [subscription, account],
  );
  t.deepEqual(
    (await rowsOf(append, [[old, older], feedStatusChanged.type])).map(({ position }) => position),
    [1, 2],
  );
  await database.query(deliver, [
    [uuidV7(), uuidV7()],
    [old, older],
  ]);
  for (const id of [old, older]) await database.query(attempt, [id]);
  await database.query(
    "insert into subscription_mails (subscription_id, event_id, account_id, batch, due_at) values ($1, $2, $3, 'event:1', now())",
    [...[subscription, old, account]],
  );
  const tables = ['events', 'webhook_deliveries', 'webhook_attempts'];
  // Columns that were added after the partitions are null in these rows.
  const contents = () =>
    Promise.all(
      [...tables, 'subscription_mails'].map((table) =>
        rowsOf(`select jsonb_strip_nulls(to_jsonb(t)) as row from ${table} t order by 1`),
      ),
    );
  const before = await contents();
  const files = (suffix: string) =>
    rowsOf('select relfilenode from unnest($1::regclass[]) as name join pg_class on oid = name', [
      tables.map((name) => name + suffix),
    ]);
  const filesBefore = await files('');

  await migrate({ connectionString: url });
  t.deepEqual(await contents(), before);
  t.deepEqual(await files('_before'), filesBefore, 'the same files: nothing is copied');

  const next = uuidV7();
  t.deepEqual(await rowsOf(append, [[next], feedStatusChanged.type]), [{ position: 3 }]);
  t.is(
    (
      await rowsOf(deliver, [
        [uuidV7(), uuidV7()],
        [old, next],
      ])
    ).length,
    1,
    'exactly once, also across partitions',
  );
  await database.query(attempt, [next]);
  // Deleting an event deletes the rows that reference it, regardless of the version that deletes it.
  await database.query('delete from events where id = $1', [old]);
  t.deepEqual(await rowsOf('select event_id as id from webhook_deliveries order by 1'), [{ id: older }, { id: next }]);
  t.deepEqual(
    await rowsOf(
      'select count(*) as attempts, (select count(*) from subscription_mails) as mails from webhook_attempts',
    ),
    [{ attempts: 2, mails: 0 }],
  );

  const clock = new ManualClock(Date.now());
  const log = new DatabaseEventLog(database, clock, new EventChangeSignal());
  const partitions = new EventPartitions(database);
  const events = new EventRetention(new EventCatalog([feedStatusChanged]), log, partitions, clock);
  const deliveries = new DeliveryRetention(new DeliveryPartitions(database), new AttemptPartitions(database), clock);
  clock.advance(91 * DAY);
  await log.append(feedStatusChanged, {
    data: { feed: 'ais', provider: 'simulator', status: 'ok', previousStatus: 'down' },
  });
  await new EventSequencer(database, new LogChangeSignal()).run();
  await deliveries.forget(never);
  await events.forget(never);
  t.deepEqual(
    await rowsOf('select relname from pg_class where relname = any($1)', [tables.map((name) => `${name}_before`)]),
    [],
  );
  t.deepEqual(
    await rowsOf(
      'select position, (select count(*) from webhook_deliveries) as deliveries, (select count(*) from webhook_attempts) as attempts from events',
    ),
    [{ position: 4, deliveries: 0, attempts: 0 }],
  );
});

test('the migration waits for a writing process, and is then applied as a whole', async (t) => {
  const { url, drop } = await createEmptyDatabase();
  t.teardown(drop);
  await migrate({ connectionString: url }, migrationsBefore(t, '_event_partitions'));
  const database = openPatiently(url, 2);
  t.teardown(() => database.close());
  const migrating = await database.transaction(async () => {
    await database.query(append, [[uuidV7()], feedStatusChanged.type]);
    const end = migrate({ connectionString: url });
    const waiting =
      'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())';
    while ((await database.query(waiting)).rows.length === 0) await wait(20);
    return { end };
  });
  await migrating.end;
  t.is((await database.query('select from events_before')).rows.length, 1);
});
