import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { Database } from '../../../src/database/database.js';
import { EventDispatcher } from '../../../src/events/event-dispatcher.js';
import { EventLog } from '../../../src/events/event-log.js';
import { appendPublic } from '../../support/feed-events.js';
import { serviceFor } from '../../support/service-for.js';
import { startProcess } from '../../support/service-process.js';
import { until } from '../../support/stream-service.js';
import { PASSWORD, SECRET } from '../../support/test-service.js';

test('after a process is killed clients resume with their last id or cursor and receive every event once, in order', async (t) => {
  // This process only appends events. The processes that are killed assign their sequence numbers.
  const { services, database, client } = await serviceFor(t);
  const log = services.get(EventLog);
  const env = {
    SVC_DATABASE_URL: database.url,
    SVC_RATE_LIMIT: '1000000',
    SVC_DRAIN_SECONDS: '0',
    SVC_JWT_SECRET: SECRET,
  };
  const email = 'ada@watchfloor.test';
  t.is((await client().post('/auth/register', { email, password: PASSWORD, displayName: 'Ada' })).status, 201);
  const running = async () => {
    const process = await startProcess(t, env);
    const ada = client().at(process.url);
    await ada.signIn(email, PASSWORD);
    return { process, ada };
  };

  let { process, ada } = await running();
  const filter = { entityIds: ['feed:wanted'] };
  const { id } = (
    await ada.post('/subscriptions', {
      name: 'Wanted',
      eventTypes: ['feed.*'],
      filter,
      delivery: { channel: 'stream' },
    })
  ).json;
  let source = await ada.stream(`/subscriptions/${id}/stream`);
  await source.next(({ event }) => event === 'ready');

  const written: string[] = [];
  let writing = true;
  const write = async (longestMs: number) => {
    while (writing) {
      const feed = Math.random() < 0.3 ? 'other' : 'wanted';
      const appended = await services.get(Database).transaction(async () => {
        const id = await appendPublic(log, feed);
        await wait(Math.random() * longestMs);
        return id;
      });
      if (feed === 'wanted') written.push(appended);
    }
  };
  const writers = [write(20), write(60)];

  const reported: string[] = [];
  const pulled: string[] = [];
  let cursor: string | undefined;
  const pull = async () => {
    const { json } = await ada.get(
      `/subscriptions/${id}/events?limit=50${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    );
    pulled.push(...json.items.map((event: { id: string }) => event.id));
    cursor = json.nextCursor;
    return json.hasMore as boolean;
  };
  const listen = async (count: number) => {
    for (const enough = reported.length + count; reported.length < enough; ) {
      const event = await source.next(({ event }) => event !== 'ready');
      reported.push(event.id);
    }
  };
  for (let death = 0; death < 2; death += 1) {
    await listen(15);
    await pull();
    process.child.kill('SIGKILL');
    await source.ended;
    // Events that arrived before the process died count as received.
    reported.push(...source.received.splice(0).flatMap(({ event, id }) => (event === 'ready' ? [] : [id])));
    const since = written.length;
    await until(() => written.length > since + 10);
    ({ process, ada } = await running());
    source = await ada.stream(`/subscriptions/${id}/stream`, {
      headers: { 'last-event-id': reported.at(-1) as string },
    });
  }
  await listen(15);
  writing = false;
  await Promise.all(writers);
  await listen(written.length - reported.length);
  while (await pull());

  await services.get(EventDispatcher).settle();
  const all = (await log.after(0, 100_000)).filter(({ keys }) => keys.includes('feed:wanted')).map(({ id }) => id);
  t.deepEqual(all.toSorted(), written.toSorted());
  t.deepEqual(reported, all);
  t.deepEqual(pulled, all);
  await source.close();
});
