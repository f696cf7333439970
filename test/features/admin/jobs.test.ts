import test from 'ava';
import { PgBossJobs } from '../../../src/jobs/pg-boss-jobs.js';
import { isProblem, problemOf } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const SWEEP = 'http.sweep-idempotency-keys';
const DELIVER = 'webhooks.deliver';

let service: TestService;
let operator: TestClient & { accountId: string };
let queue: PgBossJobs;
test.before(async () => {
  service = await startTestService();
  operator = await service.signedIn('operator', 'operator');
  const { database } = service.database;
  queue = new PgBossJobs(database, () => {});
  for (const job of service.jobs.registered) if ([SWEEP, DELIVER].includes(job.name)) queue.register(job);
});
test.after.always(async () => {
  await queue.stop(0);
  await service.close();
});

type Named = { name: string };
const named = async (path: string, name: string) =>
  (await operator.get(path)).json.items.find((one: Named) => one.name === name);
const audited = async (action: string) => (await operator.get(`/admin/audit?action=${action}`)).json.items;

test.serial('queues are empty before they are created', async (t) => {
  t.like(await named('/admin/queues', DELIVER), { queuedCount: 0, failedCount: 0, oldestDueSeconds: null });
  t.is((await operator.post(`/admin/queues/${DELIVER}/purge`)).json.count, 0);
});

test.serial('jobs are listed with their schedule, and queues with their runs', async (t) => {
  await queue.start({ work: false });
  t.like(await named('/admin/jobs', SWEEP), { type: 'periodic', everySeconds: 600, cron: null, lastCompletedAt: null });
  t.like(await named('/admin/jobs', DELIVER), { type: 'queued', everySeconds: null });
  await queue.sendMany(DELIVER, [{ data: {} }, { data: {} }, { data: {}, startAfterSeconds: 600 }]);
  t.like(await named('/admin/queues', DELIVER), { queuedCount: 3, dueCount: 2, activeCount: 0, failedCount: 0 });
});

test.serial('failed runs are queued again and waiting runs are deleted', async (t) => {
  const { database } = service.database;
  await database.query(
    `update jobs.job set state = 'failed', completed_on = now(), output = '{"message":"no answer"}' where name = $1 and start_after <= now()`,
    [DELIVER],
  );
  t.like(await named('/admin/queues', DELIVER), { queuedCount: 1, failedCount: 2 });
  t.like(await named('/admin/jobs', DELIVER), { lastError: 'no answer' });
  t.is((await operator.post(`/admin/queues/${DELIVER}/retry`)).json.count, 2);
  t.like(await named('/admin/queues', DELIVER), { queuedCount: 3, dueCount: 2, failedCount: 0 });
  t.is((await operator.post(`/admin/queues/${DELIVER}/purge`)).json.count, 3);
  t.like(await named('/admin/queues', DELIVER), { queuedCount: 0 });
  t.like((await audited('queue.retried'))[0], { subject: DELIVER, actorId: operator.accountId, detail: { runs: 2 } });
  t.like((await audited('queue.purged'))[0], { subject: DELIVER, detail: { runs: 3 } });
});

