import 'reflect-metadata';
import test from 'ava';
import { LostSecrets } from '../../../src/features/webhooks/lost-secrets.service.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import type { Json } from '../../support/test-client.js';
import { SECRET } from '../../support/test-service.js';
import { deliveryOf, isSignedBy, webhookServiceFor } from '../../support/webhook-service.js';

const token = { name: 'Authorization', value: 'Bearer very-secret-token' };

test('deliveries have the own headers of their endpoint beside the signature', async (t) => {
  const { subscriber, happen, receiver } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const path = `/webhooks/endpoints/${endpoint.id}`;
  const headers = [token, { name: 'X-Team', value: 'desk = 1; "a"' }];
  t.deepEqual((await owner.patch(path, { headers })).json.headerNames, ['Authorization', 'X-Team']);
  await happen();
  const received = receiver.received[0]!;
  t.deepEqual([received.headers.authorization, received.headers['x-team']], [token.value, 'desk = 1; "a"']);
  t.true(isSignedBy(endpoint.secret, received));
  t.is(received.headers['content-type'], 'application/cloudevents+json');
  t.deepEqual((await owner.patch(path, { headers: [] })).json.headerNames, []);
  await happen('b');
  t.is(receiver.received[1]?.headers.authorization, undefined);
});

test('messages to chats and test events have the own headers too', async (t) => {
  const { signedIn, receiver, deliver } = await webhookServiceFor(t);
  const owner = await signedIn();
  const { json } = await owner.post('/webhooks/endpoints', {
    url: `${receiver.url}/x`,
    format: 'slack',
    headers: [token],
  });
  await owner.post(`/webhooks/endpoints/${json.id}/test`);
  await deliver();
  t.deepEqual(receiver.received[0]?.headers.authorization, token.value);
  t.is(receiver.received[0]?.headers['content-type'], 'application/json');
});

test('values are stored encrypted only, and are in no response, export, audit entry or log line', async (t) => {
  const service = await webhookServiceFor(t);
  const { owner, endpoint } = await service.subscriber();
  const path = `/webhooks/endpoints/${endpoint.id}`;
  const keyed = { headers: { 'idempotency-key': 'one' } };
  const answers = [
    await owner.post('/webhooks/endpoints', { url: `${service.receiver.url}/b`, headers: [token] }, keyed),
    await owner.patch(path, { headers: [token] }),
    await owner.get(path),
    await owner.get('/webhooks/endpoints'),
    await owner.get('/users/me/export'),
    await owner.patch(path, { headers: [token, { name: 'X-A', value: `${token.value}\r\nX-B: 1` }] }),
    await owner.patch(path, { headers: [token, token] }),
  ];
  for (const { text } of answers) t.false(text.includes('very-secret'), text);
  await service.happen();
  const { rows } = await service.database.database.query<{ name: string }>(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
  );
  for (const { name } of rows) {
    const table = await service.database.database.query<{ row: string }>(`select t::text as row from ${name} t`);
    for (const { row } of table.rows) t.false(row.includes('very-secret'), name);
  }
  for (const line of service.logged) t.false(line.includes('very-secret'));
  const { rows: audited } = await service.database.database.query(
    "select detail from audit_entries where action = 'webhook_endpoint.headers_changed'",
  );
  t.deepEqual(audited, [{ detail: { names: ['Authorization'] } }]);
});

for (const [name, value] of [
  ['X-A', 'a\r\nX-B: b'],
  ['X-A', 'a\nb'],
  ['X-A', 'a\u0000b'],
  ['X-A', ' a'],
  ['X-A', 'a '],
  ['X-A', ''],
  ['X-A', 'é'],
  ['X-A', 'x'.repeat(1_001)],
  ['X A', 'a'],
  ['X-A:', 'a'],
  ['X-A\r\n', 'a'],
  ['', 'a'],
  ['x'.repeat(101), 'a'],
] as const)
  test(`the header ${JSON.stringify([name.slice(0, 9), value.slice(0, 9)])} is a 400`, async (t) => {
    const { signedIn, receiver } = await webhookServiceFor(t);
    const owner = await signedIn();
    const { status } = await owner.post('/webhooks/endpoints', {
      url: `${receiver.url}/`,
      headers: [{ name, value }],
    });
    t.is(status, 400);
    t.is((await owner.get('/webhooks/endpoints')).json.items.length, 0);
  });

