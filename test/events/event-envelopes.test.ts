import 'reflect-metadata';
import test from 'ava';
import { Database } from '../../src/database/database.js';
import { EventCatalog } from '../../src/events/event-catalog.js';
import { standaloneEnvelope } from '../../src/events/event-envelope.js';
import { EventLog } from '../../src/events/event-log.js';
import { webhookTest } from '../../src/features/webhooks/webhooks.events.js';
import { cloudEventErrors } from '../support/cloudevents.js';
import { endpointOf, webhookServiceFor } from '../support/webhook-service.js';

const BASE = 'https://watch.example.org';
const SOURCE = `${BASE}/api/v1`;

test.serial(
  'every channel has the same envelope, valid by the CloudEvents schema, with its severity and the public address',
  async (t) => {
    const { subscriber, happen, deliver, receiver } = await webhookServiceFor(t, { env: { SVC_BASE_URL: BASE } });
    const { owner, endpoint } = await subscriber();
    const id = await happen();
    const shown = (await owner.get(`/timeline/${id}`)).json;
    t.like(shown, { id, source: SOURCE, severity: 3 });
    t.deepEqual((await owner.get('/timeline')).json.items, [shown]);
    const [subscription] = (await owner.get('/subscriptions')).json.items;
    t.deepEqual((await owner.get(`/subscriptions/${subscription.id}/events`)).json.items, [shown]);
    t.deepEqual(JSON.parse(String(receiver.received[0]?.body)), shown);
    t.is(receiver.received[0]?.headers['content-type'], 'application/cloudevents+json');
    t.deepEqual(cloudEventErrors(shown), []);
    const tested = (await owner.post(`/webhooks/endpoints/${endpoint.id}/test`)).json;
    t.like(tested, { source: SOURCE, severity: 1 });
    await deliver();
    t.deepEqual(JSON.parse(String(receiver.received[1]?.body)), tested);
    t.deepEqual((await owner.get('/users/me/export')).json.events, [tested]);
  },
);

test.serial(
  'the example of every type is valid by the CloudEvents schema, and its severity is one of the type',
  async (t) => {
    const { signedIn, services } = await webhookServiceFor(t);
    const { items } = (await (await signedIn()).get('/subscriptions/event-types')).json;
    for (const { type, severities, example } of items) {
      t.deepEqual(cloudEventErrors(example), [], type);
      t.true(severities.includes(example.severity), type);
    }
    for (const type of services.get(EventCatalog).visible())
      t.deepEqual(cloudEventErrors(standaloneEnvelope(type).example), [], type.type);
  },
);

test.serial('an event stored without a severity by an earlier release has 1, also for filters', async (t) => {
  const { signedIn, services, settle } = await webhookServiceFor(t);
  const owner = await signedIn();
  const { id: endpointId } = await endpointOf(owner, 'http://127.0.0.1:9/');
  const subscription = (minSeverity: number) => ({
    name: `${minSeverity}`,
    eventTypes: ['webhook.*'],
    filter: { minSeverity },
    delivery: { channel: 'stream' },
  });
  const [all, graver] = [
    await owner.post('/subscriptions', subscription(1)),
    await owner.post('/subscriptions', subscription(2)),
  ];
  const id = await services.get(EventLog).append(webhookTest, { data: { endpointId }, ownerId: owner.accountId });
  await settle();
  await services.get(Database).query('update events set severity = null where id = $1', [id]);
  const ids = async (path: string) => (await owner.get(path)).json.items.map((event: { id: string }) => event.id);
  t.is((await owner.get(`/timeline/${id}`)).json.severity, 1);
  t.deepEqual([await ids('/timeline?minSeverity=1'), await ids('/timeline?minSeverity=2')], [[id], []]);
  t.deepEqual(
    [await ids(`/subscriptions/${all.json.id}/events`), await ids(`/subscriptions/${graver.json.id}/events`)],
    [[id], []],
  );
});
