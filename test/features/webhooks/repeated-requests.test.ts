import test from 'ava';
import { serviceFor } from '../../support/service-for.js';
import { deliveryOf, endpointOf, webhookServiceFor } from '../../support/webhook-service.js';

const keyed = { headers: { 'idempotency-key': 'one' } };

test.serial('a repeated rotation with the same key returns the same secret and rotates once', async (t) => {
  const { signedIn, database } = await serviceFor(t, { env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
  const owner = await signedIn();
  const { id } = await endpointOf(owner, 'http://127.0.0.1:9/');
  const rotate = () => owner.post(`/webhooks/endpoints/${id}/rotate-secret`, undefined, keyed);
  const [first, again] = [await rotate(), await rotate()];
  t.deepEqual([first.status, again.status, again.headers.get('idempotency-replayed')], [200, 200, 'true']);
  t.is(again.text, first.text);
  t.regex(first.json.secret, /^whsec_/);
  const { rows } = await database.database.query<{ body: string; old: number }>(
    'select body, jsonb_array_length(old_secrets) as old from idempotency_keys, webhook_endpoints',
  );
  t.is(rows[0]?.old, 1);
  t.false(rows[0]?.body.includes('whsec_'), 'the answer is kept sealed');
});

test.serial('a repeated recovery or redelivery with the same key runs once', async (t) => {
  const { subscriber, happen, jobs, clock, receiver } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const { id } = await deliveryOf(owner, await happen());
  const redeliver = () => owner.post(`/webhooks/deliveries/${id}/redeliver`, undefined, keyed);
  t.is((await redeliver()).status, 202);
  await jobs.runDue();
  t.is((await redeliver()).headers.get('idempotency-replayed'), 'true');
  await jobs.runDue();
  t.is(receiver.received.length, 2);
  const since = new Date(clock.now() - 60_000).toISOString();
  const recover = () =>
    owner.post(`/webhooks/endpoints/${endpoint.id}/recover`, { since }, { headers: { 'idempotency-key': 'two' } });
  const [first, again] = [await recover(), await recover()];
  t.deepEqual([first.status, again.status, again.text], [202, 202, first.text]);
  t.is(jobs.sent.filter(({ name }) => name === 'webhooks.recover').length, 1);
});

test.serial('a repeated password reset with the same key returns the same working password', async (t) => {
  const { signedIn, client, database } = await serviceFor(t);
  const [operator, ada] = [await signedIn('operator', 'operator'), await signedIn()];
  const reset = () => operator.post(`/admin/users/${ada.accountId}/reset-password`, undefined, keyed);
  const [first, again] = [await reset(), await reset()];
  t.deepEqual([first.status, again.text, again.headers.get('idempotency-replayed')], [200, first.text, 'true']);
  const { temporaryPassword } = first.json;
  t.is((await client().post('/auth/login', { email: ada.email, password: temporaryPassword })).status, 200);
  const { rows } = await database.database.query<{ body: string }>('select body from idempotency_keys');
  t.false(rows[0]?.body.includes(temporaryPassword));
});
