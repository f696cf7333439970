import 'reflect-metadata';
import test from 'ava';
import { UsageRunner } from '../../../src/accounts/usage.runner.js';
import { UsageMeter } from '../../../src/http/usage-meter.js';
import { DAY_MS, HOUR_MS } from '../../../src/time/durations.js';
import { uuidV7 } from '../../../src/time/uuid-v7.js';
import { isProblem } from '../../support/is-problem.js';
import { PASSWORD, startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

test.serial(
  'requests, rejections, streams, tokens and attempts are counted by account and hour, sorted, paged and deleted after their retention',
  async (t) => {
    const { services, clock, database, jobs } = service;
    const write = () => services.get(UsageRunner).write();
    const meter = services.get(UsageMeter);
    const operator = await service.signedIn('operator', 'operator');
    const [ada, bob] = [await service.signedIn(), await service.signedIn()];
    await database.database.query('update accounts set rate_ceiling = 3 where id = $1', [bob.accountId]);
    await bob.signIn(bob.email, PASSWORD);
    for (let count = 0; count < 4; count += 1) await ada.get('/users/me');
    for (let count = 0; count < 5; count += 1) await bob.get('/users/me');
    meter.count(ada.accountId, 'aiTokens', 4_000_000_000);
    meter.count(bob.accountId, 'webhookAttempts', 2);
    meter.count(uuidV7(), 'requests');
    await write();
    const list = async (query = '') => (await operator.get(`/admin/usage${query}`)).json;
    const { items, totals } = await list();
    t.deepEqual(
      items.map(({ accountId, requestCount }: { accountId: string; requestCount: number }) => [
        accountId,
        requestCount,
      ]),
      [
        [bob.accountId, 5],
        [ada.accountId, 4],
      ],
    );
    t.like(items[0], { email: bob.email, rejectedRequestCount: 2, webhookAttemptCount: 2, aiTokenCount: 0 });
    t.deepEqual(totals, {
      requestCount: 9,
      rejectedRequestCount: 2,
      streamCount: 0,
      aiTokenCount: 4_000_000_000,
      webhookAttemptCount: 2,
    });
    const first = await list('?sort=aiTokenCount&limit=1');
    t.is(first.items[0].accountId, ada.accountId);
    const second = await list(`?sort=aiTokenCount&limit=1&cursor=${first.nextCursor}`);
    t.is(second.items[0].aiTokenCount, 0);

    const { lastDay } = (await ada.get('/users/me/usage')).json;
    t.like(lastDay, { requestCount: 4, aiTokenCount: 4_000_000_000 });
    const archive = (await ada.get('/users/me/export')).json;
    t.is(archive.usage[0].requestCount, 4);
    const start = new Date(clock.now() - 3 * HOUR_MS).toISOString();
    t.deepEqual((await list(`?from=${start}&to=${new Date(clock.now() - 2 * HOUR_MS).toISOString()}`)).items, []);
    t.is(
      (await operator.get(`/admin/usage?from=${new Date(clock.now() + DAY_MS).toISOString()}`)).json.errors[0].name,
      'from',
    );
    t.regex((await ada.get('/admin/usage')).json.detail, /^Only the role operator may do this/);
    t.is((await operator.get('/admin/audit?action=usage.listed')).json.items.length, 4);

    clock.advance(36 * DAY_MS);
    await jobs.run('admin.forget-old-usage');
    const { rows } = await database.database.query<{ count: number }>('select count(*) from account_usage');
    t.is(rows[0]?.count, 0);
  },
);

test.serial('counts that cannot be written are written with the next ones', async (t) => {
  const { services, database } = service;
  const meter = services.get(UsageMeter);
  meter.take();
  const ada = await service.signedIn();
  meter.count(ada.accountId, 'streams', 3);
  await database.database.query('alter table account_usage rename to account_usage_away');
  await services.get(UsageRunner).write();
  await database.database.query('alter table account_usage_away rename to account_usage');
  await services.get(UsageRunner).write();
  const { rows } = await database.database.query<{ streams: number }>(
    'select streams from account_usage where account_id = $1',
    [ada.accountId],
  );
  t.is(rows[0]?.streams, 3);
  t.is(meter.take().size, 0);
});

test.serial("operators read an account's usage of each limit, and its owner the same", async (t) => {
  const operator = await service.signedIn('second-operator', 'operator');
  const ada = await service.signedIn();
  t.is((await ada.post('/markets/watchlists', { name: 'One', symbols: [] })).status, 201);
  t.is((await ada.post('/timeline/notes', { title: 'One', severity: 1 })).status, 201);
  const path = `/admin/users/${ada.accountId}`;
  const { json } = await operator.get(`${path}/usage`);
  t.like(json, { accountId: ada.accountId, rateLimit: { windowSeconds: 60 }, sessions: { active: 1, limit: 20 } });
  const of = (name: string) => json.resources.find((one: { name: string }) => one.name === name);
  t.like(of('watchlists'), { used: 1 });
  t.like(of('timeline_notes'), { used: 1 });
  t.like(of('alert_silences'), { used: 0, limit: 100 });
  t.like(of('ai_threads'), { used: 0 });
  const names = json.resources.map(({ name }: { name: string }) => name);
  t.deepEqual(names, [...new Set(names)].sort());
  t.deepEqual((await ada.get('/users/me/usage')).json.resources, json.resources);
  const { headers } = await operator.get(path);
  await operator.patch(path, { rateCeiling: 77 }, { headers: { 'if-match': headers.get('etag') as string } });
  t.is((await operator.get(`${path}/usage`)).json.rateLimit.limit, 77);
  isProblem(t, await operator.get('/admin/users/019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e/usage'), 404, 'not_found');
  isProblem(t, await ada.get(`${path}/usage`), 403, 'forbidden');
});
