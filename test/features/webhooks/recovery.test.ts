import test from 'ava';
import { replyWith } from '../../support/receiver.js';
import { DAY, HOUR, MINUTE } from '../../support/service-for.js';
import type { Json } from '../../support/test-client.js';
import { deliveryOf, webhookServiceFor } from '../../support/webhook-service.js';

const ids = (received: Array<{ headers: Record<string, unknown> }>) =>
  received.map(({ headers }) => headers['webhook-id']);

test.serial('a manual redelivery sends a delivery again with the same id', async (t) => {
  const { subscriber, happen, receiver, jobs } = await webhookServiceFor(t);
  const { owner } = await subscriber();
  const id = await happen();
  const { id: deliveryId } = await deliveryOf(owner, id);
  const asked = await owner.post(`/webhooks/deliveries/${deliveryId}/redeliver`);
  t.deepEqual([asked.status, asked.json.id], [202, deliveryId]);
  await jobs.runDue();
  t.deepEqual(ids(receiver.received), [id, id]);
  t.is((await deliveryOf(owner, id)).attemptCount, 2);
});

test.serial('several manual redeliveries of a delivery before its next attempt are queued once', async (t) => {
  const { subscriber, happen, jobs } = await webhookServiceFor(t);
  const { owner } = await subscriber();
  const path = `/webhooks/deliveries/${(await deliveryOf(owner, await happen())).id}/redeliver`;
  await Promise.all([owner.post(path), owner.post(path), owner.post(path)]);
  t.is(await jobs.runDue(), 1);
});

test.serial('a failed manual attempt is not retried, and a delivered delivery stays delivered', async (t) => {
  const { subscriber, happen, receiver, jobs, pass } = await webhookServiceFor(t);
  const { owner } = await subscriber();
  const id = await happen();
  receiver.reply(replyWith(500));
  await owner.post(`/webhooks/deliveries/${(await deliveryOf(owner, id)).id}/redeliver`);
  await jobs.runDue();
  t.is(jobs.nextDueAt, undefined);
  await pass(DAY);
  const { status, attempts } = await deliveryOf(owner, id);
  t.deepEqual([status, attempts.length, attempts[0].error, receiver.received.length], ['delivered', 2, 'status', 2]);
});

test.serial(
  'a manual attempt does not change the schedule of a pending delivery, and its success ends the retries',
  async (t) => {
    const { subscriber, happen, receiver, jobs, pass } = await webhookServiceFor(t);
    const { owner } = await subscriber();
    receiver.reply(replyWith(500));
    const id = await happen();
    const before = await deliveryOf(owner, id);
    await owner.post(`/webhooks/deliveries/${before.id}/redeliver`);
    await jobs.runDue();
    const after = await deliveryOf(owner, id);
    t.deepEqual([after.status, after.attemptCount, after.nextAttemptAt], ['pending', 2, before.nextAttemptAt]);
    receiver.reply(replyWith(200));
    await owner.post(`/webhooks/deliveries/${before.id}/redeliver`);
    await jobs.runDue();
    await pass(2 * DAY);
    t.deepEqual([(await deliveryOf(owner, id)).status, receiver.received.length], ['delivered', 3]);
  },
);

test.serial('a manual attempt that is requested twice before it runs is made once', async (t) => {
  const { subscriber, happen, receiver, jobs } = await webhookServiceFor(t);
  const { owner } = await subscriber();
  const { id } = await deliveryOf(owner, await happen());
  await owner.post(`/webhooks/deliveries/${id}/redeliver`);
  await owner.post(`/webhooks/deliveries/${id}/redeliver`);
  t.is(jobs.sent.filter(({ data }) => 'attempt' in data).length, 1);
  await jobs.runDue();
  await owner.post(`/webhooks/deliveries/${id}/redeliver`);
  await jobs.runDue();
  t.is(receiver.received.length, 3);
});

test.serial('a manual redelivery to a disabled endpoint is a 409', async (t) => {
  const { subscriber, happen } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const id = await happen();
  await owner.patch(`/webhooks/endpoints/${endpoint.id}`, { enabled: false });
  t.regex(
    (await owner.post(`/webhooks/deliveries/${(await deliveryOf(owner, id)).id}/redeliver`)).json.detail,
    /^The endpoint is disabled/,
  );
});

