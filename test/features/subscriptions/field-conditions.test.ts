import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import type { Json, TestClient } from '../../support/test-client.js';
import { webhookServiceFor } from '../../support/webhook-service.js';

const condition = (field: string, operator: string, value?: unknown) => ({ field, operator, value });

async function serviceWith(t: ExecutionContext) {
  const service = await webhookServiceFor(t);
  const owner = await service.signedIn();
  const happen = async (status: string, feed = 'ais') => {
    const data = { feed, provider: 'simulator', status, previousStatus: 'ok' } as never;
    const id = await service.services.get(EventLog).append(feedStatusChanged, { data, subject: `feed:${feed}` });
    await service.deliver();
    return id;
  };
  return { ...service, owner, happen };
}

/** Creates a subscription to changes of feeds. @returns the response */
const subscribe = (owner: TestClient, conditions: unknown, more: Json = {}) =>
  owner.post('/subscriptions', {
    name: 'Down',
    eventTypes: ['feed.status_changed'],
    conditions,
    delivery: { channel: 'stream' },
    ...more,
  });

test('only events whose data meets all conditions are delivered, pulled and recovered', async (t) => {
  const { owner, happen, receiver, jobs, clock } = await serviceWith(t);
  const endpoint = (await owner.post('/webhooks/endpoints', { url: `${receiver.url}/hook` })).json;
  const conditions = [
    condition('data.status', 'eq', 'down'),
    { field: 'data.feed', operator: 'in', values: ['a', 'b'] },
  ];
  const made = await subscribe(owner, conditions, { delivery: { channel: 'webhook', endpointId: endpoint.id } });
  t.is(made.status, 201, made.text);
  t.deepEqual(made.json.conditions, JSON.parse(JSON.stringify(conditions)));
  await happen('ok', 'a');
  const wanted = await happen('down', 'a');
  await happen('down', 'c');
  t.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    [wanted],
  );
  const pulled = (await owner.get(`/subscriptions/${made.json.id}/events`)).json.items;
  t.deepEqual(
    pulled.map(({ id }: Json) => id),
    [wanted],
  );

  await owner.patch(`/webhooks/endpoints/${endpoint.id}`, { enabled: false });
  const missed = await happen('down', 'b');
  await happen('ok', 'b');
  await owner.post(`/webhooks/endpoints/${endpoint.id}/enable`);
  clock.advance(1_000);
  const since = new Date(clock.now() - 60_000).toISOString();
  await owner.post(`/webhooks/endpoints/${endpoint.id}/recover`, { since });
  await jobs.runDue();
  t.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    [wanted, missed],
  );
});

test('conditions are replaced and removed like the others', async (t) => {
  const { owner, happen } = await serviceWith(t);
  const { json } = await subscribe(owner, [condition('data.status', 'ne', 'ok')]);
  const path = `/subscriptions/${json.id}`;
  const changed = await owner.patch(path, { conditions: [condition('data.feed', 'contains', 'i')] });
  t.is(changed.json.conditions[0].field, 'data.feed');
  t.is((await owner.patch(path, { name: 'Other', filter: null })).json.conditions.length, 1);
  await happen('ok', 'x');
  t.is((await owner.get(`${path}/events`)).json.items.length, 0);
  t.deepEqual((await owner.patch(path, { conditions: null })).json.conditions, []);
  t.is((await owner.get(`${path}/events`)).json.items.length, 1);
  t.is((await owner.get('/users/me/export')).json.subscriptions[0].name, 'Other');
});

test('a field that a type of events does not have is a 422 that names those there are', async (t) => {
  const { owner } = await serviceWith(t);
  for (const [field, detail] of [
    ['data.state', /^is not a field of feed\.status_changed; there are data\.feed, data\.provider, data\.status, /],
    ['data.status.code', /^is not a field of feed\.status_changed; the field before the last dot has no fields$/],
  ] as const) {
    const { status, json } = await subscribe(owner, [condition('data.feed', 'exists'), condition(field, 'eq', 'a')]);
    t.deepEqual([status, json.errors?.[0].pointer], [422, '/conditions/1/field']);
    t.regex(json.errors[0].detail, detail);
  }
  const every = await subscribe(owner, [condition('data.status', 'eq', 'down')], { eventTypes: ['*'] });
  t.is(every.status, 422, 'each type that the patterns select must have the field');
  const { json } = await subscribe(owner, [condition('data.alert.severity', 'eq', 'critical')], {
    eventTypes: ['alert.firing', 'alert.resolved'],
  });
  t.is(json.conditions[0].value, 'critical');
  const wider = await owner.patch(`/subscriptions/${json.id}`, { eventTypes: ['alert.*', 'feed.*'] });
  t.is(wider.status, 422, 'further types are checked with the conditions');
  t.is((await owner.get(`/subscriptions/${json.id}`)).json.eventTypes.length, 2);
});

