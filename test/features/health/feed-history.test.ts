import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { FeedHistory } from '../../../src/upstream/feed-history.js';
import { FeedRegistry, type FeedStatus } from '../../../src/upstream/feed-status.js';
import { FeedWatch } from '../../../src/upstream/feed-watch.js';
import { DAY, HOUR, MINUTE, SECOND, serviceFor } from '../../support/service-for.js';

/** Starts a service with a feed whose status the test sets. */
async function watched(t: ExecutionContext, name = 'ais.tcp') {
  const service = await serviceFor(t);
  const { clock, services } = service;
  const feed: { status: FeedStatus['status'] } = { status: 'ok' };
  const counts = { lastSuccessAt: null, ageSeconds: null, records: 0, consecutiveFailures: 0, quota: null };
  services.get(FeedRegistry).register(name, () => ({ feed: name, provider: 'ais', status: feed.status, ...counts }));
  const watch = services.get(FeedWatch);
  /** Passes time while the feed is compared each minute. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += MINUTE) {
      clock.advance(MINUTE);
      await watch.check();
    }
  };
  const get = (query = '', of = name) => service.client().get(`/health/feeds/${of}/history${query}`);
  const periods = async (query = '') => {
    const { status, json } = await get(query);
    t.is(status, 200);
    return json.items.map((one: { status: string; durationSeconds: number }) => [one.status, one.durationSeconds]);
  };
  await watch.check();
  return { ...service, feed, watch, pass, get, periods };
}

test('a feed that was cut for an hour has an outage of an hour, and its uptime', async (t) => {
  const { feed, pass, get } = await watched(t);
  await pass(2 * HOUR);
  feed.status = 'down';
  await pass(HOUR);
  feed.status = 'ok';
  await pass(HOUR);
  const { json } = await get('');
  t.like(json, { feed: 'ais.tcp', provider: 'ais', registered: true, outageCount: 1, truncated: false });
  t.deepEqual(
    json.items.map((one: { status: string; durationSeconds: number }) => [one.status, one.durationSeconds]),
    [
      ['ok', 59 * 60],
      ['down', 60 * 60],
      ['ok', 121 * 60],
      ['unknown', 20 * 3_600],
    ],
  );
  t.is(json.uptimeFraction, 0.75);
  t.is(json.durations.downSeconds, 3_600);
});

test('the time in which the service did not run is unknown, after a restart as well', async (t) => {
  const { clock, pass, periods, get } = await watched(t);
  await pass(HOUR);
  clock.advance(6 * HOUR);
  t.deepEqual((await periods()).slice(0, 2), [
    ['unknown', 6 * 3_600],
    ['ok', 3_600],
  ]);
  await pass(HOUR);
  t.deepEqual((await periods()).slice(0, 3), [
    ['ok', 59 * 60],
    ['unknown', 6 * 3_600 + 60],
    ['ok', 3_600],
  ]);
  t.is((await get()).json.uptimeFraction, 1);
});

test('a restart of less than three minutes is no gap', async (t) => {
  const { clock, pass, periods } = await watched(t);
  await pass(HOUR);
  clock.advance(2 * MINUTE);
  await pass(HOUR);
  t.deepEqual((await periods()).slice(0, 1), [['ok', 2 * 3_600 + 120]]);
});

test('an unknown name is a 404, and a feed that was removed keeps its history', async (t) => {
  const { services, get } = await watched(t);
  t.is((await get('', 'ais.nothing')).status, 404);
  const { clock } = await watched(t);
  await services.get(FeedHistory).record({ feed: 'ais.old', provider: 'ais', status: 'down' }, clock.now() - HOUR);
  const { status, json } = await get('', 'ais.old');
  t.is(status, 200);
  t.like(json, { registered: false, provider: 'ais', outageCount: 1 });
});

test('a range has at most 31 days, and the state at its start is known from before', async (t) => {
  const { clock, services, get, periods } = await watched(t);
  await services.get(FeedHistory).record({ feed: 'ais.tcp', provider: 'ais', status: 'down' }, clock.now() - 60 * DAY);
  const at = (ms: number) => new Date(clock.now() - ms).toISOString();
  t.deepEqual(await periods(`?from=${at(40 * DAY)}&to=${at(39 * DAY)}`), [['down', 86_400]]);
  t.is((await get(`?from=${at(31 * DAY)}`)).status, 200);
  t.is((await get(`?from=${at(31 * DAY + SECOND)}`)).status, 400);
  t.is((await get(`?from=${at(-HOUR)}`)).status, 400);
});

test('more than 2,000 periods are truncated, the newest stay', async (t) => {
  const { clock, services, get } = await watched(t);
  const history = services.get(FeedHistory);
  for (let index = 1; index <= 2_001; index += 1)
    await history.record(
      { feed: 'ais.old', provider: 'ais', status: index % 2 === 0 ? 'ok' : 'down' },
      clock.now() - index * MINUTE,
    );
  const { json } = await get(`?from=${new Date(clock.now() - 10 * DAY).toISOString()}`, 'ais.old');
  t.true(json.truncated);
  t.is(Date.parse(json.from), clock.now() - 2_000 * MINUTE);
});
