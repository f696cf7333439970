import test from 'ava';
import { problemOf } from '../../support/is-problem.js';
import { MINUTE, serviceFor } from '../../support/service-for.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { endpointOf } from '../../support/webhook-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
});
test.after.always(() => service.close());

const url = 'http://127.0.0.1:9/hook';
const stored = async (id: string) =>
  (await service.database.database.query('select * from webhook_endpoints where id = $1', [id])).rows[0]!;

test.serial('the secret of an endpoint has 32 bytes, is returned on creation, and never again', async (t) => {
  const ada = await service.signedIn();
  const made = await ada.post('/webhooks/endpoints', { url, description: 'The bot' });
  t.is(made.status, 201);
  const { secret, ...shown } = made.json;
  t.regex(secret, /^whsec_/);
  t.is(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32);
  const read = await ada.get(`/webhooks/endpoints/${shown.id}`);
  t.deepEqual(read.json, shown);
  t.deepEqual(
    [shown.url, shown.description, shown.enabled, shown.failingSince, shown.version],
    [url, 'The bot', true, null, 1],
  );
  for (const answer of [
    read,
    await ada.get('/webhooks/endpoints'),
    await ada.patch(`/webhooks/endpoints/${shown.id}`, { description: '' }),
  ]) {
    t.false(answer.text.includes('whsec_'));
  }
});

test.serial('two endpoints have different secrets', async (t) => {
  const ada = await service.signedIn();
  t.not((await endpointOf(ada, url)).secret, (await endpointOf(ada, url)).secret);
});

test.serial('the secret is stored encrypted only, also for requests with an Idempotency-Key', async (t) => {
  const ada = await service.signedIn();
  const keyed = { headers: { 'idempotency-key': 'one' } };
  const made = await ada.post('/webhooks/endpoints', { url }, keyed);
  const again = await ada.post('/webhooks/endpoints', { url }, keyed);
  t.deepEqual([again.headers.get('idempotency-replayed'), again.json], ['true', made.json]);
  const rotated = await ada.post(`/webhooks/endpoints/${made.json.id}/rotate-secret`);
  const { rows } = await service.database.database.query<{ name: string }>(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
  );
  const parts = [made, rotated].flatMap(({ json }) => [json.secret.slice(6), json.secret.slice(6, 30)]);
  for (const { name } of rows) {
    const table = await service.database.database.query<{ row: string }>(`select t::text as row from ${name} t`);
    for (const { row } of table.rows) for (const part of parts) t.false(row.includes(part), name);
  }
  t.regex((await stored(made.json.id)).secret, /^sealed\./);
  for (const line of service.logged) for (const part of parts) t.false(line.includes(part));
});

for (const refused of [
  'http://10.0.0.1/hook',
  'https://192.168.1.1/hook',
  'https://127.0.0.2/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hook',
  'https://[fc00::1]/hook',
  'https://[::ffff:127.0.0.2]/hook',
  'https://user:pw@203.0.114.1/hook',
  'https://203.0.114.1:22/hook',
  'ftp://203.0.114.1/hook',
  'not a url',
]) {
  test.serial(`${refused} is a 422, on create and on update, and nothing is stored`, async (t) => {
    const ada = await service.signedIn();
    const { id } = await endpointOf(ada, url);
    for (const answer of [
      await ada.post('/webhooks/endpoints', { url: refused }),
      await ada.patch(`/webhooks/endpoints/${id}`, { url: refused }),
    ]) {
      t.deepEqual([answer.status, answer.json.code, answer.json.errors[0].pointer], [422, 'unprocessable', '/url']);
      t.regex(answer.json.detail, /\w+ .*\./);
    }
    const { json } = await ada.get('/webhooks/endpoints');
    t.deepEqual([json.items.length, json.items[0].url, json.items[0].version], [1, url, 1]);
  });
}

test.serial('in production plain http and this machine are also rejected', async (t) => {
  const production = await serviceFor(t, { env: { SVC_ENV: 'production', SVC_REGISTRATION: 'open' } });
  const ada = await production.signedIn();
  for (const refused of [
    'http://203.0.114.1/hook',
    'https://localhost/hook',
    'https://127.0.0.1/hook',
    'https://203.0.114.1:8443/hook',
  ])
    t.is(problemOf(await ada.post('/webhooks/endpoints', { url: refused })), '422 unprocessable', refused);
  t.is((await ada.post('/webhooks/endpoints', { url: 'https://203.0.114.1/hook' })).status, 201);
});

