import 'reflect-metadata';
import test from 'ava';
import { Database } from '../../src/database/database.js';
import { EventLog } from '../../src/events/event-log.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { longestTurn } from '../support/longest-turn.js';
import { serviceFor } from '../support/service-for.js';

const down = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' };

test('many events appended at once are in the log in the given order, with the returned ids', async (t) => {
  const { services, settle } = await serviceFor(t);
  const log = services.get(EventLog);
  const events = Array.from({ length: 4_500 }, (_, index) => ({
    data: { ...down, feed: `feed${index}` },
    subject: `feed:feed${index}`,
    time: new Date(index),
  }));
  const ids = await log.appendMany(feedStatusChanged, events);
  await settle();
  const logged = await log.after(0, 10_000);
  t.deepEqual(
    logged.map(({ id }) => id),
    ids,
  );
  t.like(logged[4_499], { subject: 'feed:feed4499', keys: ['feed:feed4499'], severity: 3, time: new Date(4_499) });
  t.deepEqual(logged[0]?.data, events[0]?.data);
});

test('if one event does not match its type, or the transaction rolls back, none is appended', async (t) => {
  const { services, settle } = await serviceFor(t);
  const [log, database] = [services.get(EventLog), services.get(Database)];
  await t.throwsAsync(log.appendMany(feedStatusChanged, [{ data: down }, { data: { ...down, status: 'odd' } }]), {
    message: /not as its type says/,
  });
  await t.throwsAsync(
    log.appendMany(feedStatusChanged, [
      { data: down },
      { data: down, ownerId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' },
    ]),
    {
      message: /owner/,
    },
  );
  const cause = database.transaction(async () => {
    await log.appendMany(feedStatusChanged, [{ data: down }, { data: down }]);
    throw new Error('after all not');
  });
  await t.throwsAsync(cause, { message: 'after all not' });
  t.deepEqual(await log.appendMany(feedStatusChanged, []), []);
  await settle();
  t.is(await log.head(), 0);
});

test('many events are appended in turns of at most 40 ms of CPU time', async (t) => {
  const { services } = await serviceFor(t);
  const log = services.get(EventLog);
  const events = Array.from({ length: 2_000 }, (_, index) => ({ data: { ...down, feed: `feed${index}` } }));
  // One statement with a parameter for each value takes more than 100 ms; a busy machine may delay one of the rounds.
  const turns: number[] = [];
  for (let round = 0; round < 3; round += 1)
    turns.push(await longestTurn(() => log.appendMany(feedStatusChanged, events)));
  t.true(Math.min(...turns) < 40, `${turns.map((ms) => ms.toFixed(1))} ms`);
});

test('half of a surrogate pair in an event becomes a replacement character', async (t) => {
  const { services, settle } = await serviceFor(t);
  const log = services.get(EventLog);
  await log.append(feedStatusChanged, { data: down, subject: 'feed:\\ud83d \ud83d!' });
  await settle();
  t.like((await log.after(0, 1))[0], { subject: 'feed:\\ud83d \ufffd!' });
});
