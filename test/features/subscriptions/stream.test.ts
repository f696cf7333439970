import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { Database } from '../../../src/database/database.js';
import { EventDispatcher } from '../../../src/events/event-dispatcher.js';
import { EventLog } from '../../../src/events/event-log.js';
import { LiveStreams } from '../../../src/features/subscriptions/live-streams.js';
import type { TestEventSource } from '../../support/event-source.js';
import { appendOwned, appendPublic } from '../../support/feed-events.js';
import { serviceFor } from '../../support/service-for.js';
import { until } from '../../support/stream-service.js';
import type { TestClient } from '../../support/test-client.js';

const everything = { name: 'All', eventTypes: ['*'], delivery: { channel: 'stream' } };

async function streamsFor(t: ExecutionContext) {
  const service = await serviceFor(t, { env: { SVC_RATE_LIMIT: '1000000' } });
  const [log, live, ada] = [
    service.services.get(EventLog),
    service.services.get(LiveStreams),
    await service.signedIn(),
  ];
  const happened = async (...feeds: string[]) => {
    for (const feed of feeds) await appendPublic(log, feed);
    await service.settle();
  };
  const subscribed = async (request: object = {}, owner: TestClient = ada) => {
    const { json } = await owner.post('/subscriptions', { ...everything, ...request });
    await service.settle();
    return `/subscriptions/${json.id}`;
  };
  const opened = (path: string, lastEventId?: string, owner: TestClient = ada) =>
    owner.stream(`${path}/stream`, { headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId } });
  /**
   * Opens a stream and reads until it has caught up.
   * @returns the stream, the names in the events so far, and the cursor
   */
  const caughtUp = async (path: string, lastEventId?: string, owner: TestClient = ada) => {
    const source = await opened(path, lastEventId, owner);
    const missed: string[] = [];
    for (;;) {
      const { event, data } = await source.next();
      if (event === 'ready') return { source, missed, cursor: JSON.parse(data).cursor as string };
      missed.push(JSON.parse(data).data.feed);
    }
  };
  return { ...service, log, live, ada, happened, subscribed, opened, caughtUp };
}

/** Returns the name of the feed in the next event. */
const nextFeed = async (source: TestEventSource) => JSON.parse((await source.next()).data).data.feed;

test('a stream sends events from now on, each with its id and type', async (t) => {
  const { happened, subscribed, caughtUp, ada } = await streamsFor(t);
  const path = await subscribed();
  await happened('before');
  const { source, missed } = await caughtUp(path);
  t.deepEqual([missed, source.lastEventId], [[], ''], 'ready has no id');
  await happened('after');
  const { event, id, data } = await source.next();
  const [newest] = (await ada.get('/timeline?limit=1')).json.items;
  t.deepEqual([event, id, JSON.parse(data)], ['feed.status_changed', newest.id, newest]);
});

test('a client that reconnects with the last id receives the missed events and then the new ones, all once', async (t) => {
  const { happened, subscribed, caughtUp } = await streamsFor(t);
  const path = await subscribed({ filter: { entityIds: ['feed:ais', 'feed:adsb'] } });
  const first = await caughtUp(path);
  await happened('ais', 'news');
  t.is(await nextFeed(first.source), 'ais');
  await first.source.close();
  await happened('adsb', 'news', 'ais');
  const second = await caughtUp(path, first.source.lastEventId);
  t.deepEqual(second.missed, ['adsb', 'ais']);
  await happened('news', 'adsb');
  t.is(await nextFeed(second.source), 'adsb');
});

test('more missed events than a page are sent, too', async (t) => {
  const { happened, subscribed, caughtUp } = await streamsFor(t);
  const path = await subscribed();
  const { source } = await caughtUp(path);
  await happened('first');
  await source.next();
  await source.close();
  const feeds = Array.from({ length: 250 }, (_, index) => `f${index}`);
  await happened(...feeds);
  t.deepEqual((await caughtUp(path, source.lastEventId)).missed, feeds);
});

test('an id that is no longer in the log resumes at its time; a malformed id is a 400', async (t) => {
  const { happened, subscribed, caughtUp, opened, services } = await streamsFor(t);
  await happened('earlier');
  const path = await subscribed();
  const { source } = await caughtUp(path);
  await happened('gone');
  const { id: gone } = await source.next();
  await happened('later');
  await services.get(Database).query("delete from events where data->>'feed' = 'gone'");
  t.deepEqual((await caughtUp(path, gone)).missed, ['later']);
  for (const id of ['nonsense', '1', '9e107d9d-3727-4b1a-8f0e-5a5c2f1d3b7a', gone.toUpperCase()]) {
    await t.throwsAsync(opened(path, id), { message: /No stream but 400.*header\/Last-Event-ID/ }, id);
  }
});

test('a stream resumes from the position of a pull feed or an earlier stream', async (t) => {
  const { ada, happened, subscribed, caughtUp } = await streamsFor(t);
  const path = await subscribed();
  await happened('pulled');
  const { nextCursor } = (await ada.get(`${path}/events`)).json;
  const idle = await caughtUp(path);
  await idle.source.close();
  await happened('missed');
  for (const cursor of [nextCursor, idle.cursor]) {
    const source = await ada.stream(`${path}/stream?cursor=${cursor}`);
    t.is(await nextFeed(source), 'missed');
    t.is((await source.next()).event, 'ready');
  }
  await t.throwsAsync(ada.stream(`${path}/stream?cursor=abc`), { message: /No stream but 400.*invalid_cursor/ });
  const other = await subscribed();
  await t.throwsAsync(ada.stream(`${other}/stream?cursor=${nextCursor}`), {
    message: /No stream but 400.*invalid_cursor/,
  });
});

