import 'reflect-metadata';
import test from 'ava';
import { mqttBrokerFor } from '../../../support/mqtt-broker.js';
import { policyScene } from '../../../support/policy-scene.js';

test('a broker receives the messages of a policy as JSON, with the link of the alert only where there is one', async (t) => {
  const { contact, policy, price, ada, service, notifications, alert } = await policyScene(t);
  const broker = await mqttBrokerFor(t);
  const delivery = { channel: 'mqtt', url: broker.url, topic: 'desk/alerts', username: 'ada', password: 'hidden-1' };
  const id = await contact('broker', delivery);
  const shown = await ada.get(`/alerts/contacts/${id}`);
  t.like(shown.json, { channel: 'mqtt', address: `${broker.url.slice(7)}/desk/alerts`, endpointId: null });
  t.notRegex(shown.text, /hidden-1/);
  const { rows } = await service.database.database.query<{ settings: string }>('select settings from alert_contacts');
  t.notRegex(JSON.stringify(rows), /hidden-1/);
  await policy({ steps: [{ contactIds: [id] }], textTemplate: '{{alert.severity}} {{alert.symbols}}' });
  await price(110);
  const [message] = broker.published.map(({ payload }) => JSON.parse(String(payload)));
  const [sent] = await notifications();
  t.like(sent, { channel: 'mqtt', status: 'sent', attemptCount: 1, error: null });
  t.deepEqual(message, {
    id: sent?.id,
    kind: 'firing',
    alertId: (await alert()).id,
    severity: 'warning',
    title: 'Apple',
    text: 'warning AAPL.US',
    time: sent?.createdAt,
    url: `http://127.0.0.1:3000/#alert=${message.alertId}`,
  });
  t.is(String(broker.connects[0]?.password), 'hidden-1');
  await ada.post(`/alerts/contacts/${id}/test`);
  await service.deliver();
  t.like(JSON.parse(String(broker.published[1]?.payload)), {
    kind: 'test',
    alertId: null,
    title: 'Test message',
    url: null,
  });
});

test('a broker that refuses the credentials ends the attempts, and one that is busy is called again', async (t) => {
  const { contact, ada, service, notifications, pass } = await policyScene(t);
  const codes = [137, 0];
  const urls = {
    closed: (await mqttBrokerFor(t, { connack: () => 134 })).url,
    busy: (await mqttBrokerFor(t, { connack: () => codes.shift() ?? 0 })).url,
  };
  for (const [name, url] of Object.entries(urls))
    await ada.post(`/alerts/contacts/${await contact(name, { channel: 'mqtt', url, topic: 'a' })}/test`);
  await service.deliver();
  const results = async () =>
    Object.fromEntries((await notifications()).map(({ contactName, status, error }) => [contactName, [status, error]]));
  t.deepEqual(await results(), {
    closed: ['failed', 'The broker rejected the user name or the password.'],
    busy: ['pending', 'The broker is busy.'],
  });
  await pass(1);
  t.deepEqual((await results()).busy, ['sent', null]);
});

test('a contact with a private broker, a wildcard, or a password without a user name is rejected', async (t) => {
  const { ada } = await policyScene(t);
  const answer = async (fields: object) => {
    const delivery = { channel: 'mqtt', url: 'mqtt://127.0.0.1:1883', topic: 'desk', ...fields };
    const { status, json } = await ada.post('/alerts/contacts', { name: 'Desk', delivery });
    return `${status} ${json.errors?.[0]?.pointer ?? ''}`;
  };
  for (const topic of ['a', 'a/b c/ü', '/', 'x'.repeat(200)]) t.is(await answer({ topic }), '201 ', topic);
  for (const topic of ['', 'a/+', '#', '$SYS/a', 'a\u0000', 'a\nb', 'x'.repeat(201)])
    t.is(await answer({ topic }), '400 /delivery/topic', topic);
  for (const url of [
    'mqtt://10.0.0.1',
    'https://127.0.0.1',
    'mqtts://8.8.8.8:22',
    'mqtt://a@127.0.0.1',
    'mqtt://127.0.0.1/a',
  ])
    t.is(await answer({ url }), '422 /delivery/url', url);
  t.is(await answer({ qos: 2 }), '201 ');
  for (const qos of [-1, 3, 1.5]) t.is(await answer({ qos }), '400 /delivery/qos', String(qos));
  t.is(await answer({ password: 'x' }), '422 /delivery/username');
  t.is(await answer({ username: 'x', password: 'x' }), '201 ');
});
