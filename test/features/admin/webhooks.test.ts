import 'reflect-metadata';
import test from 'ava';
import { uuidV7 } from '../../../src/time/uuid-v7.js';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import { endpointOf } from '../../support/webhook-service.js';

test('operators see the endpoints and deliveries of all accounts, without secrets, and disable an endpoint', async (t) => {
  const service = await serviceFor(t, { env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
  const { database } = service.database;
  const [chief, ada, bob] = [
    await service.signedIn('chief', 'operator'),
    await service.signedIn('ada'),
    await service.signedIn('bob'),
  ];
  const url = 'http://127.0.0.1:9/services/T000/secret-path';
  const [good, failing] = [await endpointOf(ada, url), await endpointOf(bob, url)];
  await database.query(`update webhook_endpoints set failing_since = now() where id = $1`, [failing.id]);
  const deliver = async (endpointId: string, accountId: string, status: string) => {
    const id = uuidV7();
    await database.query(
      `insert into webhook_deliveries (id, endpoint_id, account_id, event_id, event_type, status, created_at) values ($1, $2, $3, $4, 'webhook.test', $5, now())`,
      [id, endpointId, accountId, uuidV7(), status],
    );
    return id;
  };
  const [delivered, , waiting] = [
    await deliver(good.id, ada.accountId, 'delivered'),
    await deliver(failing.id, bob.accountId, 'failed'),
    await deliver(failing.id, bob.accountId, 'pending'),
  ];
  const endpoints = await chief.get('/admin/webhooks/endpoints');
  t.false(endpoints.text.includes('secret-path'));
  t.like(endpoints.json.items, [
    { id: good.id, accountId: ada.accountId, host: '127.0.0.1:9', state: 'ok', pendingCount: 0, oldestPendingAt: null },
    { id: failing.id, accountId: bob.accountId, state: 'failing', pendingCount: 1 },
  ]);
  t.is(endpoints.json.items.length, 2);
  t.is((await chief.get('/admin/webhooks/endpoints?state=failing,disabled')).json.items.length, 1);
  t.is((await chief.get(`/admin/webhooks/endpoints?accountId=${ada.accountId}`)).json.items[0].id, good.id);
  const listed = async (query: string) =>
    (await chief.get(`/admin/webhooks/deliveries${query}`)).json.items.map(({ id }: { id: string }) => id);
  t.is((await listed('')).length, 3);
  t.deepEqual(await listed('?status=pending'), [waiting]);
  t.deepEqual(await listed(`?accountId=${ada.accountId}`), [delivered]);
  t.is((await listed(`?endpointId=${failing.id}&order=asc`)).at(-1), waiting);
  t.is((await chief.post(`/admin/webhooks/endpoints/${failing.id}/disable`)).status, 204);
  t.is((await chief.post(`/admin/webhooks/endpoints/${failing.id}/disable`)).status, 204);
  t.like((await bob.get(`/webhooks/endpoints/${failing.id}`)).json, { enabled: false, disabledReason: 'paused' });
  t.like((await chief.get('/admin/webhooks/endpoints?state=disabled')).json.items[0], {
    id: failing.id,
    pendingCount: 0,
  });
  t.deepEqual(await listed('?status=pending'), []);
  const audited = (await chief.get('/admin/audit?action=webhook_endpoint.disabled')).json.items;
  t.deepEqual(
    audited.map(({ subject, detail }: { subject: string; detail: object }) => [subject, detail]),
    [[failing.id, { accountId: bob.accountId }]],
  );
  isProblem(t, await chief.post(`/admin/webhooks/endpoints/${uuidV7()}/disable`), 404, 'not_found');
  t.is((await bob.post(`/webhooks/endpoints/${failing.id}/enable`)).status, 200);
  t.regex((await ada.get('/admin/webhooks/endpoints')).json.detail, /^Only the role operator may do this/);
});