test.serial(
  'a recovery delivers exactly the failed and the never queued deliveries of its time range, each once',
  async (t) => {
    const { subscriber, happen, receiver, jobs, clock, pass } = await webhookServiceFor(t);
    const { owner, endpoint } = await subscriber('/hook', ['feed.*']);
    const path = `/webhooks/endpoints/${endpoint.id}`;
    receiver.reply(replyWith(500));
    const early = await happen('early');
    await pass(2 * DAY);
    const since = new Date(clock.now()).toISOString();
    const failed = [await happen('a'), await happen('b')];
    await pass(2 * DAY);
    await owner.patch(path, { enabled: false });
    const never = [await happen('c'), await happen('d')];
    await owner.post(`${path}/enable`);
    receiver.reply(replyWith(200));
    const delivered = await happen('e');
    clock.advance(MINUTE);
    const until = new Date(clock.now()).toISOString();
    const before = receiver.received.length;
    const asked = await owner.post(`${path}/recover`, { since, until });
    t.deepEqual([asked.status, asked.json.recovery], [202, { since, until, queued: 0, finishedAt: null }]);
    await jobs.runDue();
    t.deepEqual(ids(receiver.received.slice(before)).sort(), [...failed, ...never].sort());
    const { recovery } = (await owner.get(path)).json;
    t.deepEqual([recovery.queued, typeof recovery.finishedAt], [4, 'string']);
    t.is((await deliveryOf(owner, early)).status, 'failed');
    for (const id of [...failed, ...never, delivered]) t.is((await deliveryOf(owner, id)).status, 'delivered');
    await owner.post(`${path}/recover`, { since, until });
    await jobs.runDue();
    t.is(receiver.received.length, before + 4, 'there is nothing left to recover');
  },
);

test.serial('a recovery finds the events missed by a subscription to all types', async (t) => {
  const { subscriber, happen, receiver, jobs, clock } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber('/hook', ['*']);
  const path = `/webhooks/endpoints/${endpoint.id}`;
  await owner.patch(path, { enabled: false });
  const missed = await happen();
  await owner.post(`${path}/enable`);
  clock.advance(MINUTE);
  await owner.post(`${path}/recover`, { since: new Date(clock.now() - HOUR).toISOString() });
  await jobs.runDue();
  t.deepEqual(ids(receiver.received), [missed]);
});

test.serial('a recovery in which every delivery fails again queues each once', async (t) => {
  const { subscriber, happen, receiver, jobs, clock, pass } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const since = new Date(clock.now() - MINUTE).toISOString();
  receiver.reply(replyWith(500));
  await happen('a');
  await happen('b');
  await pass(2 * DAY);
  const before = receiver.received.length;
  await owner.post(`/webhooks/endpoints/${endpoint.id}/recover`, { since });
  await jobs.runDue();
  t.is(receiver.received.length, before + 2);
  t.is((await owner.get(`/webhooks/endpoints/${endpoint.id}`)).json.recovery.queued, 2);
});

test.serial(
  'a recovery continues after a restart and does not repeat deliveries that have failed again meanwhile',
  async (t) => {
    const { subscriber, happen, receiver, jobs, clock, pass, database } = await webhookServiceFor(t);
    const { owner, endpoint } = await subscriber();
    const path = `/webhooks/endpoints/${endpoint.id}`;
    const since = new Date(clock.now() - MINUTE).toISOString();
    receiver.reply(replyWith(500));
    await happen();
    await pass(2 * DAY);
    await owner.post(`${path}/recover`, { since });
    const recovery = async () => (await owner.get(path)).json.recovery;
    // Runs one step, as in a process that shuts down at once. The queued run continues later.
    await jobs.runAborted('webhooks.recover');
    t.deepEqual([(await recovery()).queued, (await recovery()).finishedAt], [1, null]);
    await database.database.query("update webhook_deliveries set status = 'failed'");
    await jobs.runDue();
    t.deepEqual([(await recovery()).queued, typeof (await recovery()).finishedAt], [1, 'string']);
  },
);

for (const [what, body, pointer] of [
  ['more than 30 days ago', { since: -31 * DAY }, '/since'],
  ['yet to come', { since: HOUR }, '/since'],
  ['from late to early', { since: -HOUR, until: -2 * HOUR }, '/until'],
] as const) {
  test.serial(`a recovery with a time ${what} is a 400`, async (t) => {
    const { subscriber, clock } = await webhookServiceFor(t);
    const { owner, endpoint } = await subscriber();
    const times = Object.fromEntries(
      Object.entries(body).map(([name, ms]) => [name, new Date(clock.now() + ms).toISOString()]),
    );
    const { status, json } = await owner.post(`/webhooks/endpoints/${endpoint.id}/recover`, times);
    t.deepEqual([status, json.errors?.[0]?.pointer], [400, pointer]);
  });
}