test.serial('an endpoint can be paused and enabled by its owner', async (t) => {
  const ada = await service.signedIn();
  const path = `/webhooks/endpoints/${(await endpointOf(ada, url)).id}`;
  const paused = await ada.patch(path, { enabled: false });
  t.deepEqual(
    [paused.json.enabled, paused.json.disabledReason, typeof paused.json.disabledAt],
    [false, 'paused', 'string'],
  );
  t.regex((await ada.post(`${path}/test`)).json.detail, /^The endpoint is disabled/);
  const enabled = await ada.post(`${path}/enable`);
  t.deepEqual(
    [enabled.status, enabled.json.enabled, enabled.json.disabledReason, enabled.json.disabledAt],
    [200, true, null, null],
  );
});

test.serial('one request that changes and pauses an endpoint increases the version by one', async (t) => {
  const ada = await service.signedIn();
  const path = `/webhooks/endpoints/${(await endpointOf(ada, url)).id}`;
  const paused = await ada.patch(path, { enabled: false, description: 'Resting' });
  t.deepEqual([paused.json.version, paused.json.description, paused.json.disabledReason], [2, 'Resting', 'paused']);
  const enabled = await ada.patch(path, { enabled: true, description: 'Awake' });
  t.deepEqual([enabled.json.version, enabled.json.description, enabled.json.disabledReason], [3, 'Awake', null]);
});

test.serial('deleting an endpoint deletes its subscriptions', async (t) => {
  const ada = await service.signedIn();
  const { id } = await endpointOf(ada, url);
  const { json } = await ada.post('/subscriptions', {
    name: 'All',
    eventTypes: ['*'],
    delivery: { channel: 'webhook', endpointId: id },
  });
  t.is((await ada.delete(`/webhooks/endpoints/${id}`)).status, 204);
  t.deepEqual(
    [(await ada.get(`/webhooks/endpoints/${id}`)).status, (await ada.get(`/subscriptions/${json.id}`)).status],
    [404, 404],
  );
});

test.serial('after many rotations the ten newest secrets sign', async (t) => {
  const ada = await service.signedIn();
  const { id } = await endpointOf(ada, url);
  for (let round = 0; round < 12; round += 1) await ada.post(`/webhooks/endpoints/${id}/rotate-secret`);
  t.is((await stored(id)).old_secrets.length, 9);
  service.clock.advance(MINUTE);
  await ada.post(`/webhooks/endpoints/${id}/rotate-secret?revokeOld=true`);
  t.is((await stored(id)).old_secrets.length, 0);
});

test.serial('an endpoint with many deliveries can be deleted', async (t) => {
  const { database } = service.database;
  const ada = await service.signedIn();
  const { id } = await endpointOf(ada, url);
  // Deletes take about a millisecond per row, so one statement for all rows would exceed the statement timeout.
  await database.query(`insert into events (id, type, audience, time, data, keys)
    select gen_random_uuid(), 'test.bulk', 'public', now(), '{}', '{}' from generate_series(1, 2500)`);
  await database.query(
    `insert into webhook_deliveries (id, endpoint_id, account_id, event_id, event_type, status, created_at)
    select gen_random_uuid(), $1, $2, id, type, 'delivered', now() from events where type = 'test.bulk'`,
    [id, ada.accountId],
  );
  await database.query(
    'create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.001); return old; end $$',
  );
  await database.query(
    'create trigger slowly before delete on webhook_deliveries for each row execute function slowly()',
  );
  t.is((await ada.delete(`/webhooks/endpoints/${id}`)).status, 204);
  await database.query('drop trigger slowly on webhook_deliveries');
  t.is(
    (await database.query<{ count: number }>('select count(*) from webhook_deliveries where endpoint_id = $1', [id]))
      .rows[0]?.count,
    0,
  );
});

test.serial(
  'test events are limited per endpoint and per account; beyond the limit the response is a 429 with Retry-After',
  async (t) => {
    const env = { SVC_OUTBOUND_ALLOW: '127.0.0.1', SVC_WEBHOOK_TEST_LIMIT: '3', SVC_WEBHOOK_ENDPOINT_TEST_LIMIT: '2' };
    const { signedIn, clock } = await serviceFor(t, { env });
    const [ada, bob] = [await signedIn(), await signedIn()];
    const [first, second, third, bobs] = [
      ...(await Promise.all(['a', 'b', 'c'].map((path) => endpointOf(ada, `http://127.0.0.1:9/${path}`)))),
      await endpointOf(bob, 'http://127.0.0.1:9/d'),
    ].map(({ id }) => `/webhooks/endpoints/${id}/test`) as [string, string, string, string];
    t.deepEqual([(await ada.post(first)).status, (await ada.post(first)).status], [202, 202]);
    const refused = await ada.post(first);
    t.deepEqual([refused.status, refused.json.code, refused.headers.get('retry-after')], [429, 'rate_limited', '60']);
    clock.advance(60_000);
    for (const path of [first, second, third]) t.is((await ada.post(path)).status, 202);
    t.is(problemOf(await ada.post(second)), '429 rate_limited', 'of the account');
    t.is((await bob.post(bobs)).status, 202);
  },
);
