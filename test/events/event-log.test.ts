import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { Database } from '../../src/database/database.js';
import { EventLog } from '../../src/events/event-log.js';
import { EventSequencer } from '../../src/events/event-sequencer.js';
import { EventType } from '../../src/events/event-type.js';
import { FeedStatusChangedDto, feedStatusChanged } from '../../src/upstream/feed.events.js';
import { isProblem } from '../support/is-problem.js';
import { serviceFor } from '../support/service-for.js';
import { PASSWORD } from '../support/test-service.js';
import { until } from '../support/upstream-for.js';

const down = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' };
const personal = new EventType({
  type: 'test.personal',
  description: '.',
  data: FeedStatusChangedDto,
  audience: 'owner',
  tag: 'health',
  severities: [1],
});
const internal = new EventType({
  type: 'test.internal',
  description: '.',
  data: FeedStatusChangedDto,
  audience: 'service',
  tag: 'health',
  severities: [1],
});

test('an event is in the log after its transaction commits', async (t) => {
  const { services, settle } = await serviceFor(t);
  const [log, database] = [services.get(EventLog), services.get(Database)];
  const [appended, commit] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const cause = database.transaction(async () => {
    appended.resolve(await log.append(feedStatusChanged, { data: down, subject: 'feed:ais' }));
    await commit.promise;
  });
  const id = await appended.promise;
  await settle();
  t.is(await log.head(), 0);
  commit.resolve();
  await cause;
  await settle();
  const [event, ...others] = await log.after(0, 10);
  t.deepEqual(
    [event?.id, event?.subject, event?.data, event?.keys, event?.severity, others.length],
    [id, 'feed:ais', down, ['feed:ais'], 3, 0],
  );
});

test('an event of a rolled-back transaction is not in the log', async (t) => {
  const { services, settle } = await serviceFor(t);
  const [log, database] = [services.get(EventLog), services.get(Database)];
  await t.throwsAsync(
    database.transaction(async () => {
      await log.append(feedStatusChanged, { data: down });
      throw new Error('after all not');
    }),
    { message: 'after all not' },
  );
  await settle();
  t.is(await log.head(), 0);
});

test('a reader misses no event, however late the transaction of the event commits', async (t) => {
  const { services } = await serviceFor(t);
  const [log, database, sequencer] = [services.get(EventLog), services.get(Database), services.get(EventSequencer)];
  const written = new Set<string>();
  let writing = true;
  const write = async (delayMs: number) => {
    for (let round = 0; round < 12; round += 1) {
      const id = await database.transaction(async () => {
        const appended = await log.append(feedStatusChanged, { data: down });
        await wait(delayMs);
        return appended;
      });
      written.add(id);
    }
  };
  // Two sequencers run at the same time, as in two processes, and a reader that never goes back to earlier positions.
  const sequence = async () => {
    while (writing) await Promise.race([sequencer.run(), wait(5)]).then(() => wait(1));
  };
  const read: string[] = [];
  let position = 0;
  const reader = async () => {
    for (;;) {
      const over = !writing;
      if (over) while ((await sequencer.run()) > 0);
      const events = await log.after(position, 5);
      position = events.at(-1)?.position ?? position;
      read.push(...events.map(({ id }) => id));
      if (over && events.length === 0) return;
      await wait(2);
    }
  };
  const reading = Promise.all([sequence(), sequence(), reader()]);
  await Promise.all([write(1), write(17)]);
  writing = false;
  await reading;
  t.is(read.length, 24);
  t.deepEqual(read.sort(), [...written].sort());
});

test('data that does not match the type is rejected, and so is a missing or superfluous owner', async (t) => {
  const { services, signedIn } = await serviceFor(t);
  const log = services.get(EventLog);
  const { accountId } = await signedIn();
  await t.throwsAsync(log.append(feedStatusChanged, { data: { ...down, status: 'odd' } }), {
    message: /feed\.status_changed is not as its type says/,
  });
  await t.throwsAsync(log.append(personal, { data: down }), { message: /has an owner exactly then/ });
  await t.throwsAsync(log.append(feedStatusChanged, { data: down, ownerId: accountId }), {
    message: /has an owner exactly then/,
  });
});

test('an account sees public events and its own, and no events of others, in every query', async (t) => {
  const { services, settle, signedIn } = await serviceFor(t);
  const log = services.get(EventLog);
  const [ada, bob] = [await signedIn(), await signedIn()];
  await settle();
  const since = await log.head();
  const open = await log.append(feedStatusChanged, { data: down });
  const hers = await log.append(personal, { data: down, ownerId: ada.accountId });
  const his = await log.append(personal, { data: down, ownerId: bob.accountId });
  const inner = await log.append(internal, { data: down });
  await settle();
  const upTo = await log.head();
  t.deepEqual(
    (await log.visible(ada.accountId, {}, { after: since, upTo }, 10)).map(({ id }) => id),
    [open, hers],
  );
  t.deepEqual(
    (await log.timeline(ada.accountId, { types: ['feed.status_changed', 'test.personal', 'test.internal'] }, 10)).map(
      ({ id }) => id,
    ),
    [hers, open],
  );
  for (const id of [his, inner]) {
    t.is(await log.find(ada.accountId, id), undefined);
    isProblem(t, await ada.get(`/timeline/${id}`), 404, 'not_found');
  }
  t.is((await log.find(ada.accountId, hers))?.id, hers);
});

test('the events of an account are deleted with it, including those not yet in the log', async (t) => {
  const { services, settle, signedIn } = await serviceFor(t);
  const log = services.get(EventLog);
  const ada = await signedIn();
  const one = await log.append(personal, { data: down, ownerId: ada.accountId });
  await settle();
  const two = await log.append(personal, { data: down, ownerId: ada.accountId });
  t.is((await ada.delete('/users/me', { body: { currentPassword: PASSWORD } })).status, 204);
  await settle();
  t.deepEqual(await log.byIds([one, two]), []);
});

test('the position before a time precedes all events recorded since, also if an earlier event got a later sequence number', async (t) => {
  const { services, settle } = await serviceFor(t);
  const log = services.get(EventLog);
  const at = (second: number) => `01980a6e-${(0x1000 + second * 1_000).toString(16)}-7000-8000-000000000000`;
  const recorded = (second: number) => new Date(Number.parseInt(at(second).slice(0, 8) + at(second).slice(9, 13), 16));
  for (const second of [12, 9]) {
    await log.append(feedStatusChanged, { data: down, id: at(second) });
    await settle();
  }
  const [later] = await log.after(await log.positionBefore(recorded(10)), 1);
  t.is(later?.id, at(12));
});

test('a process whose batch was sequenced by another process reads again for more waiting events', async (t) => {
  const { services } = await serviceFor(t);
  const [log, database, sequencer] = [services.get(EventLog), services.get(Database), services.get(EventSequencer)];
  await log.appendMany(
    feedStatusChanged,
    Array.from({ length: 1_001 }, () => ({ data: down })),
  );
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = database.transaction(async () => {
    await database.query('select pg_advisory_xact_lock(7221002)');
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const runs = [sequencer.run(), sequencer.run()];
  await until(async () => {
    const { rows } = await database.query(
      "select from pg_locks where locktype = 'advisory' and objid = 7221002 and not granted",
    );
    return rows.length === 2;
  });
  release.resolve();
  await holder;
  t.deepEqual(await Promise.all(runs), [1_000, 1_000]);
  t.is(await sequencer.run(), 1);
  t.is(await sequencer.run(), 0);
  t.is((await log.after(0, 2_000)).length, 1_001);
});