for (const [operator, value, pointer] of [
  ['eq', 5, 'value'],
  ['eq', 'broken', 'value'],
  ['eq', undefined, 'value'],
  ['lt', 'down', 'operator'],
  ['contains', 5, 'value'],
  ['exists', 'yes', 'value'],
  ['in', 'down', 'values'],
] as const)
  test(`the condition ${operator} ${value} on a status is a 422`, async (t) => {
    const { owner } = await serviceWith(t);
    const { status, json } = await subscribe(owner, [condition('data.status', operator, value)]);
    t.deepEqual([status, json.errors?.[0].pointer], [422, `/conditions/0/${pointer}`]);
    t.is((await owner.get('/subscriptions')).json.items.length, 0);
  });

test('numbers, times and lists are compared by their own operators', async (t) => {
  const { owner } = await serviceWith(t);
  const of = async (eventTypes: string[], one: Json) =>
    (await subscribe(owner, [one], { eventTypes })).json.errors?.[0].pointer.split('/').at(-1);
  t.is(await of(['account.ceiling_reached'], condition('data.limit', 'gte', 100)), undefined);
  t.is(await of(['account.ceiling_reached'], condition('data.limit', 'gte', '100')), 'value');
  t.is(await of(['alert.firing'], condition('data.alert.startedAt', 'gt', '2026-11-20T00:00:00+01:00')), undefined);
  t.is(await of(['alert.firing'], condition('data.alert.startedAt', 'gt', 'yesterday')), 'value');
  t.is(await of(['alert.firing'], condition('data.alert.symbols', 'contains', 'AAPL.US')), undefined);
  t.is(await of(['alert.firing'], condition('data.alert.symbols', 'contains', 5)), 'value');
  t.is(await of(['alert.firing'], condition('data.alert.symbols', 'gt', 5)), 'operator');
});

for (const [name, conditions] of [
  ['a path outside of the data', [condition('subject', 'exists')]],
  ['an index', [condition('data.0', 'exists')]],
  ['a path of nine names', [condition(`data${'.a'.repeat(9)}`, 'exists')]],
  ['an unknown operator', [condition('data.status', 'matches', '.*')]],
  ['an object as value', [condition('data.status', 'eq', { a: 1 })]],
  ['null as value', [condition('data.status', 'eq', null)]],
  ['no condition', []],
  ['21 conditions', Array.from({ length: 21 }, () => condition('data.status', 'exists'))],
  ['101 values', [{ field: 'data.status', operator: 'in', values: Array.from({ length: 101 }, () => 'ok') }]],
] as const)
  test(`${name} is a 400`, async (t) => {
    const { owner } = await serviceWith(t);
    t.is((await subscribe(owner, conditions)).status, 400);
  });

test('20 conditions and 100 values are accepted', async (t) => {
  const { owner } = await serviceWith(t);
  const values = Array.from({ length: 100 }, (_, index) => `feed${index}`);
  const conditions = Array.from({ length: 20 }, () => ({ field: 'data.feed', operator: 'in', values }));
  t.is((await subscribe(owner, conditions)).status, 201);
});

test('a preview counts past events for each condition and for all, and stores nothing', async (t) => {
  const { owner, signedIn, happen } = await serviceWith(t);
  for (const feed of ['a', 'b', 'c', 'd', 'e', 'f']) await happen('down', feed);
  const last = await happen('down', 'g');
  await happen('ok', 'a');
  const asked = {
    eventTypes: ['feed.*'],
    filter: { minSeverity: 1 },
    conditions: [condition('data.status', 'eq', 'down'), condition('data.feed', 'ne', 'a')],
  };
  const { status, json } = await owner.post('/subscriptions/preview', asked);
  t.is(status, 200, JSON.stringify(json));
  t.deepEqual([json.checkedCount, json.matchedCount, json.examples.length, json.examples[0].id], [8, 6, 5, last]);
  t.deepEqual(json.conditions, [
    { condition: 'minSeverity', matchedCount: 8 },
    { condition: 'conditions/0', matchedCount: 7 },
    { condition: 'conditions/1', matchedCount: 6 },
  ]);
  t.is((await owner.post('/subscriptions/preview', { ...asked, limit: 1 })).json.matchedCount, 0);
  for (const limit of [0, 5_001]) t.is((await owner.post('/subscriptions/preview', { ...asked, limit })).status, 400);
  t.is((await owner.post('/subscriptions/preview', { ...asked, limit: 5_000 })).status, 200);
  t.is((await owner.post('/subscriptions/preview', { eventTypes: ['no.such'] })).status, 400);
  const foreign = { conditions: [condition('data.no', 'exists')], eventTypes: ['feed.*'] };
  t.is((await owner.post('/subscriptions/preview', foreign)).status, 422);
  t.is((await owner.get('/subscriptions')).json.items.length, 0);
  const other = await signedIn();
  const own = await other.post('/subscriptions/preview', { eventTypes: ['webhook.*', 'alert.*'] });
  t.deepEqual([own.json.checkedCount, own.json.since, own.json.examples], [0, null, []]);
});
