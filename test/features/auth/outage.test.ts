import test, { type ExecutionContext } from 'ava';
import { PostgresDatabase } from '../../../src/database/postgres-database.js';
import { isProblem } from '../../support/is-problem.js';
import { proxiedDatabase } from '../../support/proxied-database.js';
import { SECOND, serviceFor } from '../../support/service-for.js';
import { PASSWORD } from '../../support/test-service.js';

/** Starts a service whose database connections can be cut. */
async function cutOffService(t: ExecutionContext) {
  const { proxy, connection } = await proxiedDatabase(t);
  const database = new PostgresDatabase(connection, () => {}, {
    poolSize: 4,
    limits: {
      connectMs: 60_000,
      requestWaitMs: 60_000,
      backgroundWaitMs: 60_000,
      statementMs: 60_000,
      queryMs: 60_000,
    },
  });
  t.teardown(async () => {
    await database.close();
  });
  return { proxy, service: await serviceFor(t, { env: { SVC_SIGN_IN_LIMIT: '1000' }, parts: { database } }) };
}

test('a refresh that fails because of the database leaves its cookie valid in 20 of 20 cases', async (t) => {
  const { proxy, service } = await cutOffService(t);
  const ada = await service.signedIn();
  const callers = [ada, ...Array.from({ length: 19 }, () => service.client())];
  for (const caller of callers.slice(1)) await caller.signIn(ada.email, PASSWORD);
  service.clock.advance(2 * SECOND); // the cached account is now too old to be used
  const cookies = callers.map(({ cookie }) => cookie);
  await proxy.refuse();
  for (const cookie of cookies)
    isProblem(t, await service.client().post('/auth/refresh', undefined, { cookie }), 503, 'unavailable');
  await proxy.accept();
  for (const cookie of cookies) t.is((await service.client().post('/auth/refresh', undefined, { cookie })).status, 200);
});

test('the correct password during a database outage is not counted as wrong', async (t) => {
  const { proxy, service } = await cutOffService(t);
  const ada = await service.signedIn();
  await proxy.refuse();
  for (let attempt = 0; attempt < 12; attempt += 1)
    isProblem(t, await service.client().signIn(ada.email, PASSWORD), 503, 'unavailable');
  await proxy.accept();
  t.is((await service.client().signIn(ada.email, PASSWORD)).status, 200);
});
