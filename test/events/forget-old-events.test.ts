import 'reflect-metadata';
import test from 'ava';
import { EventCatalog } from '../../src/events/event-catalog.js';
import { EventLog } from '../../src/events/event-log.js';
import { EventType } from '../../src/events/event-type.js';
import { ForgetOldEventsJob } from '../../src/events/forget-old-events.job.js';
import { FeedStatusChangedDto } from '../../src/upstream/feed.events.js';
import { DAY, serviceFor } from '../support/service-for.js';

const data = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: null };
const brief = new EventType({
  type: 'test.brief',
  description: '.',
  data: FeedStatusChangedDto,
  audience: 'public',
  tag: 'health',
  severities: [1],
  retentionDays: 30,
});
const lasting = new EventType({
  type: 'test.lasting',
  description: '.',
  data: FeedStatusChangedDto,
  audience: 'public',
  tag: 'health',
  severities: [1],
  retentionDays: 365,
});

test('an event is kept for the retention of its type and deleted a moment later', async (t) => {
  const { services, settle, clock } = await serviceFor(t, {
    parts: { catalogue: new EventCatalog([brief, lasting]) },
  });
  const [log, job] = [services.get(EventLog), services.get(ForgetOldEventsJob)];
  for (const type of [brief, lasting]) await log.append(type, { data });
  await settle();
  const kept = async () => {
    await job.run(new AbortController().signal);
    return (await log.after(0, 10)).map(({ type }) => type);
  };
  clock.advance(30 * DAY);
  t.deepEqual(await kept(), ['test.brief', 'test.lasting']);
  clock.advance(1);
  t.deepEqual(await kept(), ['test.lasting']);
  clock.advance(335 * DAY);
  t.deepEqual(await kept(), []);
});

test('more old events than fit in a batch are all deleted, newer ones stay, and the last sequence number does not decrease', async (t) => {
  const { services, clock, database } = await serviceFor(t, { parts: { catalogue: new EventCatalog([brief]) } });
  const [log, job] = [services.get(EventLog), services.get(ForgetOldEventsJob)];
  await database.database.query(
    `insert into events (id, type, audience, time, data, keys)
     select gen_random_uuid(), 'test.brief', 'public', $1::timestamptz + make_interval(days => (n > 12000)::int * 20), '{}', '{}' from generate_series(1, 12001) n`,
    [new Date(clock.now())],
  );
  clock.advance(31 * DAY);
  await job.run(AbortSignal.abort());
  t.is((await log.after(0, 1))[0]?.position, 1, 'a run that is to end does nothing more');
  await job.run(new AbortController().signal);
  t.deepEqual(
    (await log.after(0, 10)).map(({ position }) => position),
    [12_001],
  );
  t.is(await log.head(), 12_001);
});