test.serial('single runs are listed with their errors, retried and deleted', async (t) => {
  const { database } = service.database;
  const account = operator.accountId;
  await queue.sendMany(DELIVER, [
    { data: { accountId: account } },
    { data: {}, group: 'endpoint', owner: account },
    { data: {} },
  ]);
  await database.query(
    `update jobs.job run set state = 'failed', retry_count = 2, completed_on = now(), output = '{"message":"refused"}',
       created_on = created_on - minutes * interval '1 minute'
     from (select id, row_number() over (order by id) as minutes from jobs.job where name = $1) as age
     where run.id = age.id and name = $1`,
    [DELIVER],
  );
  await queue.send(SWEEP, {});
  const failed = (await operator.get(`/admin/jobs/runs?status=failed&name=${DELIVER}`)).json.items;
  t.is(failed.length, 3);
  for (const run of failed) t.like(run, { name: DELIVER, status: 'failed', error: 'refused', attemptCount: 3 });
  t.deepEqual(
    failed.map(({ accountId }: { accountId: string | null }) => accountId).sort(),
    [account, account, null].sort(),
  );
  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json } = await operator.get(`/admin/jobs/runs?status=failed&limit=1${cursor && `&cursor=${cursor}`}`);
    pages.push(...json.items.map(({ id }: { id: string }) => id));
    cursor = json.nextCursor;
  }
  t.deepEqual(
    pages,
    failed.map(({ id }: { id: string }) => id),
  );
  const times = failed.map(({ createdAt }: { createdAt: string }) => createdAt);
  t.deepEqual(times, [...new Set(times)].toSorted().reverse(), 'the newest first');
  const ascending = (await operator.get('/admin/jobs/runs?status=failed&order=asc')).json.items;
  t.deepEqual(ascending.map(({ id }: { id: string }) => id).reverse(), pages);
  t.true((await operator.get('/admin/jobs/runs?status=queued')).json.items.some(({ name }: Named) => name === SWEEP));
  const [first, second, third] = pages;
  t.is((await operator.post(`/admin/jobs/runs/${first}/retry`)).status, 204);
  isProblem(t, await operator.post(`/admin/jobs/runs/${first}/retry`), 404, 'not_found');
  t.is((await operator.delete(`/admin/jobs/runs/${second}`)).status, 204);
  isProblem(t, await operator.delete(`/admin/jobs/runs/${second}`), 404, 'not_found');
  t.deepEqual(
    (await operator.get(`/admin/jobs/runs?status=failed,queued&name=${DELIVER}`)).json.items.map(
      ({ id, status }: { id: string; status: string }) => [id, status],
    ),
    [first, third].map((id) => [id, id === first ? 'queued' : 'failed']),
  );
  t.like((await audited('job_run.retried'))[0], { subject: first, actorId: account, detail: { job: DELIVER } });
  t.like((await audited('job_run.deleted'))[0], { subject: second, detail: { job: DELIVER } });
  await database.query(`update jobs.job set state = 'failed', completed_on = now() where name = $1`, [SWEEP]);
  const [periodic] = (await operator.get(`/admin/jobs/runs?name=${SWEEP}`)).json.items;
  t.is((await operator.post(`/admin/jobs/runs/${periodic.id}/retry`)).json.code, 'conflict');
  t.is((await operator.get(`/admin/jobs/runs?name=${SWEEP}`)).json.items[0].status, 'failed');
  await database.query('delete from jobs.job');
});

test.serial('a periodic job can be run on request; only one run waits in its queue', async (t) => {
  const { status, json } = await operator.post(`/admin/jobs/${SWEEP}/run`);
  t.is(status, 202);
  t.is(json.name, SWEEP);
  t.deepEqual(service.jobs.sent.at(-1), { name: SWEEP, data: {} });
  t.like((await audited('job.run_requested'))[0], { subject: SWEEP, actorId: operator.accountId });
  await queue.send(SWEEP, {});
  await queue.send(SWEEP, {});
  t.like(await named('/admin/queues', SWEEP), { queuedCount: 1 });
});

test.serial('an unknown job is a 404, and a request that does not fit the kind of job is a 409', async (t) => {
  for (const path of ['jobs/no.such/run', 'queues/no.such/retry', 'queues/no.such/purge'])
    t.is(problemOf(await operator.post(`/admin/${path}`)), '404 not_found', path);
  for (const path of [`jobs/${DELIVER}/run`, `queues/${SWEEP}/retry`])
    t.is((await operator.post(`/admin/${path}`)).json.code, 'conflict', path);
});

test.serial('operators list the personal keys of an account and revoke one', async (t) => {
  const [ada, bob] = [await service.signedIn('ada'), await service.signedIn('bob')];
  const make = async (name: string) =>
    (await ada.post('/auth/keys', { name, scopes: ['users:read'] })).json as { id: string; key: string };
  const [first, second] = [await make('first'), await make('second')];
  const path = `/admin/users/${ada.accountId}/keys`;
  const { json, text } = await operator.get(path);
  t.deepEqual(
    json.items.map(({ id }: { id: string }) => id),
    [first.id, second.id],
  );
  t.false(text.includes(first.key));
  const { accessToken } = (await service.client().post('/auth/token', { key: first.key })).json;
  t.is((await service.client().get('/users/me', { token: accessToken })).status, 200);
  isProblem(t, await operator.delete(`/admin/users/${bob.accountId}/keys/${first.id}`), 404, 'not_found');
  t.is((await operator.delete(`${path}/${first.id}`)).status, 204);
  isProblem(t, await service.client().get('/users/me', { token: accessToken }), 401, 'invalid_token');
  isProblem(t, await operator.delete(`${path}/${first.id}`), 404, 'not_found');
  t.deepEqual(
    (await operator.get(path)).json.items.map(({ id }: { id: string }) => id),
    [second.id],
  );
  t.like((await audited('key.revoked'))[0], {
    subject: first.id,
    actorId: operator.accountId,
    detail: { accountId: ada.accountId, name: 'first' },
  });
  t.like((await audited('user.keys_listed')).at(-1), { subject: ada.accountId });
});
