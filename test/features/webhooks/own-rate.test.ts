import 'reflect-metadata';
import test from 'ava';
import { MINUTE, SECOND } from '../../support/service-for.js';
import { deliveryOf, webhookServiceFor } from '../../support/webhook-service.js';

test('deliveries beyond the rate of an endpoint wait for their turn, and none is lost', async (t) => {
  const { subscriber, happen, pass, receiver, clock } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const path = `/webhooks/endpoints/${endpoint.id}`;
  t.is((await owner.patch(path, { maxPerMinute: 6 })).json.maxPerMinute, 6);
  const from = clock.now();
  const ids = [];
  for (let count = 0; count < 9; count += 1) ids.push(await happen(`feed${count}`));
  t.is(receiver.received.length, 1);
  const { status, nextAttemptAt } = await deliveryOf(owner, ids[1] as string);
  t.deepEqual([status, Date.parse(nextAttemptAt) - from], ['pending', 10 * SECOND]);
  await pass(MINUTE - 1);
  t.is(receiver.received.length, 6);
  await pass(MINUTE);
  t.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])), new Set(ids));
  t.is(receiver.received.length, 9);
});

test('endpoints without a rate, and other endpoints, do not wait', async (t) => {
  const { subscriber, happen, receiver } = await webhookServiceFor(t);
  const [slow] = [await subscriber('/slow'), await subscriber('/usual')];
  await slow.owner.patch(`/webhooks/endpoints/${slow.endpoint.id}`, { maxPerMinute: 1 });
  for (const feed of ['a', 'b', 'c']) await happen(feed);
  const to = (path: string) => receiver.received.filter((one) => one.path === path).length;
  t.deepEqual([to('/slow'), to('/usual')], [1, 3]);
});

test('a rate that is removed or raised applies to the next delivery at once', async (t) => {
  const { subscriber, happen, receiver } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const path = `/webhooks/endpoints/${endpoint.id}`;
  await owner.patch(path, { maxPerMinute: 1 });
  for (const feed of ['a', 'b']) await happen(feed);
  t.is(receiver.received.length, 1);
  t.is((await owner.patch(path, { maxPerMinute: null })).json.maxPerMinute, null);
  await happen('c');
  t.is(receiver.received.length, 2);
});

test('a chat keeps the slower of its own rate and the rate of its owner', async (t) => {
  const { signedIn, receiver, happen, pass } = await webhookServiceFor(t);
  const owner = await signedIn();
  for (const maxPerMinute of [30, 6_000]) {
    const url = `${receiver.url}/${maxPerMinute}`;
    const { json } = await owner.post('/webhooks/endpoints', { url, format: 'slack', maxPerMinute });
    const delivery = { channel: 'webhook', endpointId: json.id };
    await owner.post('/subscriptions', { name: 'All', eventTypes: ['feed.*'], delivery });
  }
  for (let count = 0; count < 6; count += 1) await happen(`feed${count}`);
  const to = (path: string) => receiver.received.filter((one) => one.path === path).length;
  t.deepEqual([to('/30'), to('/6000')], [1, 4], 'Slack takes four at once');
  await pass(2 * SECOND);
  t.deepEqual([to('/30'), to('/6000')], [2, 6]);
});

test('the rate is 1 to 6,000 calls a minute; otherwise 400', async (t) => {
  const { signedIn, receiver } = await webhookServiceFor(t);
  const owner = await signedIn();
  const url = `${receiver.url}/hook`;
  for (const maxPerMinute of [1, 6_000])
    t.is((await owner.post('/webhooks/endpoints', { url, maxPerMinute })).json.maxPerMinute, maxPerMinute);
  for (const maxPerMinute of [0, 6_001, 1.5, -1, '60']) {
    const { status, json } = await owner.post('/webhooks/endpoints', { url, maxPerMinute });
    t.deepEqual([status, json.errors[0].pointer], [400, '/maxPerMinute'], String(maxPerMinute));
  }
  t.is((await owner.post('/webhooks/endpoints', { url })).json.maxPerMinute, null);
});
