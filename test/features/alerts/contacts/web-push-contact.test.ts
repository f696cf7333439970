import 'reflect-metadata';
import test from 'ava';
import { VapidKeyRepository } from '../../../../src/features/alerts/web-push/vapid-key.repository.js';
import { VapidKeyStore } from '../../../../src/features/alerts/web-push/vapid-keys.service.js';
import { payloadOf } from '../../../../src/features/alerts/web-push/web-push.service.js';
import { SecretVault } from '../../../../src/secrets/secret-vault.js';
import { policyScene } from '../../../support/policy-scene.js';
import { decrypted, subscribed, verified } from '../../../support/push-service.js';
import { replyWith } from '../../../support/receiver.js';
import { serviceFor } from '../../../support/service-for.js';

test('a browser receives the messages of a policy, encrypted for it and signed by the service', async (t) => {
  const { contact, policy, price, ada, service, alert } = await policyScene(t);
  const { url } = service.receiver;
  const subscription = subscribed(`${url}/push/1?token=hidden-1`);
  service.receiver.reply(replyWith(201));
  const id = await contact('Firefox', subscription.delivery);
  const shown = await ada.get(`/alerts/contacts/${id}`);
  t.like(shown.json, { channel: 'webPush', address: `a browser at ${new URL(url).host}`, disabledReason: null });
  t.notRegex(shown.text, /hidden-1/);
  await policy({ steps: [{ contactIds: [id] }] });
  await price(110);
  const [received] = service.receiver.received;
  t.is(received?.path, '/push/1?token=hidden-1');
  t.like(received?.headers, { 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' });
  t.regex(String(received?.headers.topic), /^[\w-]{1,32}$/);
  const { claims, publicKey } = verified(received!, service.clock.now());
  t.deepEqual(Object.keys(claims).sort(), ['aud', 'exp']);
  t.is(claims.aud, url);
  const hours = ((claims.exp as number) - service.clock.now() / 1_000) / 3_600;
  t.true(hours > 11.9 && hours <= 12, `${hours}`);
  t.is((await ada.get('/alerts/web-push-key')).json.publicKey, publicKey);
  const message = JSON.parse(decrypted(received!.body, subscription));
  const alertId = (await alert()).id;
  t.like(message, { kind: 'firing', alertId, severity: 'warning', title: 'Apple' });
  t.true(message.url.endsWith(`/#alert=${alertId}`));
});

for (const status of [404, 410])
  test(`a push service that responds with ${status} disables the contact, until it has another subscription`, async (t) => {
    const { contact, ada, service, notifications } = await policyScene(t);
    const id = await contact('Firefox', subscribed(`${service.receiver.url}/gone`).delivery);
    service.receiver.reply(replyWith(status), '/gone');
    const test = async () => {
      await ada.post(`/alerts/contacts/${id}/test`);
      await service.deliver();
      return (await notifications()).at(-1);
    };
    t.like(await test(), { status: 'failed', attemptCount: 1 });
    const reason = `The browser is no longer subscribed (the push service responded with ${status}).`;
    t.like((await ada.get(`/alerts/contacts/${id}`)).json, { disabledReason: reason, version: 2 });
    t.like(await test(), { status: 'failed', error: reason });
    t.is(service.receiver.received.length, 1);
    const { rows } = await service.database.database.query<{ action: string }>(
      `select action from audit_entries where subject = $1 order by sequence desc limit 1`,
      [id],
    );
    t.is(rows[0]?.action, 'alert_contact.disabled');
    const { delivery } = subscribed(`${service.receiver.url}/back`);
    t.is((await ada.patch(`/alerts/contacts/${id}`, { name: 'Other' })).json.disabledReason, reason);
    t.is((await ada.patch(`/alerts/contacts/${id}`, { delivery })).json.disabledReason, null);
    t.like(await test(), { status: 'sent' });
  });

test('a push service that fails is called again, and one that rejects the message is not', async (t) => {
  const { contact, ada, service, notifications, pass } = await policyScene(t);
  for (const [path, status] of [
    ['/down', 503],
    ['/slow', 429],
    ['/large', 413],
  ] as const) {
    service.receiver.reply(replyWith(status), path);
    const id = await contact(path, subscribed(service.receiver.url + path).delivery);
    await ada.post(`/alerts/contacts/${id}/test`);
  }
  await service.deliver();
  const results = async () =>
    Object.fromEntries((await notifications()).map(({ contactName, status, error }) => [contactName, [status, error]]));
  t.deepEqual(await results(), {
    '/down': ['pending', 'The push service responded with 503.'],
    '/slow': ['pending', 'The push service responded with 429.'],
    '/large': ['failed', 'The push service responded with 413.'],
  });
  for (const path of ['/down', '/slow']) service.receiver.reply(replyWith(201), path);
  await pass(1);
  t.deepEqual((await results())['/down'], ['sent', null]);
});

test('a subscription with a private address, or with keys of another form, is rejected', async (t) => {
  const { ada, service } = await policyScene(t);
  const { delivery } = subscribed(`${service.receiver.url}/push`);
  const answer = async (fields: object) => {
    const { status, json } = await ada.post('/alerts/contacts', { name: 'B', delivery: { ...delivery, ...fields } });
    return `${status} ${json.errors?.[0]?.pointer ?? ''}`;
  };
  t.is(await answer({}), '201 ');
  for (const endpoint of ['https://10.0.0.1/push', 'https://8.8.8.8:22/', 'mqtts://8.8.8.8', 'https://a@8.8.8.8/'])
    t.is(await answer({ endpoint }), '422 /delivery/endpoint', endpoint);
  t.is(await answer({ p256dh: `B${'A'.repeat(86)}` }), '422 /delivery/p256dh');
  t.is(await answer({ p256dh: `A${delivery.p256dh.slice(1)}` }), '422 /delivery/p256dh');
  t.is(await answer({ p256dh: delivery.p256dh.slice(1) }), '400 /delivery/p256dh');
  t.is(await answer({ auth: `${delivery.auth}A` }), '400 /delivery/auth');
});

test('the keys of the service are made once, stored encrypted, and sealed again with the current data secret', async (t) => {
  const [earlier, current] = ['an earlier', 'the current'].map(
    (one) => `${one} data secret of more than thirty-two bytes`,
  );
  const service = await serviceFor(t, {
    env: { SVC_DATA_SECRET: current as string, SVC_DATA_PREVIOUS_SECRETS: earlier as string },
  });
  const { database } = service.database;
  const stores = [1, 2, 3].map(
    () => new VapidKeyStore(new VapidKeyRepository(database), new SecretVault(earlier as string)),
  );
  const keys = await Promise.all(stores.map((store) => store.keys()));
  t.is(new Set(keys.map(({ publicKey }) => publicKey)).size, 1);
  const stored = async () =>
    (await database.query<{ key: string }>('select private_key as key from alert_web_push_keys')).rows;
  const secret = keys[0]?.privateKey.export({ format: 'jwk' }).d as string;
  t.is((await stored()).length, 1);
  t.false(JSON.stringify(await stored()).includes(secret));
  await service.jobs.run('alerts.reseal-contacts');
  const later = new VapidKeyStore(new VapidKeyRepository(database), new SecretVault(current as string));
  t.is((await later.keys()).privateKey.export({ format: 'jwk' }).d, secret);
});

test('a message of the longest texts fits into one push message, whatever its characters', (t) => {
  for (const character of ['x', 'é', '🚢', '"', 'a\n']) {
    const json = payloadOf({
      id: 'a',
      kind: 'firing',
      thread: 'a',
      alertId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e902',
      severity: 'info',
      title: character.repeat(500),
      text: character.repeat(4_000),
      time: new Date(),
    });
    t.true(Buffer.byteLength(json) <= 3_993);
    t.true(JSON.parse(json).body.length > 200);
  }
});
