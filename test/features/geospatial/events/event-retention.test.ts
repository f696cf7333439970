import 'reflect-metadata';
import test from 'ava';
import { ForgetOldGeoEventsJob } from '../../../../src/features/geospatial/events/forget-old-geo-events.job.js';
import { GeoEventRepository } from '../../../../src/features/geospatial/events/geo-event.repository.js';
import { worldOf } from '../../../support/event-world.js';
import { DAY } from '../../../support/service-for.js';

test('events are deleted after their retention, conflict and unrest earlier, and are not stored again', async (t) => {
  const { clock, events, fire, at, kept } = await worldOf(t);
  const past = (days: number) => ({
    startedAt: at(-days * DAY),
    endedAt: at(-days * DAY),
    reportedAt: at(-days * DAY),
  });
  await events.report([
    fire({ key: 'year', ...past(364) }),
    fire({ key: 'month', type: 'unrest', ...past(29) }),
    fire({ key: 'open', startedAt: at(-700 * DAY) }),
    fire({ key: 'gone', ...past(366) }),
  ]);
  t.is((await kept()).length, 3);
  clock.advance(2 * DAY);
  await new ForgetOldGeoEventsJob(events).run(new AbortController().signal);
  const left = await kept();
  t.deepEqual(
    left.map(({ startedAt }) => startedAt),
    [at(-700 * DAY)],
  );
});

test('an ongoing event is kept however old it is, until its source closes it or no longer lists it', async (t) => {
  const { clock, events, fire, at, kept } = await worldOf(t);
  const old = { startedAt: at(-900 * DAY), reportedAt: at(-500 * DAY) };
  const listed = ['a', 'b', 'c', 'd'].map((key) => fire({ key, type: 'volcano', ...old }));
  const forget = () => new ForgetOldGeoEventsJob(events).run(new AbortController().signal);
  const open = async () => (await kept()).filter(({ endedAt }) => endedAt === null).map(({ key }) => key);
  t.is(await events.report(listed), 4);
  await forget();
  t.deepEqual((await open()).sort(), ['a', 'b', 'c', 'd']);
  await events.report([fire({ key: 'a', type: 'volcano', ...old, endedAt: at(-DAY), reportedAt: at(-DAY) })]);
  t.is(await events.endUnlisted('eonet', new Set(['c', 'd'])), 1);
  t.deepEqual((await open()).sort(), ['c', 'd']);
  clock.advance(366 * DAY);
  await forget();
  t.deepEqual((await kept()).map(({ key }) => key).sort(), ['c', 'd']);
  t.is(await events.report(listed.slice(2)), 0);
});

test('the latest ongoing events of each provider that are unchanged for a year are kept up to the limit', async (t) => {
  const { database, clock, events, fire, at, kept } = await worldOf(t);
  const old = (days: number) => ({ startedAt: at(-900 * DAY), reportedAt: at(-days * DAY) });
  await events.report([
    ...[500, 400, 450].map((days) => fire({ key: `${days}`, ...old(days) })),
    fire({ key: 'other', provider: 'gdacs', ...old(700) }),
    fire({ key: 'changed', ...old(10) }),
    fire({ key: 'over', ...old(500), endedAt: at(-DAY) }),
  ]);
  const repository = new GeoEventRepository(database);
  t.is(await repository.deleteOldOngoing(['wildfire'], new Date(clock.now() - 365 * DAY), 1), 2);
  t.deepEqual((await kept()).map(({ key }) => key).sort(), ['400', 'changed', 'other', 'over']);
});

test('expired events are deleted in batches', async (t) => {
  const { database, events, fire, at } = await worldOf(t);
  await events.report([fire()]);
  await database.query(
    `insert into geo_events select gen_random_uuid(), provider, 'k' || n, array['p:' || n], type, title, null, 1, lat, lon, null, null, null, null, '{}', '{}', $1, $1, $1, $1, $1
     from geo_events, generate_series(1, 5200) as n`,
    [at(-400 * DAY).toISOString()],
  );
  await new ForgetOldGeoEventsJob(events).run(new AbortController().signal);
  const { rows } = await database.query<{ count: number }>('select count(*) as count from geo_events');
  t.is(rows[0]?.count, 1);
});
