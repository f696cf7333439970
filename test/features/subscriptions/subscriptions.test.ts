import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { seedEndpoint } from '../../support/webhook-endpoints.js';

const live = { name: 'Feeds', eventTypes: ['feed.*'], delivery: { channel: 'stream' } };

let service: TestService;
/** A client that only sends requests that must fail. */
let carl: TestClient;
let his: string;
test.before(async () => {
  service = await startTestService();
  carl = await service.signedIn();
  his = `/subscriptions/${(await carl.post('/subscriptions', live)).json.id}`;
});
test.after.always(() => service.close());

test('a subscription is returned as it was created, and a filter may be left out', async (t) => {
  const ada = await service.signedIn();
  const filter = {
    symbols: ['AAPL.US'],
    entityIds: ['vessel:219024336'],
    portfolioIds: [(await ada.post('/portfolios', { name: 'Growth', baseCurrency: 'USD' })).json.id],
    bbox: [170, -5.5, -170, 5],
    minSeverity: 3,
  };
  const made = await ada.post('/subscriptions', { ...live, filter });
  t.is(made.status, 201);
  t.is(made.headers.get('location'), `/api/v1/subscriptions/${made.json.id}`);
  const { id, createdAt, updatedAt, ...rest } = made.json;
  t.deepEqual(rest, { ...live, filter, conditions: [], mail: null, version: 1 });
  t.is(createdAt, updatedAt);
  t.deepEqual((await ada.get(`/subscriptions/${id}`)).json, made.json);
  const second = await ada.post('/subscriptions', { ...live, eventTypes: ['*', 'feed.status_changed'] });
  t.deepEqual(second.json.filter, {});
});

test('a subscription can only be delivered to an endpoint of its own account', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const [hers, his] = [
    await seedEndpoint(service.database.database, ada.accountId),
    await seedEndpoint(service.database.database, bob.accountId),
  ];
  const made = await ada.post('/subscriptions', { ...live, delivery: { channel: 'webhook', endpointId: hers } });
  t.deepEqual(made.json.delivery, { channel: 'webhook', endpointId: hers });
  const nobodys = '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901';
  for (const endpointId of [his, nobodys]) {
    const answers = [
      await ada.post('/subscriptions', { ...live, delivery: { channel: 'webhook', endpointId } }),
      await ada.patch(`/subscriptions/${made.json.id}`, { delivery: { endpointId } }),
    ];
    for (const { status, json } of answers)
      t.deepEqual([status, json.code, json.errors[0].pointer], [422, 'unprocessable', '/delivery/endpointId']);
  }
  t.is((await ada.get(`/subscriptions/${made.json.id}`)).json.version, 1);
});

test('a filter can only name portfolios of its own account', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const made = async (client: TestClient) =>
    (await client.post('/portfolios', { name: 'Growth', baseCurrency: 'USD' })).json.id as string;
  const [hers, his, unknown] = [await made(ada), await made(bob), '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'];
  const subscription = await ada.post('/subscriptions', { ...live, filter: { portfolioIds: [hers] } });
  t.is(subscription.status, 201);
  const path = `/subscriptions/${subscription.json.id}`;
  for (const portfolioId of [his, unknown]) {
    const filter = { portfolioIds: [hers, portfolioId] };
    const responses = [await ada.post('/subscriptions', { ...live, filter }), await ada.patch(path, { filter })];
    for (const { status, json } of responses)
      t.deepEqual(
        [status, json.code, json.errors.map((error: { pointer: string }) => error.pointer)],
        [422, 'unprocessable', ['/filter/portfolioIds/1']],
      );
  }
  t.is((await ada.get(path)).json.version, 1);
  t.is((await ada.delete(`/portfolios/${hers}`)).status, 204);
  // The deleted portfolio stays in the filter, so that other fields can still be changed.
  t.like((await ada.patch(path, { name: 'Renamed', filter: { portfolioIds: [hers], minSeverity: 2 } })).json, {
    name: 'Renamed',
    version: 2,
  });
  t.is((await ada.patch(path, { filter: { portfolioIds: null } })).status, 200);
  isProblem(
    t,
    await ada.patch(path, { filter: { portfolioIds: [hers] } }),
    422,
    'unprocessable',
    '/filter/portfolioIds/0',
  );
});