test('names of the connection, the content and signatures, and repeated names, are a 422', async (t) => {
  const { signedIn, receiver } = await webhookServiceFor(t);
  const owner = await signedIn();
  const rejected = [
    ...['Host', 'Connection', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade', 'Expect', 'User-Agent'],
    ...['Content-Length', 'Content-Type', 'Content-Digest', 'Proxy-Authorization', 'Proxy-Connection'],
    ...['webhook-id', 'Webhook-Timestamp', 'WEBHOOK-SIGNATURE', 'svix-id', 'Signature-Input', 'X-Hub-Signature-256'],
  ];
  for (const name of rejected) {
    const headers = [
      { name: 'X-First', value: 'a' },
      { name, value: 'a' },
    ];
    const { status, json } = await owner.post('/webhooks/endpoints', { url: `${receiver.url}/`, headers });
    t.deepEqual([status, json.errors?.[0].pointer], [422, '/headers/1/name'], name);
  }
  const twice = [token, { name: 'authorization', value: 'b' }];
  const { json } = await owner.post('/webhooks/endpoints', { url: `${receiver.url}/`, headers: twice });
  t.is(json.errors[0].detail, 'is the name of an earlier header');
});

test('an endpoint has at most 10 headers of at most 1,000 characters; otherwise 400', async (t) => {
  const { subscriber, happen, receiver } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const some = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `X-${index}`.padEnd(100, 'n'), value: 'v'.repeat(1_000) }));
  const path = `/webhooks/endpoints/${endpoint.id}`;
  t.is((await owner.patch(path, { headers: some(11) })).status, 400);
  t.is((await owner.patch(path, { headers: some(10) })).json.headerNames.length, 10);
  await happen();
  t.is(Object.values(receiver.received[0]?.headers as Json).filter((value) => value === 'v'.repeat(1_000)).length, 10);
});

test('headers are not sent to another host unless they are sent again with its URL', async (t) => {
  const { subscriber, receiver } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const path = `/webhooks/endpoints/${endpoint.id}`;
  await owner.patch(path, { headers: [token] });
  t.is((await owner.patch(path, { url: `${receiver.url}/other-path` })).status, 200);
  const elsewhere = 'http://127.0.0.1:9/hook';
  const { status, json } = await owner.patch(path, { url: elsewhere });
  t.deepEqual([status, json.errors[0].pointer], [422, '/headers']);
  t.is((await owner.patch(path, { url: elsewhere, headers: [] })).json.url, elsewhere);
  t.is((await owner.patch(path, { url: receiver.url })).status, 200, 'there are no headers to protect');
});

test('headers are encrypted again with a new data secret, and prevent the start when they cannot be read', async (t) => {
  const next = 'the next data secret of more than thirty-two bytes';
  const service = await webhookServiceFor(t, { env: { SVC_DATA_SECRET: next, SVC_DATA_PREVIOUS_SECRETS: SECRET } });
  const { owner, endpoint } = await service.subscriber();
  const place = `webhook endpoint ${endpoint.id} header X-Key`;
  const store = (secret: string) =>
    service.database.database.query('update webhook_endpoints set headers = $1', [
      JSON.stringify([{ name: 'X-Key', value: new SecretVault(secret).seal('opened', place) }]),
    ]);
  await store(SECRET);
  await service.jobs.run('webhooks.reseal-secrets');
  const { rows } = await service.database.database.query('select headers from webhook_endpoints');
  t.is(new SecretVault(next).open(rows[0]?.headers[0].value, place), 'opened');
  await service.happen();
  t.is(service.receiver.received[0]?.headers['x-key'], 'opened');

  await store('a lost data secret of more than thirty-two bytes');
  await t.throwsAsync(service.services.get(LostSecrets).refuse(), { message: /secrets of 1 webhook endpoint/ });
  t.is((await deliveryOf(owner, await service.happen('b'))).attempts[0].error, 'secret_lost');
  t.is(await service.services.get(LostSecrets).discard(), 1);
  const { json } = await owner.get(`/webhooks/endpoints/${endpoint.id}`);
  t.deepEqual([json.disabledReason, json.headerNames], ['secret_lost', []]);
});
