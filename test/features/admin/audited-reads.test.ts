import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import { operationsOf } from '../../support/scorecard.js';
import { serviceFor } from '../../support/service-for.js';
import { endpointOf } from '../../support/webhook-service.js';

test.serial(
  'reads of accounts by operators, exports, and changes of webhook URLs and secrets are in the audit log',
  async (t) => {
    const { signedIn } = await serviceFor(t, { env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
    const [operator, ada] = [await signedIn('operator', 'operator'), await signedIn()];
    const entries = async (action: string) => (await operator.get(`/admin/audit?action=${action}`)).json.items;
    await operator.get(`/admin/users/${ada.accountId}`);
    await operator.get('/admin/users?role=user');
    await ada.get('/users/me/export');
    const { id } = await endpointOf(ada, 'http://127.0.0.1:9/secret-path');
    await ada.patch(`/webhooks/endpoints/${id}`, { description: 'no new URL' });
    await ada.patch(`/webhooks/endpoints/${id}`, { url: 'http://127.0.0.1:10/other-path' });
    await ada.post(`/webhooks/endpoints/${id}/rotate-secret?revokeOld=true`);
    const by = { operator: operator.accountId, ada: ada.accountId };
    for (const [action, actorId, subject, detail] of [
      ['user.read', by.operator, ada.accountId, {}],
      ['users.listed', by.operator, null, { role: 'user' }],
      ['user.exported', by.ada, ada.accountId, {}],
      ['webhook_endpoint.url_changed', by.ada, id, { from: '127.0.0.1:9', to: '127.0.0.1:10' }],
      ['webhook_endpoint.secret_rotated', by.ada, id, { revokeOld: true }],
    ] as const) {
      const [entry, ...others] = await entries(action);
      t.deepEqual(
        [entry?.actorId, entry?.subject, entry?.detail, others.length],
        [actorId, subject, detail, 0],
        action,
      );
      t.truthy(entry?.address, action);
      t.truthy(entry?.requestId, action);
    }
  },
);

test.serial('a read that finds no account leaves no entry', async (t) => {
  const { signedIn } = await serviceFor(t);
  const operator = await signedIn('operator', 'operator');
  isProblem(t, await operator.get('/admin/users/019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e'), 404, 'not_found');
  t.deepEqual((await operator.get('/admin/audit?action=user.read')).json.items, []);
});

test.serial('the reason of a read is in the audit log, and an installation can require it', async (t) => {
  const free = await serviceFor(t);
  const [operator, ada] = [await free.signedIn('operator', 'operator'), await free.signedIn()];
  const reason = encodeURIComponent('Ticket 4711');
  for (const path of [
    `/admin/users/${ada.accountId}`,
    '/admin/users',
    `/admin/users/${ada.accountId}/keys`,
    `/admin/users/${ada.accountId}/usage`,
  ])
    t.is((await operator.get(`${path}?reason=${reason}`)).status, 200, path);
  for (const action of ['user.read', 'users.listed', 'user.keys_listed', 'user.usage_read'])
    t.like(
      (await operator.get(`/admin/audit?action=${action}`)).json.items[0].detail,
      { reason: 'Ticket 4711' },
      action,
    );
  const strict = await serviceFor(t, { env: { SVC_ADMIN_READ_REASON: 'required' } });
  const [chief, bob] = [await strict.signedIn('operator', 'operator'), await strict.signedIn()];
  for (const path of [
    `/admin/users/${bob.accountId}`,
    '/admin/users',
    `/admin/users/${bob.accountId}/keys`,
    `/admin/users/${bob.accountId}/usage`,
  ]) {
    const refused = await chief.get(path);
    t.like(refused.json, { status: 400, errors: [{ in: 'query', name: 'reason' }] }, path);
    t.is((await chief.get(`${path}?reason=${reason}`)).status, 200, path);
  }
  t.is((await chief.get(`/admin/audit?action=user.read&reason=${reason}`)).json.items.length, 1);
});

/**
 * Parameters and fields by which an operation of operators shows that it reads data of other accounts: their ids, or
 * records of what they did.
 */
const OF_ACCOUNTS = /"(?:accountId|actorId|email)"/;
/** Reads whose `accountId` or `email` is the operator's own, or whose subject is the installation. */
const OF_THE_INSTALLATION = ['/admin/announcements', '/admin/settings'];

test.serial(
  'every read of other accounts’ data needs a reason where one is required, and is recorded with it',
  async (t) => {
    const { signedIn, app } = await serviceFor(t, { env: { SVC_ADMIN_READ_REASON: 'required' } });
    const [operator, ada] = [await signedIn('operator', 'operator'), await signedIn()];
    const document = app.document as unknown as { components: { schemas: Record<string, unknown> } };
    const resolved = (node: unknown, depth = 0): string =>
      JSON.stringify(node).replace(/\{"\$ref":"#\/components\/schemas\/([^"]+)"\}/g, (_found, name: string) =>
        depth > 4 ? '{}' : resolved(document.components.schemas[name], depth + 1),
      );
    const reads = operationsOf(app.document).filter(
      ({ method, path, operation }) =>
        method === 'get' &&
        path.startsWith('/api/v1/admin/') &&
        !OF_THE_INSTALLATION.some((own) => path.startsWith(`/api/v1${own}`)) &&
        OF_ACCOUNTS.test(resolved([operation.parameters ?? [], operation.responses['200']])),
    );
    const paths = reads.map(({ path }) => path.slice('/api/v1'.length));
    for (const path of [
      '/admin/users',
      '/admin/users/{id}',
      '/admin/usage',
      '/admin/webhooks/endpoints',
      '/admin/webhooks/deliveries',
      '/admin/jobs/runs',
      '/admin/audit',
      '/admin/audit/export',
    ])
      t.true(paths.includes(path), path);
    let recorded = 0;
    for (const path of paths) {
      const own = path.replace('{id}', ada.accountId);
      const refused = await operator.get(own);
      t.like(refused.json, { status: 400, errors: [{ in: 'query', name: 'reason' }] }, path);
      t.is((await operator.get(`${own}?reason=Ticket%204711`)).status, 200, path);
      recorded += 1;
      const { items } = (await operator.get('/admin/audit?reason=check&limit=200')).json;
      const withReason = items.filter(({ detail }: { detail: { reason?: string } }) => detail.reason === 'Ticket 4711');
      t.is(withReason.length, recorded, path);
    }
  },
);