for (const [what, body, pointer] of [
  ['a pattern that stands for no type', { ...live, eventTypes: ['feed.*', 'fleet.*'] }, '/eventTypes/1'],
  ['a type that only the service sees', { ...live, eventTypes: ['subscription.changed'] }, '/eventTypes/0'],
  ['no pattern', { ...live, eventTypes: [] }, '/eventTypes'],
  ['more than fifty patterns', { ...live, eventTypes: Array(51).fill('*') }, '/eventTypes'],
  ['a pattern with a star within', { ...live, eventTypes: ['*.changed'] }, '/eventTypes'],
  ['a box from north to south', { ...live, filter: { bbox: [0, 10, 1, 5] } }, '/filter/bbox'],
  ['a box beyond the pole', { ...live, filter: { bbox: [0, 10, 1, 91] } }, '/filter/bbox'],
  ['a severity of six', { ...live, filter: { minSeverity: 6 } }, '/filter/minSeverity'],
  ['an unknown condition', { ...live, filter: { colour: 'red' } }, '/filter/colour'],
  ['an empty list, which nothing can be in', { ...live, filter: { symbols: [] } }, '/filter/symbols'],
  ['an entity that is no key', { ...live, filter: { entityIds: ['219024336'] } }, '/filter/entityIds'],
  ['a webhook without an endpoint', { ...live, delivery: { channel: 'webhook' } }, '/delivery/endpointId'],
  [
    'a stream with an endpoint',
    { ...live, delivery: { channel: 'stream', endpointId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' } },
    '/delivery/endpointId',
  ],
] as const) {
  test(`${what} is a 400, on create and on update`, async (t) => {
    for (const answer of [await carl.post('/subscriptions', body), await carl.patch(his, body)]) {
      t.deepEqual([answer.status, answer.json.errors?.[0]?.pointer], [400, pointer]);
    }
  });
}

test('an update merges condition by condition, null removes a condition, and the version increases', async (t) => {
  const ada = await service.signedIn();
  const { id } = (await ada.post('/subscriptions', { ...live, filter: { symbols: ['AAPL.US'], minSeverity: 2 } })).json;
  const path = `/subscriptions/${id}`;
  const changed = await ada.patch(path, {
    name: 'Grave',
    filter: { minSeverity: 4, symbols: null, entityIds: ['feed:ais'] },
  });
  t.deepEqual(
    [changed.json.name, changed.json.filter, changed.json.eventTypes, changed.json.version],
    ['Grave', { entityIds: ['feed:ais'], minSeverity: 4 }, ['feed.*'], 2],
  );
  t.deepEqual((await ada.get(path)).json, changed.json);
  t.deepEqual((await ada.patch(path, { filter: null })).json.filter, {});
  const endpointId = await seedEndpoint(service.database.database, ada.accountId);
  t.deepEqual((await ada.patch(path, { delivery: { channel: 'webhook', endpointId } })).json.delivery, {
    channel: 'webhook',
    endpointId,
  });
  t.deepEqual((await ada.patch(path, { delivery: { channel: 'stream' } })).json.delivery, { channel: 'stream' });
});

test('two concurrent updates both apply', async (t) => {
  const ada = await service.signedIn();
  const path = `/subscriptions/${(await ada.post('/subscriptions', live)).json.id}`;
  await Promise.all([
    ada.patch(path, { filter: { minSeverity: 2 } }),
    ada.patch(path, { filter: { symbols: ['AAPL.US'] } }),
  ]);
  const { json } = await ada.get(path);
  t.deepEqual([json.version, json.filter], [3, { symbols: ['AAPL.US'], minSeverity: 2 }]);
});

test('a deleted subscription is a 404', async (t) => {
  const ada = await service.signedIn();
  const path = `/subscriptions/${(await ada.post('/subscriptions', live)).json.id}`;
  t.is((await ada.delete(path)).status, 204);
  for (const answer of [
    await ada.get(path),
    await ada.delete(path),
    await ada.patch(path, { name: 'x' }),
    await ada.get(`${path}/events`),
  ])
    isProblem(t, answer, 404, 'not_found');
});

test('a null filter is reported as one error', async (t) => {
  const refused = await carl.post('/subscriptions', { ...live, filter: null });
  t.deepEqual(
    [refused.status, refused.json.errors],
    [400, [{ in: 'body', pointer: '/filter', detail: 'must be an object' }]],
  );
});
