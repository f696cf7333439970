import 'reflect-metadata';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { LostSecrets } from '../../../src/features/webhooks/lost-secrets.service.js';
import { webhookEndpointDisabled } from '../../../src/features/webhooks/webhooks.events.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { serviceFor } from '../../support/service-for.js';
import { SECRET } from '../../support/test-service.js';
import { endpointOf, isSignedBy, webhookServiceFor } from '../../support/webhook-service.js';

const data = (endpointId: string) => ({ endpointId, host: 'a.example', reason: 'gone' as const, failingSince: null });

test.serial(
  'the events of an account are delivered to its own endpoints only, whatever others subscribe to',
  async (t) => {
    const { subscriber, services, deliver, receiver } = await webhookServiceFor(t);
    const [ada, bob] = [await subscriber('/ada'), await subscriber('/bob')];
    await services
      .get(EventLog)
      .append(webhookEndpointDisabled, { data: data(ada.endpoint.id), ownerId: ada.owner.accountId });
    await deliver();
    t.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/ada'],
    );
    t.deepEqual((await bob.owner.get('/webhooks/deliveries')).json.items, []);
    t.false(isSignedBy(bob.endpoint.secret, receiver.received[0]!));
  },
);

test.serial('a recovery finds no events of another account', async (t) => {
  const { subscriber, services, deliver, receiver, jobs, clock } = await webhookServiceFor(t);
  const [ada, bob] = [await subscriber('/ada'), await subscriber('/bob')];
  const since = new Date(clock.now() - 60_000).toISOString();
  await services
    .get(EventLog)
    .append(webhookEndpointDisabled, { data: data(ada.endpoint.id), ownerId: ada.owner.accountId });
  await deliver();
  clock.advance(1_000);
  t.is((await bob.owner.post(`/webhooks/endpoints/${bob.endpoint.id}/recover`, { since })).status, 202);
  await jobs.runDue();
  t.is(receiver.received.filter(({ path }) => path === '/bob').length, 0);
});

test.serial('the deliveries of another account are not listed, even if its endpoint is named', async (t) => {
  const { subscriber, happen } = await webhookServiceFor(t);
  const [ada, bob] = [await subscriber('/ada'), await subscriber('/bob')];
  await happen();
  const { json } = await bob.owner.get(`/webhooks/deliveries?endpointId=${ada.endpoint.id}`);
  t.deepEqual(json.items, []);
  t.is((await ada.owner.get('/webhooks/deliveries')).json.items.length, 1);
});

test.serial(
  'after a change of the data secret endpoints still sign and are re-encrypted, so that the old data secret can be removed',
  async (t) => {
    const next = 'the next data secret of more than thirty-two bytes';
    const changed = await webhookServiceFor(t, { env: { SVC_DATA_SECRET: next, SVC_DATA_PREVIOUS_SECRETS: SECRET } });
    const { owner, endpoint } = await changed.subscriber();
    const rotated = (await owner.post(`/webhooks/endpoints/${endpoint.id}/rotate-secret`)).json;
    const place = `webhook endpoint ${endpoint.id}`;
    const [before, current] = [new SecretVault(SECRET), new SecretVault(next)];
    const old = JSON.stringify([
      { secret: before.seal(endpoint.secret, place), expiresAt: changed.clock.now() + 60_000 },
    ]);
    await changed.database.database.query('update webhook_endpoints set secret = $1, old_secrets = $2', [
      before.seal(rotated.secret, place),
      old,
    ]);
    await changed.happen('a');
    await changed.jobs.run('webhooks.reseal-secrets');
    await changed.happen('b');
    for (const received of changed.receiver.received) {
      t.deepEqual([isSignedBy(endpoint.secret, received), isSignedBy(rotated.secret, received)], [true, true]);
    }
    t.is(changed.receiver.received.length, 2);
    const { rows } = await changed.database.database.query(
      'select secret, old_secrets, version from webhook_endpoints',
    );
    t.is(current.open(rows[0]?.secret, place), rotated.secret);
    t.is(current.open(rows[0]?.old_secrets[0].secret, place), endpoint.secret);
    t.is(rows[0]?.version, rotated.version, 'nothing that its owner sees has changed');
  },
);

test.serial(
  'an expired secret that no data secret can decrypt prevents neither the start, nor signing, nor re-encryption',
  async (t) => {
    const next = 'the next data secret of more than thirty-two bytes';
    const changed = await webhookServiceFor(t, { env: { SVC_DATA_SECRET: next, SVC_DATA_PREVIOUS_SECRETS: SECRET } });
    const { endpoint } = await changed.subscriber();
    const place = `webhook endpoint ${endpoint.id}`;
    const lost = new SecretVault('a lost data secret of more than thirty-two bytes').seal(endpoint.secret, place);
    const store = (expiresAt: number) =>
      changed.database.database.query('update webhook_endpoints set secret = $1, old_secrets = $2', [
        new SecretVault(SECRET).seal(endpoint.secret, place),
        JSON.stringify([{ secret: lost, expiresAt }]),
      ]);
    const secrets = changed.services.get(LostSecrets);
    await store(changed.clock.now() + 1);
    await t.throwsAsync(secrets.refuse(), { message: /secrets of 1 webhook endpoint/ });

    await store(changed.clock.now());
    await t.notThrowsAsync(secrets.refuse());
    t.is(await secrets.discard(), 0);
    await changed.happen('a');
    t.true(isSignedBy(endpoint.secret, changed.receiver.received[0]!));
    await changed.jobs.run('webhooks.reseal-secrets');
    const { rows } = await changed.database.database.query('select secret, old_secrets from webhook_endpoints');
    t.is(new SecretVault(next).open(rows[0]?.secret, place), endpoint.secret);
    t.deepEqual(rows[0]?.old_secrets, []);
  },
);

test.serial('endpoints of one account are a 404 for another in every operation, and are not changed', async (t) => {
  const service = await serviceFor(t, { env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const made = await endpointOf(ada, 'http://127.0.0.1:9/');
  const path = `/webhooks/endpoints/${made.id}`;
  const since = new Date(service.clock.now() - 60_000).toISOString();
  const answers = [
    await bob.get(path),
    await bob.patch(path, { description: 'mine' }),
    await bob.delete(path),
    await bob.post(`${path}/rotate-secret`),
    await bob.post(`${path}/enable`),
    await bob.post(`${path}/test`),
    await bob.post(`${path}/recover`, { since }),
    await bob.get(`${path}/stats`),
  ];
  t.deepEqual(
    answers.map(({ status }) => status),
    Array(8).fill(404),
  );
  t.deepEqual((await bob.get('/webhooks/endpoints')).json.items, []);
  const { secret: _secret, ...shown } = made;
  t.deepEqual((await ada.get(path)).json, shown);
});
