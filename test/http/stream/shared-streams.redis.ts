import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { isProblem } from '../../support/is-problem.js';
import { redisSpace } from '../../support/redis.js';
import { redisBehindProxy } from '../../support/redis-proxy.js';
import { streamService, until } from '../../support/stream-service.js';

/** Starts two instances of the service on one database and one Redis, each with its own connection. */
async function twoInstances(t: ExecutionContext) {
  const keyPrefix = `test:${randomUUID()}:`;
  const spaces = [await redisSpace(keyPrefix), await redisSpace(keyPrefix)] as const;
  // Teardowns run in reverse order, so Redis is closed after the services.
  t.teardown(async () => {
    await spaces[1].redis.close();
    await spaces[0].close();
  });
  const one = await streamService(t, { parts: { redis: spaces[0].redis } });
  const other = await streamService(t, { parts: { redis: spaces[1].redis, database: one.database.database } });
  return { one, other, keys: spaces[0].keys };
}

test('an account has five streams across all processes', async (t) => {
  const { one, other, keys } = await twoInstances(t);
  const ada = await one.signedIn();
  const there = Object.assign(other.client(), { token: ada.token });
  const sources = [];
  for (const client of [ada, there, ada, there, ada]) sources.push(await client.stream('/bulletins/stream'));
  for (const client of [ada, there]) t.is((await client.get('/bulletins/stream')).json.code, 'too_many_streams');
  await sources[0]!.close();
  await until(() => one.hub.streams.length === 2);
  await one.hub.settled();
  const last = await there.stream('/bulletins/stream');
  isProblem(t, await ada.get('/bulletins/stream'), 429, 'too_many_streams');
  for (const source of [last, ...sources]) await source.close();
  await until(() => one.hub.streams.length + other.hub.streams.length === 0);
  await Promise.all([one.hub.settled(), other.hub.settled()]);
  t.deepEqual(
    (await keys()).filter((key) => key.includes('streams:')),
    [],
  );
});

test('a stream ends at the next check after its session is signed out at another process, however recently it was looked up here', async (t) => {
  const { one, other } = await twoInstances(t);
  const ada = await one.signedIn();
  const there = Object.assign(other.client(), { token: ada.token });
  const source = await there.stream('/bulletins/stream');
  await ada.post('/auth/logout');
  await other.watch.tick();
  t.is((await source.nextData<{ reason: string }>('reauth')).reason, 'session_ended');
});

test('a stream opened with a ticket ends at the next check after its session is signed out at another process', async (t) => {
  const { one, other } = await twoInstances(t);
  const ada = await one.signedIn();
  const { json } = await ada.post('/auth/tickets', { path: '/api/v1/bulletins/stream' });
  const source = await other.client().stream(`/bulletins/stream?ticket=${json.ticket}`);
  await ada.post('/auth/logout');
  await other.watch.tick();
  t.is((await source.nextData<{ reason: string }>('reauth')).reason, 'session_ended');
});

test('an account disabled at another process has no stream after the next check', async (t) => {
  const { one, other } = await twoInstances(t);
  const operator = await one.signedIn('operator', 'operator');
  const ada = await one.signedIn();
  const source = await Object.assign(other.client(), { token: ada.token }).stream('/bulletins/stream');
  await operator.patch(`/admin/users/${ada.accountId}`, { disabled: true });
  await other.watch.tick();
  t.is((await source.nextData<{ reason: string }>('reauth')).reason, 'session_ended');
});

test('while the store is unavailable open streams continue and are counted locally; the store is updated later', async (t) => {
  const { proxy, redis, space } = await redisBehindProxy(t, 1_000);
  const { signedIn, board, watch, hub, hasCapacity } = await streamService(t, {
    parts: { redis },
    env: { SVC_STREAMS_PER_ACCOUNT: '2' },
  });
  const ada = await signedIn();
  const source = await ada.stream('/bulletins/stream');
  await proxy.refuse();
  await until(() => !redis.isReady);
  await watch.tick();
  board.tell({ number: 1, text: 'still here' });
  t.is((await source.next()).id, '1');
  t.true(await hasCapacity(ada));
  t.is(hub.streams.length, 1);
  await proxy.accept();
  await redis.ready(30_000);
  await space.redis.send('DEL', `${space.redis.keyPrefix}streams:${ada.accountId}`);
  for (let count = 0; count < 10; count += 1) await watch.tick();
  t.is(await space.redis.send('ZCARD', `${space.redis.keyPrefix}streams:${ada.accountId}`), 1);
});