test('a change of the subscription applies to its open streams', async (t) => {
  const { ada, happened, subscribed, caughtUp } = await streamsFor(t);
  const path = await subscribed({ filter: { entityIds: ['feed:ais'] } });
  const { source } = await caughtUp(path);
  await happened('ais');
  t.is((await ada.patch(path, { filter: { entityIds: ['feed:news'] } })).status, 200);
  await happened('ais', 'news');
  t.deepEqual([await nextFeed(source), await nextFeed(source)], ['ais', 'news']);
});

test('deleting a subscription ends its streams with a message; other streams continue', async (t) => {
  const { ada, happened, subscribed, caughtUp, settle } = await streamsFor(t);
  const [path, other] = [await subscribed(), await subscribed()];
  const [first, second, bystander] = [await caughtUp(path), await caughtUp(path), await caughtUp(other)];
  t.is((await ada.delete(path)).status, 204);
  await settle();
  for (const { source } of [first, second]) {
    const { event, data } = await source.next();
    t.deepEqual([event, JSON.parse(data).reason], ['ended', 'deleted']);
    await source.ended;
  }
  await happened('after');
  t.is(await nextFeed(bystander.source), 'after');
  await t.throwsAsync(ada.stream(`${path}/stream`), { message: /No stream but 404/ });
});

test('no stream sends events of another account', async (t) => {
  const { ada, log, settle, subscribed, caughtUp, signedIn, opened } = await streamsFor(t);
  const bob = await signedIn();
  // The portfolio belongs to Bob, so filters of Bob may name it. The events with it belong to Ada.
  const portfolio = (await bob.post('/portfolios', { name: 'Growth', baseCurrency: 'USD' })).json.id;
  const filters = [
    {},
    { portfolioIds: [portfolio] },
    { entityIds: [`portfolio:${portfolio}`] },
    { symbols: ['AAPL.US'], minSeverity: 5 },
  ];
  const [before, hers] = [await appendOwned(log, portfolio, ada.accountId), await subscribed()];
  const sources: TestEventSource[] = [];
  // Bob's streams resume from before all events, with the id of an event of Ada.
  for (const filter of filters) sources.push((await caughtUp(await subscribed({ filter }, bob), before, bob)).source);
  const own = await caughtUp(hers);
  await appendOwned(log, portfolio, ada.accountId);
  await settle();
  t.is(await nextFeed(own.source), portfolio);
  await appendOwned(log, portfolio, bob.accountId);
  const his = await appendOwned(log, portfolio, bob.accountId);
  await settle();
  for (const source of sources) {
    t.is((await source.next()).event, 'test.personal');
    t.is((await source.next()).id, his, 'the second of his own, and nothing else before');
  }
  await t.throwsAsync(opened(hers, undefined, bob), { message: /No stream but 404/ });
});

test('the log is read for streams only while a stream is open', async (t) => {
  const { live, happened, subscribed, caughtUp } = await streamsFor(t);
  const path = await subscribed();
  t.is(live.reached, 0);
  const { source } = await caughtUp(path);
  await happened('one');
  t.true(live.reached > 0);
  await source.close();
  await until(() => live.size === 0);
  t.is(live.reached, 0);
});

test('events are sent once and in order while many writers are active and clients come and go', async (t) => {
  const { log, live, subscribed, opened, services, ada } = await streamsFor(t);
  const path = await subscribed({ filter: { entityIds: ['feed:wanted'] } });
  const [database, pump] = [services.get(Database), services.get(EventDispatcher)];
  let writing = true;
  const write = async (longestMs: number) => {
    for (let round = 0; round < 25; round += 1) {
      await database.transaction(async () => {
        await appendPublic(log, round % 4 === 0 ? 'other' : 'wanted');
        await wait(Math.random() * longestMs);
      });
    }
  };
  const move = async () => {
    while (writing) await pump.settle().then(() => wait(2));
  };
  const { cursor } = JSON.parse((await (await opened(path)).next()).data);
  /** Closes the stream after `most` events each time and resumes with the last id, until all events are received. */
  const follow = async (most: number): Promise<string[]> => {
    const reported: string[] = [];
    for (;;) {
      const last = reported.at(-1);
      const source =
        last === undefined ? await ada.stream(`${path}/stream?cursor=${cursor}`) : await opened(path, last);
      for (let count = 0; count < most; ) {
        const { event, id } = await source.next();
        if (event === 'ready') continue;
        count += 1;
        reported.push(id);
        if (reported.length === 54) return reported;
      }
      await source.close();
    }
  };
  const moving = move();
  const following = Promise.all([follow(3), follow(11), follow(100)]);
  await Promise.all([write(2), write(8), write(20)]);
  writing = false;
  await moving;
  await pump.settle();
  const tolds = await following;
  const all = (await log.after(0, 1_000)).filter(({ keys }) => keys.includes('feed:wanted')).map(({ id }) => id);
  t.is(all.length, 54);
  for (const reported of tolds) t.deepEqual(reported, all);
  t.true(live.size > 0);
});
