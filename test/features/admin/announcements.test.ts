import 'reflect-metadata';
import test from 'ava';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/time/durations.js';
import { isProblem } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

type Account = TestClient & { accountId: string };

let service: TestService;
let operator: Account;
let ada: Account;
test.before(async () => {
  service = await startTestService();
  operator = await service.signedIn('operator', 'operator');
  ada = await service.signedIn();
});
test.after.always(() => service.close());

const at = (ms: number) => new Date(service.clock.now() + ms).toISOString();
const shown = async () =>
  (await ada.get('/users/me/announcements')).json.items as Array<{ id: string; text: string; severity: string }>;
const events = async () => {
  await service.settle();
  return (await ada.get('/timeline?type=announcement.published')).json.items as Array<{
    title: string;
    severity: number;
    data: { id: string };
  }>;
};

test.serial('every account sees an announcement in its period, and gets one event when it begins', async (t) => {
  const now = await operator.post('/admin/announcements', {
    text: 'Maintenance tonight.',
    severity: 'warning',
    to: at(10 * MINUTE_MS),
  });
  t.is(now.status, 201);
  t.is(now.headers.get('location'), `/api/v1/admin/announcements/${now.json.id}`);
  const later = await operator.post('/admin/announcements', { text: 'New feeds.', from: at(5 * MINUTE_MS) });
  t.deepEqual([later.json.severity, later.json.publishedAt, later.json.to], ['info', null, null]);
  t.deepEqual(
    (await shown()).map(({ text }) => text),
    ['Maintenance tonight.'],
  );
  t.like((await events())[0], { title: 'Announcement: Maintenance tonight.', severity: 3, data: { id: now.json.id } });
  service.clock.advance(5 * MINUTE_MS);
  await Promise.all([service.jobs.run('admin.publish-announcements'), service.jobs.run('admin.publish-announcements')]);
  t.deepEqual(
    (await shown()).map(({ text }) => text),
    ['New feeds.', 'Maintenance tonight.'],
  );
  t.is((await events()).length, 2);
  service.clock.advance(5 * MINUTE_MS);
  t.deepEqual(
    (await shown()).map(({ text }) => text),
    ['New feeds.'],
  );
  t.is((await operator.get('/admin/announcements')).json.items.length, 2, 'operators see those that have ended');
});

test.serial(
  'an announcement can be changed and deleted with its version, which is audited and causes no further event',
  async (t) => {
    const { json } = await operator.post('/admin/announcements', { text: 'Soon.', to: at(DAY_MS) });
    const path = `/admin/announcements/${json.id}`;
    const before = (await events()).length;
    isProblem(
      t,
      await operator.patch(path, { text: 'Now.' }, { headers: { 'If-Match': `"9:${json.id}"` } }),
      412,
      'precondition_failed',
    );
    t.like(
      (await operator.patch(path, { text: 'Now.', to: null }, { headers: { 'If-Match': `"1:${json.id}"` } })).json,
      {
        text: 'Now.',
        to: null,
        version: 2,
      },
    );
    t.is((await events()).length, before);
    t.deepEqual((await operator.patch(path, { to: at(-HOUR_MS) })).json.errors[0].pointer, '/to');
    t.is((await operator.delete(path)).status, 204);
    isProblem(t, await operator.get(path), 404, 'not_found');
    t.false((await shown()).some(({ id }) => id === json.id));
    for (const action of ['created', 'changed', 'deleted']) {
      const [entry] = (await operator.get(`/admin/audit?action=announcement.${action}&subject=${json.id}`)).json.items;
      t.is(entry?.actorId, operator.accountId, action);
    }
    t.regex(
      (await ada.post('/admin/announcements', { text: 'Mine.' })).json.detail,
      /^Only the role operator may do this/,
    );
  },
);

test.serial('at most 100 announcements are stored', async (t) => {
  const count = (await operator.get('/admin/announcements?limit=200')).json.items.length;
  const { database } = service.database;
  await database.query(
    `insert into announcements (id, text, severity, starts_at, published_at)
     select gen_random_uuid(), 'Old', 'info', now() - interval '1 day', now() from generate_series(1, $1)`,
    [99 - count],
  );
  const answers = await Promise.all([1, 2, 3].map(() => operator.post('/admin/announcements', { text: 'One more.' })));
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  t.is(answers.find(({ status }) => status === 409)?.json.code, 'quota_reached');
});
