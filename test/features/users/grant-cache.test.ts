import 'reflect-metadata';
import '../../support/limit-concurrency.js';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import type { Database } from '../../../src/database/database.js';
import { StubDatabase } from '../../../src/database/stub-database.js';
import { type Grant, GrantRepository } from '../../../src/resources/grant.repository.js';
import { GrantCache, MAX_UNCONFIRMED_MS } from '../../../src/resources/grant-cache.js';
import { GrantCacheRunner } from '../../../src/resources/grant-cache.runner.js';
import { faults } from '../../support/faults.js';
import { isProblem } from '../../support/is-problem.js';
import { proxiedDatabase } from '../../support/proxied-database.js';
import { startTestService, type TestService } from '../../support/test-service.js';

type Account = Awaited<ReturnType<TestService['signedIn']>>;

let service: TestService;
let runner: GrantCacheRunner;
/** Number of look-ups of the service in the database. */
let lookUps = 0;
test.before(async () => {
  service = await startTestService();
  const repository = service.services.get(GrantRepository);
  const read = repository.on.bind(repository);
  repository.on = (...of) => {
    lookUps += 1;
    return read(...of);
  };
  runner = service.services.get(GrantCacheRunner);
  await runner.start();
});
test.after.always(async () => {
  await runner.stop();
  await service.close();
});

/** Runs a statement as another process would. */
const elsewhere = (sql: string, ...values: unknown[]) => service.database.database.query(sql, values);

/** Returns an owner with a watchlist, and another account that reads it through a team. */
async function granted(terms: object = {}) {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const team = (await ada.post('/teams', { name: 'Desk' })).json.id;
  await ada.post(`/teams/${team}/members`, { email: bob.email });
  await bob.post(`/teams/${team}/accept`);
  const { json } = await ada.post('/markets/watchlists', { name: 'Majors', symbols: ['EURUSD.FOREX'] });
  const grant = { kind: 'watchlist', resourceId: json.id, access: 'write', teamId: team, ...terms };
  const { id } = (await ada.post('/users/me/grants', grant)).json;
  return { ada, bob, team, grant: id, path: `/markets/watchlists/${json.id}` };
}

/** Waits until a grantee's requests are answered from memory. */
async function isCached(bob: Account, path: string): Promise<void> {
  for (;;) {
    const before = lookUps;
    if ((await bob.get(path)).status !== 200) throw new Error('The grant has ended');
    if (lookUps === before) return;
    await wait(5);
  }
}

const writes = [
  ['a grant that was withdrawn', 'delete from grants where id = $1', 'grant'],
  ['a grant that was reduced to reading', `update grants set access = 'read' where id = $1`, 'grant'],
  ['a grant that was ended', `update grants set until = now() - interval '1 hour' where id = $1`, 'grant'],
  ['a member who was removed', 'delete from team_members where team_id = $1 and role = $$member$$', 'team'],
  ['a member who is invited again', `update team_members set accepted_at = null where team_id = $1`, 'team'],
  ['a team that was deleted', 'delete from teams where id = $1', 'team'],
  ['an owner who was disabled', 'update accounts set disabled_at = now() where id = $1', 'owner'],
  ['an owner who was deleted', 'delete from accounts where id = $1', 'owner'],
] as const;
for (const [name, statement, of] of writes)
  test.serial(`${name} by another process has no right to write within a second`, async (t) => {
    const { ada, bob, team, grant, path } = await granted();
    await isCached(bob, path);
    await elsewhere(statement, { grant, team, owner: ada.accountId }[of]);
    const changed = performance.now();
    while ((await bob.patch(path, { name: 'Ours' })).status === 200) await wait(5);
    t.true(performance.now() - changed < 1_000, `${performance.now() - changed} ms`);
  });

