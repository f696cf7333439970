import 'reflect-metadata';
import test from 'ava';
import { Database } from '../../src/database/database.js';
import { EventLog } from '../../src/events/event-log.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
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
