import 'reflect-metadata';
import test from 'ava';
import { Dto, Field } from '../../../src/api/field.js';
import { flag, list, uuid } from '../../../src/api/rules.js';
import { EventLog } from '../../../src/events/event-log.js';
import { EventType } from '../../../src/events/event-type.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { MINUTE } from '../../support/service-for.js';
import type { Json } from '../../support/test-client.js';
import { endpointOf, webhookServiceFor } from '../../support/webhook-service.js';

@Dto('Names the endpoints it goes to.')
class AddressedDto {
  @Field('Endpoints.', list(uuid(), 10, 0), { example: [] })
  endpointIds!: string[];

  @Field('Whether it is only logged.', flag(), { example: false })
  isQuiet!: boolean;
}

const addressed = new EventType({
  type: 'test.addressed',
  description: '.',
  data: AddressedDto,
  audience: 'owner',
  tag: 'health',
  severities: [1],
  facets: (data: AddressedDto) => ({ ...data }),
});
const ids = (received: ReadonlyArray<{ headers: Record<string, unknown> }>) =>
  received.map(({ headers }) => headers['webhook-id']);

test('an event that names an endpoint is delivered to it without a subscription, and once with one', async (t) => {
  const { signedIn, receiver, services, deliver } = await webhookServiceFor(t);
  const owner = await signedIn();
  const endpoint = await endpointOf(owner, `${receiver.url}/direct`);
  const append = () =>
    services.get(EventLog).append(addressed, {
      data: { endpointIds: [endpoint.id, endpoint.id], isQuiet: false },
      ownerId: owner.accountId,
    });
  const alone = await append();
  await deliver();
  t.deepEqual(ids(receiver.received), [alone]);
  await owner.post('/subscriptions', {
    name: 'All',
    eventTypes: ['*'],
    delivery: { channel: 'webhook', endpointId: endpoint.id },
  });
  const both = await append();
  await deliver();
  t.deepEqual(ids(receiver.received), [alone, both]);
});

test('an event is not delivered to an endpoint of another account, even when it names it', async (t) => {
  const { signedIn, receiver, services, deliver } = await webhookServiceFor(t);
  const [owner, other] = [await signedIn(), await signedIn()];
  const own = await endpointOf(owner, `${receiver.url}/own`);
  const foreign = await endpointOf(other, `${receiver.url}/foreign`);
  const gone = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80';
  await services
    .get(EventLog)
    .append(addressed, { data: { endpointIds: [foreign.id, own.id, gone], isQuiet: false }, ownerId: owner.accountId });
  await deliver();
  t.deepEqual(
    receiver.received.map(({ path }) => path),
    ['/own'],
  );
});

test('a public event cannot name endpoints', async (t) => {
  const { services } = await webhookServiceFor(t);
  const shared = new EventType({
    type: 'test.shared',
    description: '.',
    data: AddressedDto,
    audience: 'public',
    tag: 'health',
    severities: [1],
    facets: (data: AddressedDto) => ({ ...data }),
  });
  const data = { endpointIds: ['019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d80'], isQuiet: false };
  await t.throwsAsync(services.get(EventLog).append(shared, { data }), {
    message: /has no owner, so it cannot name endpoints/,
  });
});

test('a recovery delivers the missed events that name the endpoint, with and without subscriptions', async (t) => {
  const { signedIn, receiver, services, jobs, settle, clock } = await webhookServiceFor(t);
  const owner = await signedIn();
  const endpoint = await endpointOf(owner, `${receiver.url}/direct`);
  const path = `/webhooks/endpoints/${endpoint.id}`;
  const since = new Date(clock.now() - MINUTE).toISOString();
  const append = (isQuiet: boolean) =>
    services
      .get(EventLog)
      .append(addressed, { data: { endpointIds: [endpoint.id], isQuiet }, ownerId: owner.accountId });
  await owner.patch(path, { enabled: false });
  const [missed] = [await append(false), await append(true)];
  await settle();
  await owner.post(`${path}/enable`);
  clock.advance(MINUTE);
  await owner.post(`${path}/recover`, { since });
  await jobs.runDue();
  t.deepEqual(ids(receiver.received), [missed]);
  t.is((await owner.get(path)).json.recovery.queued, 1);
  await owner.post('/subscriptions', {
    name: 'Feeds',
    eventTypes: ['feed.*'],
    delivery: { channel: 'webhook', endpointId: endpoint.id },
  });
  await owner.patch(path, { enabled: false });
  const data = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' };
  const matching = await services.get(EventLog).append(feedStatusChanged, { data });
  const direct = await append(false);
  await settle();
  await owner.post(`${path}/enable`);
  clock.advance(MINUTE);
  await owner.post(`${path}/recover`, { since });
  await jobs.runDue();
  t.deepEqual(ids(receiver.received).slice(1).sort(), [matching, direct].sort());
});

test('a quiet event is in the timeline, and no subscription, stream or webhook delivers it', async (t) => {
  const { subscriber, receiver, services, deliver } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const { json: live } = await owner.post('/subscriptions', {
    name: 'Live',
    eventTypes: ['*'],
    delivery: { channel: 'stream' },
  });
  await deliver();
  const append = (isQuiet: boolean) =>
    services
      .get(EventLog)
      .append(addressed, { data: { endpointIds: [endpoint.id], isQuiet }, ownerId: owner.accountId });
  const replayed = await owner.stream(`/subscriptions/${live.id}/stream`);
  t.is((await replayed.next()).event, 'ready');
  const [quiet, loud] = [await append(true), await append(false)];
  await deliver();
  t.deepEqual(ids(receiver.received), [loud]);
  t.is((await replayed.next()).id, loud, 'the live stream');
  const pulled = (await owner.get(`/subscriptions/${live.id}/events`)).json.items.map(({ id }: Json) => id);
  t.deepEqual([pulled.includes(quiet), pulled.includes(loud)], [false, true]);
  t.is((await owner.get(`/timeline/${quiet}`)).json.id, quiet);
});
