import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { RedisConnection } from '../../../src/cache/redis-connection.js';
import { rotateSession } from '../../../src/features/auth/sessions/session-scripts.js';
import { isProblem } from '../../support/is-problem.js';
import { redisBehindProxy } from '../../support/redis-proxy.js';
import { serviceFor } from '../../support/service-for.js';
import { PASSWORD } from '../../support/test-service.js';

async function behindProxy(t: ExecutionContext) {
  const { proxy, redis } = await redisBehindProxy(t, 2_000);
  return { proxy, redis, service: await serviceFor(t, { env: { SVC_SIGN_IN_LIMIT: '1000' }, parts: { redis } }) };
}

/** Resolves when the connection that lost replies has been replaced. */
async function replaced(redis: RedisConnection): Promise<void> {
  while (
    await redis.ping().then(
      () => false,
      () => true,
    )
  )
    await wait(50);
}

async function loseRefreshes(t: ExecutionContext, rounds: number): Promise<void> {
  const { proxy, redis, service } = await behindProxy(t);
  const { email } = await service.signedIn();
  for (let round = 0; round < rounds; round += 1) {
    const ada = service.client();
    await ada.signIn(email, PASSWORD);
    const [first, before] = [ada.cookie, proxy.connections];
    const refresh = (cookie: string | undefined) => service.client().post('/auth/refresh', undefined, { cookie });
    proxy.loseAnswerTo(rotateSession.sha);
    isProblem(t, await refresh(first), 503, 'unavailable');
    // The connection would only be replaced after its next ping fails; closing it here saves that wait.
    await proxy.refuse();
    await proxy.accept();
    await redis.ready(30_000);
    await replaced(redis);
    t.true(proxy.connections > before);
    const again = await refresh(first);
    t.is(again.status, 200);
    t.not(again.cookie, first);
    t.is((await refresh(again.cookie)).status, 200);
    t.is((await refresh(first)).json.code, 'refresh_reused');
  }
}

test('a refresh whose response from Redis was lost leaves its cookie valid in 20 of 20 cases, and a successful one spends it', async (t) => {
  // Each round waits two seconds for its lost reply, so four run at a time, each on its own connections.
  await Promise.all([5, 5, 5, 5].map((rounds) => loseRefreshes(t, rounds)));
});

test('correct passwords are not counted as wrong when the response from Redis was lost', async (t) => {
  const { proxy, redis, service } = await behindProxy(t);
  const ada = await service.signedIn();
  for (let attempt = 0; attempt < 8; attempt += 1) {
    proxy.loseAnswerTo('attempts:');
    isProblem(t, await service.client().signIn(ada.email, PASSWORD), 503, 'unavailable');
    await proxy.refuse();
    await proxy.accept();
    await redis.ready(30_000);
    await replaced(redis);
  }
  t.is((await service.client().signIn(ada.email, PASSWORD)).status, 200);
});