test.serial('a second concurrent recovery and one of a disabled endpoint are rejected', async (t) => {
  const { subscriber, clock } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const path = `/webhooks/endpoints/${endpoint.id}`;
  const body = { since: new Date(clock.now() - HOUR).toISOString() };
  t.deepEqual(
    [(await owner.post(`${path}/recover`, body)).status, (await owner.post(`${path}/recover`, body)).status],
    [202, 409],
  );
  await owner.patch(path, { enabled: false });
  t.regex((await owner.post(`${path}/recover`, body)).json.detail, /^The endpoint is disabled/);
});

test.serial('a recovery does not include test events of another endpoint', async (t) => {
  const { subscriber, receiver, deliver, jobs, clock } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber('/first');
  const { json: other } = await owner.post('/webhooks/endpoints', { url: `${receiver.url}/second` });
  await owner.post('/subscriptions', {
    name: 'All',
    eventTypes: ['*'],
    delivery: { channel: 'webhook', endpointId: other.id },
  });
  const since = new Date(clock.now() - MINUTE).toISOString();
  await owner.post(`/webhooks/endpoints/${endpoint.id}/test`);
  await deliver();
  clock.advance(MINUTE);
  await owner.post(`/webhooks/endpoints/${other.id}/recover`, { since });
  await jobs.runDue();
  t.deepEqual(
    receiver.received.map(({ path }) => path),
    ['/first'],
  );
});

test.serial('deliveries are listed newest first, filtered by endpoint, state and type, in pages', async (t) => {
  const { subscriber, happen, receiver } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const first = await happen('a');
  receiver.reply(replyWith(500));
  const [second, third] = [await happen('b'), await happen('c')];
  const list = async (query: string) => (await owner.get(`/webhooks/deliveries?${query}`)).json;
  const eventIds = ({ items }: Json) => items.map(({ eventId }: Json) => eventId);
  t.deepEqual(eventIds(await list('')), [third, second, first]);
  t.deepEqual(eventIds(await list('status=pending')), [third, second]);
  t.deepEqual(eventIds(await list(`status=delivered&endpointId=${endpoint.id}&type=feed.status_changed`)), [first]);
  t.deepEqual(eventIds(await list('type=webhook.test')), []);
  const other = '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901';
  t.deepEqual(eventIds(await list(`endpointId=${other}`)), []);
  t.deepEqual(eventIds(await list(`endpointId=${other},${endpoint.id}`)), [third, second, first]);
  const page = await list('limit=2');
  t.deepEqual(eventIds(await list(`limit=2&cursor=${page.nextCursor}`)), [first]);
});

test.serial('the statistics of an endpoint count its deliveries by result', async (t) => {
  const { subscriber, happen, receiver, pass } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  const stats = async () => (await owner.get(`/webhooks/endpoints/${endpoint.id}/stats`)).json;
  const none = {
    delivered: 0,
    failed: 0,
    attempts: 0,
    successShare: null,
    latencyP50Ms: null,
    latencyP95Ms: null,
    complete: true,
  };
  t.deepEqual(await stats(), {
    endpointId: endpoint.id,
    failingSince: null,
    pending: 0,
    day: { hours: 24, ...none },
    week: { hours: 168, ...none },
  });
  receiver.reply(replyWith(500));
  await happen('a');
  await pass(3 * DAY);
  receiver.reply(replyWith(200));
  await happen('b');
  receiver.reply(replyWith(500));
  await happen('c');
  const { pending, failingSince, day, week } = await stats();
  t.deepEqual([pending, typeof failingSince], [1, 'string']);
  t.deepEqual([day.delivered, day.failed, day.attempts, day.successShare], [1, 0, 2, 0.5]);
  t.deepEqual([week.delivered, week.failed, week.attempts, week.successShare], [1, 1, 10, 0.1]);
  t.true(day.latencyP50Ms >= 0 && day.latencyP95Ms >= day.latencyP50Ms);
});

test.serial(
  'deliveries and their attempts are deleted after 30 days, within the five days of a partition',
  async (t) => {
    const { subscriber, happen, clock, jobs, pass, database } = await webhookServiceFor(t);
    const { owner } = await subscriber();
    await happen('old');
    clock.advance(20 * DAY);
    const young = await happen('young');
    clock.advance(16 * DAY);
    await jobs.run('webhooks.forget-old');
    await pass(0);
    t.is((await deliveryOf(owner, young)).attemptCount, 1);
    const counts = await database.database.query(
      'select (select count(*) from webhook_deliveries) as deliveries, (select count(*) from webhook_attempts) as attempts',
    );
    t.deepEqual(counts.rows, [{ deliveries: 1, attempts: 1 }]);
  },
);
