import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Database } from '../../src/database/database.js';
import { EventLog } from '../../src/events/event-log.js';
import { Clock } from '../../src/time/clock.js';
import { FeedHistory } from '../../src/upstream/feed-history.js';
import { FeedRegistry, type FeedStatus } from '../../src/upstream/feed-status.js';
import { FeedWatch } from '../../src/upstream/feed-watch.js';
import { MINUTE, SECOND, serviceFor } from '../support/service-for.js';

type Status = FeedStatus['status'];

/** Starts a service with a feed whose status the test sets. */
async function watched(t: ExecutionContext, first: Status) {
  const service = await serviceFor(t);
  const feed = { status: first };
  const register = (registry: FeedRegistry) => registry.register('ais', () => statusOf('ais', feed.status));
  register(service.services.get(FeedRegistry));
  /** Returns another process with its own feeds on the same database. */
  const another = () => {
    const registry = new FeedRegistry();
    register(registry);
    return new FeedWatch(
      registry,
      service.services.get(Database),
      service.services.get(EventLog),
      service.services.get(Clock),
      service.services.get(FeedHistory),
    );
  };
  const changes = async () => {
    await service.settle();
    const events = await service.services.get(EventLog).after(0, 100, ['feed.status_changed']);
    return events.map(({ data }) => [data.previousStatus, data.status]);
  };
  return { ...service, feed, another, watch: service.services.get(FeedWatch), changes };
}

function statusOf(feed: string, status: Status): FeedStatus {
  return {
    feed,
    provider: 'simulator',
    status,
    lastSuccessAt: null,
    ageSeconds: null,
    records: 0,
    consecutiveFailures: 0,
    quota: null,
  };
}

test('a feed that goes down and comes back causes two events, visible to every account', async (t) => {
  const { feed, clock, changes, signedIn } = await watched(t, 'ok');
  t.deepEqual(await changes(), []);
  feed.status = 'down';
  clock.advance(MINUTE);
  t.deepEqual(await changes(), [['ok', 'down']]);
  clock.advance(MINUTE);
  t.deepEqual(await changes(), [['ok', 'down']]);
  feed.status = 'ok';
  t.deepEqual(await changes(), [['ok', 'down']], 'looks every five seconds, by the clock');
  clock.advance(5 * SECOND);
  t.deepEqual(await changes(), [
    ['ok', 'down'],
    ['down', 'ok'],
  ]);
  const { items } = (await (await signedIn()).get('/timeline?entity=feed:ais')).json;
  t.is(items.length, 2);
  t.like(items[1], {
    subject: 'feed:ais',
    data: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' },
  });
});

for (const first of ['ok', 'stale', 'disabled', 'not_configured'] as const) {
  test(`a feed first seen as ${first} causes no event`, async (t) => {
    const { changes, database } = await watched(t, first);
    t.deepEqual(await changes(), []);
    t.is(
      (await database.database.query(`select 1 from feed_states where feed = 'ais' and status = $1`, [first])).rowCount,
      1,
    );
  });
}

test('a feed first seen as down causes one event', async (t) => {
  const { changes, clock } = await watched(t, 'down');
  t.deepEqual(await changes(), [[null, 'down']]);
  clock.advance(MINUTE);
  t.deepEqual(await changes(), [[null, 'down']]);
});

test('a flapping feed causes at most one event a minute, and its last state is published', async (t) => {
  const { feed, clock, changes } = await watched(t, 'ok');
  await changes();
  for (let second = 0; second <= 180; second += 5) {
    feed.status = second % 2 === 0 ? 'down' : 'ok';
    clock.advance(5 * SECOND);
    await changes();
  }
  const flapping = await changes();
  t.true(flapping.length >= 2 && flapping.length <= 4, JSON.stringify(flapping));
  feed.status = 'stale';
  clock.advance(MINUTE);
  t.is((await changes()).at(-1)?.[1], 'stale');
  clock.advance(MINUTE);
  t.is((await changes()).length, flapping.length + 1);
});

test('a restart repeats no event and publishes changes that happened meanwhile', async (t) => {
  const { feed, clock, changes, another } = await watched(t, 'down');
  t.is((await changes()).length, 1);
  clock.advance(MINUTE);
  t.is(await another().check(), 0);
  feed.status = 'ok';
  t.is(await another().check(), 1);
  t.deepEqual((await changes()).at(-1), ['down', 'ok']);
});

test('one of several processes publishes an event, when a feed is first seen and when it changes', async (t) => {
  const { feed, clock, changes, another } = await watched(t, 'down');
  const processes = [another(), another(), another(), another()];
  const reported = async () =>
    (await Promise.all(processes.map((one) => one.check()))).reduce((sum, count) => sum + count);
  t.is(await reported(), 1);
  feed.status = 'ok';
  clock.advance(MINUTE);
  t.is(await reported(), 1);
  t.is((await changes()).length, 2);
});

test('a feed that is no longer registered keeps its state', async (t) => {
  const { services, clock, database, changes } = await watched(t, 'ok');
  await database.database.query("insert into feed_states values ('adsb', 'simulator', 'down', $1)", [
    new Date(clock.now()),
  ]);
  clock.advance(10 * MINUTE);
  t.deepEqual(await changes(), []);
  services.get(FeedRegistry).register('adsb', () => statusOf('adsb', 'ok'));
  clock.advance(MINUTE);
  t.deepEqual(await changes(), [['down', 'ok']]);
});

test('a change whose event cannot be written is published later', async (t) => {
  const { feed, clock, changes, watch, database } = await watched(t, 'ok');
  await changes();
  feed.status = 'down';
  clock.advance(MINUTE);
  await database.database.query('alter table event_inbox rename to lost');
  const { cause } = (await t.throwsAsync(watch.check())) as Error;
  t.regex((cause as Error).message, /event_inbox/);
  await database.database.query('alter table lost rename to event_inbox');
  t.is(await watch.check(), 1);
  t.deepEqual(await changes(), [['ok', 'down']]);
});

test('a process publishes nothing about a feed that another process reads', async (t) => {
  const { feed, clock, changes, services } = await watched(t, 'ok');
  t.deepEqual(await changes(), []);
  services.get(FeedRegistry).standBy('ais', true);
  feed.status = 'down';
  clock.advance(MINUTE);
  t.deepEqual(await changes(), []);
  services.get(FeedRegistry).standBy('ais', false);
  clock.advance(MINUTE);
  t.deepEqual(await changes(), [['ok', 'down']]);
});
