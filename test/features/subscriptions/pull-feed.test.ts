import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { Database } from '../../../src/database/database.js';
import { EventDispatcher } from '../../../src/events/event-dispatcher.js';
import { EventLog } from '../../../src/events/event-log.js';
import { EventType } from '../../../src/events/event-type.js';
import { FeedStatusChangedDto, feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import type { TestClient } from '../../support/test-client.js';

const personal = new EventType({
  type: 'test.personal',
  description: '.',
  data: FeedStatusChangedDto,
  audience: 'owner',
  tag: 'health',
  severities: [5],
  facets: ({ feed }: FeedStatusChangedDto) => ({ keys: [`portfolio:${feed}`] }),
});
const change = (feed: string, status = 'down') => ({ feed, provider: 'simulator', status, previousStatus: 'ok' });
const everything = { name: 'All', eventTypes: ['*'], delivery: { channel: 'stream' } };

async function feedFor(t: ExecutionContext, env: Record<string, string> = {}) {
  const service = await serviceFor(t, { env: { SVC_RATE_LIMIT: '1000000', ...env } });
  const [log, ada] = [service.services.get(EventLog), await service.signedIn()];
  const happened = async (...feeds: string[]) => {
    for (const feed of feeds) await log.append(feedStatusChanged, { data: change(feed) });
    await service.settle();
  };
  const subscribed = async (request: object = {}, owner: TestClient = ada) => {
    const { json } = await owner.post('/subscriptions', { ...everything, ...request });
    return `/subscriptions/${json.id}`;
  };
  /** Reads one page. @returns the names in its events, its cursor, and whether more events are available */
  const pull = async (path: string, query = '', owner: TestClient = ada) => {
    const { json } = await owner.get(`${path}/events${query}`);
    const feeds: string[] = json.items.map(({ data }: { data: { feed: string } }) => data.feed);
    return { feeds, cursor: json.nextCursor as string, hasMore: json.hasMore as boolean };
  };
  return { ...service, log, ada, happened, subscribed, pull };
}

test('a feed begins with the creation of its subscription and continues from its cursor', async (t) => {
  const { happened, subscribed, pull } = await feedFor(t);
  await happened('before');
  const path = await subscribed();
  const none = await pull(path); // the log does not contain it yet
  t.deepEqual([none.feeds, none.hasMore], [[], false]);
  await happened('one', 'two', 'three');
  const first = await pull(path, `?limit=2&cursor=${none.cursor}`);
  t.deepEqual([first.feeds, first.hasMore], [['one', 'two'], true]);
  const second = await pull(path, `?limit=2&cursor=${first.cursor}`);
  t.deepEqual([second.feeds, second.hasMore], [['three'], false]);
  const empty = await pull(path, `?cursor=${second.cursor}`);
  t.deepEqual([empty.feeds, empty.hasMore], [[], false]);
  await happened('four');
  t.deepEqual((await pull(path, `?cursor=${empty.cursor}`)).feeds, ['four']);
  t.deepEqual((await pull(path)).feeds, ['one', 'two', 'three', 'four']);
});

test('a feed can begin before its subscription, with the events recorded since the requested time', async (t) => {
  const { happened, subscribed, pull, clock } = await feedFor(t);
  await happened('before');
  const path = await subscribed();
  await happened('after');
  t.deepEqual((await pull(path, `?from=${new Date(clock.now() - 60_000).toISOString()}`)).feeds, ['before', 'after']);
  t.deepEqual((await pull(path, `?from=${new Date(clock.now() + 3_600_000).toISOString()}`)).feeds, []);
});

test('a feed has the events that meet all conditions of its filter, and any value of a list', async (t) => {
  const { log, settle, happened, subscribed, pull } = await feedFor(t);
  const grave = await subscribed({ filter: { entityIds: ['feed:ais', 'feed:adsb'], minSeverity: 2 } });
  const placed = await subscribed({ filter: { bbox: [-180, -90, 180, 90] } });
  const symbol = await subscribed({ filter: { symbols: ['AAPL.US'] } });
  await log.append(feedStatusChanged, { data: change('ais', 'ok') });
  await log.append(feedStatusChanged, { data: change('adsb', 'stale') });
  await settle();
  await happened('ais', 'news');
  t.deepEqual((await pull(grave)).feeds, ['adsb', 'ais']);
  t.deepEqual((await pull(placed)).feeds, [], 'what is nowhere is in no box');
  t.deepEqual((await pull(symbol)).feeds, []);
});

test('a filter change applies to later reads', async (t) => {
  const { ada, happened, subscribed, pull } = await feedFor(t);
  const path = await subscribed({ filter: { entityIds: ['feed:ais'] } });
  await happened('ais', 'ais', 'news');
  const { cursor } = await pull(path, '?limit=1');
  t.is((await ada.patch(path, { filter: { entityIds: ['feed:news'] } })).status, 200);
  await happened('ais', 'news');
  t.deepEqual((await pull(path, `?cursor=${cursor}`)).feeds, ['news', 'news']);
});

test('no filter returns events of another account', async (t) => {
  const { log, settle, signedIn, subscribed, pull, ada } = await feedFor(t);
  const bob = await signedIn();
  // The portfolio belongs to Bob, so a filter of Bob may name it. The event with it belongs to Ada.
  const portfolio = (await bob.post('/portfolios', { name: 'Growth', baseCurrency: 'USD' })).json.id;
  const filters = [{}, { entityIds: [`portfolio:${portfolio}`] }, { minSeverity: 5 }];
  const [hers, his] = [
    await Promise.all(filters.map((filter) => subscribed({ filter }, ada))),
    await Promise.all([...filters, { portfolioIds: [portfolio] }].map((filter) => subscribed({ filter }, bob))),
  ];
  await settle();
  await log.append(personal, { data: change(portfolio), ownerId: ada.accountId });
  await settle();
  for (const path of hers) t.deepEqual((await pull(path)).feeds, [portfolio]);
  for (const path of his) t.deepEqual((await pull(path, '', bob)).feeds, []);
});

test('a cursor belongs to its account and its subscription', async (t) => {
  const { ada, happened, subscribed, pull, signedIn } = await feedFor(t);
  const [path, other] = [await subscribed(), await subscribed()];
  await happened('one');
  const { cursor } = await pull(path);
  const bob = await signedIn();
  for (const answer of [
    await ada.get(`${other}/events?cursor=${cursor}`),
    await ada.get(`${path}/events?cursor=${cursor}A`),
    await bob.get(`${path}/events?cursor=${cursor}`),
  ]) {
    t.deepEqual([answer.status, answer.json.code], [400, 'invalid_cursor']);
  }
  isProblem(t, await bob.get(`${path}/events`), 404, 'not_found');
});

test('a request reads a limited part of the log and reports that there is more', async (t) => {
  const { happened, subscribed, pull, services } = await feedFor(t);
  const path = await subscribed({ filter: { entityIds: ['feed:late'] } });
  await happened('early');
  await services.get(Database).query(
    `insert into events (id, type, audience, time, data, keys)
     select gen_random_uuid(), 'feed.status_changed', 'public', now(), '{}', '{}' from generate_series(1, 20001)`,
  );
  await happened('late');
  const first = await pull(path);
  t.deepEqual([first.feeds, first.hasMore], [[], true]);
  const second = await pull(path, `?cursor=${first.cursor}`);
  t.deepEqual([second.feeds, second.hasMore], [['late'], false]);
  await services
    .get(Database)
    .query(`delete from events where type = 'feed.status_changed' and data->>'feed' is distinct from 'late'`);
  t.deepEqual((await pull(path)).feeds, ['late'], 'what was forgotten is not looked through');
});

test('concurrent writers and two processes that assign sequence numbers cause neither gaps nor duplicates', async (t) => {
  const { log, services, subscribed, ada } = await feedFor(t);
  const path = await subscribed({ filter: { entityIds: ['feed:wanted'] } });
  const [database, pump] = [services.get(Database), services.get(EventDispatcher)];
  const written: string[] = [];
  let writing = true;
  const write = async (longestMs: number) => {
    for (let round = 0; round < 15; round += 1) {
      const feed = round % 3 === 0 ? 'other' : 'wanted';
      const id = await database.transaction(async () => {
        const appended = await log.append(feedStatusChanged, { data: change(feed) });
        await wait(Math.random() * longestMs);
        return appended;
      });
      if (feed === 'wanted') written.push(id);
    }
  };
  const sequence = async () => {
    while (writing) await pump.settle().then(() => wait(1));
  };
  const read: string[] = [];
  const poll = async () => {
    for (let cursor = ''; ; ) {
      const over = !writing;
      if (over) await pump.settle();
      const { json } = await ada.get(`${path}/events?limit=4${cursor}`);
      read.push(...json.items.map(({ id }: { id: string }) => id));
      cursor = `&cursor=${json.nextCursor}`;
      if (over && !json.hasMore) return;
    }
  };
  const running = Promise.all([sequence(), sequence(), poll()]);
  await Promise.all([write(2), write(9), write(25)]);
  writing = false;
  await running;
  t.is(written.length, 30);
  t.deepEqual(read.toSorted(), written.toSorted());
});