test.serial('a grant by another process is known within a second, although its lack was in memory', async (t) => {
  const [first, { bob, ...other }] = [await granted(), await granted()];
  await isCached(bob, other.path);
  isProblem(t, await bob.get(first.path), 404, 'not_found');
  const before = lookUps;
  isProblem(t, await bob.get(first.path), 404, 'not_found');
  t.is(lookUps, before, 'the lack of a grant is in memory');
  await elsewhere(
    'update team_members set account_id = $1 where team_id = $2 and role = $$member$$',
    bob.accountId,
    first.team,
  );
  const changed = performance.now();
  while ((await bob.get(first.path)).status !== 200) await wait(5);
  t.true(performance.now() - changed < 1_000, `${performance.now() - changed} ms`);
});

test.serial('changes by the process itself take effect with the next request', async (t) => {
  const { ada, bob, team, grant, path } = await granted();
  await isCached(bob, path);
  await ada.patch(`/users/me/grants/${grant}`, { access: 'read' });
  isProblem(t, await bob.patch(path, { name: 'Ours' }), 404, 'not_found');
  await isCached(bob, path);
  const members = (await ada.get(`/teams/${team}/members`)).json.items;
  await ada.delete(`/teams/${team}/members/${members.find(({ role }: { role: string }) => role === 'member').id}`);
  isProblem(t, await bob.get(path), 404, 'not_found');
});

test.serial('a cached grant ends at its `until`', async (t) => {
  const { bob, path } = await granted({ until: new Date(service.clock.now() + 60_000).toISOString() });
  await isCached(bob, path);
  service.clock.advance(60_000);
  isProblem(t, await bob.get(path), 404, 'not_found');
});

test('grants are read each time from a moment on at which changes may have been missed', async (t) => {
  let reads = 0;
  const repository = { on: async () => [{ id: String(++reads) } as Grant] };
  const cache = new GrantCache(repository as unknown as GrantRepository, new StubDatabase() as Database);
  const read = async () => Number((await cache.on('bob', 'list'))[0]?.id);
  t.deepEqual([await read(), await read()], [1, 2]);
  cache.confirm(performance.now());
  t.deepEqual([await read(), await read()], [3, 3]);
  cache.confirm(performance.now() - MAX_UNCONFIRMED_MS);
  t.deepEqual([await read(), await read()], [4, 5]);
});

test('a look-up that a change overtakes is not kept', async (t) => {
  const answers: Array<(grants: Grant[]) => void> = [];
  const repository = { on: () => new Promise<Grant[]>((resolve) => answers.push(resolve)) };
  const cache = new GrantCache(repository as unknown as GrantRepository, new StubDatabase() as Database);
  cache.confirm(performance.now() + 60_000);
  const overtaken = cache.on('bob', 'list');
  cache.clear();
  answers[0]?.([{ id: 'old' } as Grant]);
  t.deepEqual(
    (await overtaken).map(({ id }) => id),
    ['old'],
  );
  const next = cache.on('bob', 'list');
  answers[1]?.([]);
  t.deepEqual(await next, []);
  t.deepEqual(cache.on('bob', 'list'), []);
});

for (const fault of faults.slice(0, 3))
  test(`nothing is confirmed during a ${fault.name}, so that a withdrawn grant ends`, async (t) => {
    const { connection, proxy, healthy } = await proxiedDatabase(t);
    const cache = new GrantCache(new GrantRepository(healthy), healthy);
    const runner = new GrantCacheRunner(cache, { connection } as Database);
    const confirmed: number[] = [];
    const confirm = cache.confirm.bind(cache);
    cache.confirm = (at) => {
      confirmed.push(at);
      confirm(at);
    };
    await runner.start();
    t.teardown(() => runner.stop());
    while (confirmed.length === 0) await wait(5);
    await fault.begin(proxy);
    const begun = performance.now();
    await wait(MAX_UNCONFIRMED_MS);
    t.true(Math.max(...confirmed) <= begun + 1, `${Math.max(...confirmed) - begun} ms`);
  });
