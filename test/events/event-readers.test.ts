import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Database } from '../../src/database/database.js';
import { DatabaseEventLog } from '../../src/events/database-event-log.js';
import { EventChangeSignal } from '../../src/events/event-change-signal.js';
import { EventLog } from '../../src/events/event-log.js';
import { EventReaders } from '../../src/events/event-readers.js';
import type { LoggedEvent } from '../../src/events/logged-event.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { serviceFor } from '../support/service-for.js';
import { openPatiently } from '../support/test-database.js';

/** Returns a log of `count` events, a table for the effects of handlers, and readers as in two processes. */
async function logOf(t: ExecutionContext, count: number) {
  const { services, settle, clock, database } = await serviceFor(t);
  const log = services.get(EventLog);
  for (let number = 0; number < count; number += 1)
    await log.append(feedStatusChanged, {
      data: { feed: `feed${number}`, provider: 'simulator', status: 'ok', previousStatus: null },
    });
  await settle();
  await database.database.query('create table effects (reader text, feed text)');
  const here = services.get(Database);
  const there = openPatiently(database.url, 2);
  t.teardown(() => there.close());
  const handlerOf = (own: Database, reader: string) => async (events: LoggedEvent[]) => {
    for (const { data } of events) await own.query('insert into effects values ($1, $2)', [reader, data.feed]);
    return undefined;
  };
  const effects = async () =>
    (await here.query<{ feed: string }>('select feed from effects')).rows.map(({ feed }) => feed);
  const otherReaders = new EventReaders(there, new DatabaseEventLog(there, clock, new EventChangeSignal()));
  return { readers: services.get(EventReaders), otherReaders, here, there, handlerOf, effects };
}

const feeds = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `feed${from + index}`);

test('a reader receives every event once and in order, in batches', async (t) => {
  const { readers, here, handlerOf, effects } = await logOf(t, 7);
  const turns: boolean[] = [];
  for (let turn = 0; turn < 4; turn += 1) turns.push(await readers.advance('mail', 3, handlerOf(here, 'mail')));
  t.deepEqual(turns, [true, true, true, false]);
  t.deepEqual(await effects(), feeds(0, 7));
});

test('the changes of a handler and its position are one transaction: when it throws, neither is stored', async (t) => {
  const { readers, here, handlerOf, effects } = await logOf(t, 3);
  const handle = handlerOf(here, 'mail');
  const failing = async (events: LoggedEvent[]) => {
    await handle(events);
    throw new Error('after all not');
  };
  await t.throwsAsync(readers.advance('mail', 10, failing), { message: 'after all not' });
  t.deepEqual([await effects(), await readers.positionOf('mail')], [[], 0]);
  t.true(await readers.advance('mail', 10, handle));
  t.deepEqual(await effects(), feeds(0, 3));
});

test('a handler may stop within a batch, and the next batch continues from there', async (t) => {
  const { readers, here, handlerOf, effects } = await logOf(t, 5);
  const handle = handlerOf(here, 'mail');
  const two = async (events: LoggedEvent[]) => {
    await handle(events.slice(0, 2));
    return events[1]?.position;
  };
  await readers.advance('mail', 10, two);
  t.deepEqual(await effects(), feeds(0, 2));
  await readers.advance('mail', 10, handle);
  t.deepEqual(await effects(), feeds(0, 5));
});

test('readers with different names are independent', async (t) => {
  const { readers, here, handlerOf } = await logOf(t, 3);
  await readers.advance('mail', 10, handlerOf(here, 'mail'));
  await readers.advance('search', 2, handlerOf(here, 'search'));
  const { rows } = await here.query('select reader, count(*) from effects group by reader order by reader');
  t.deepEqual(rows, [
    { reader: 'mail', count: 3 },
    { reader: 'search', count: 2 },
  ]);
});

test('while one process reads under a name, another reads nothing', async (t) => {
  const { readers, otherReaders, here, there, handlerOf, effects } = await logOf(t, 3);
  const [reading, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = readers.advance('mail', 10, async (events) => {
    reading.resolve();
    await proceed.promise;
    return handlerOf(here, 'mail')(events);
  });
  await reading.promise;
  t.false(await otherReaders.advance('mail', 10, handlerOf(there, 'mail')));
  proceed.resolve();
  t.true(await first);
  t.deepEqual(await effects(), feeds(0, 3));
});

test('two processes that read concurrently under one name handle every event once', async (t) => {
  const { readers, otherReaders, here, there, handlerOf, effects } = await logOf(t, 60);
  const read = async (own: EventReaders, database: Database) => {
    while ((await effects()).length < 60) await own.advance('mail', 2, handlerOf(database, 'mail'));
  };
  await Promise.all([read(readers, here), read(otherReaders, there)]);
  t.deepEqual((await effects()).sort(), feeds(0, 60).sort());
});

test('the events of a process that dies before committing are handled by another', async (t) => {
  const { readers, otherReaders, here, there, handlerOf, effects } = await logOf(t, 3);
  let handled = 0;
  const dying = otherReaders.advance('mail', 10, async (events) => {
    await handlerOf(there, 'mail')(events);
    handled += events.length;
    const { rows } = await there.query<{ pid: number }>('select pg_backend_pid() as pid');
    await here.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    return undefined;
  });
  await t.throwsAsync(dying);
  t.deepEqual([handled, await effects()], [3, []]);
  t.true(await readers.advance('mail', 10, handlerOf(here, 'mail')));
  t.deepEqual(await effects(), feeds(0, 3));
});
