import 'reflect-metadata';
import test from 'ava';
import { Database } from '../../../src/database/database.js';
import { AttemptOutcomes } from '../../../src/features/webhooks/attempt-outcomes.service.js';
import { DeliveryRepository } from '../../../src/features/webhooks/delivery.repository.js';
import { Outbound } from '../../../src/upstream/outbound.js';
import { hang, replyWith } from '../../support/receiver.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/service-for.js';
import { deliveryOf, isSignedBy, webhookServiceFor } from '../../support/webhook-service.js';

test.serial('a failing endpoint is tried eight times on schedule, with one id and new signatures', async (t) => {
  const { subscriber, happen, receiver, jobs, clock, pass } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  receiver.reply(replyWith(500, {}, 'out of order'));
  const id = await happen();
  const pauses: number[] = [];
  for (let due = jobs.nextDueAt; due !== undefined; due = jobs.nextDueAt) {
    pauses.push(due - clock.now());
    await pass(due - clock.now());
  }
  const steps = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
  t.is(pauses.length, steps.length);
  for (const [index, step] of steps.entries()) {
    t.true(
      Math.abs((pauses[index] as number) - step) <= 0.2 * step + 1,
      `${pauses[index]} ms before attempt ${index + 2}`,
    );
  }
  t.is(receiver.received.length, 8);
  t.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])), new Set([id]));
  for (const header of ['webhook-timestamp', 'webhook-signature'])
    t.is(new Set(receiver.received.map(({ headers }) => headers[header])).size, 8);
  t.true(receiver.received.every((received) => isSignedBy(endpoint.secret, received)));
  const { status, attemptCount, nextAttemptAt, attempts } = await deliveryOf(owner, id);
  t.deepEqual([status, attemptCount, nextAttemptAt], ['failed', 8, null]);
  t.deepEqual(
    attempts.map(({ number, statusCode, error, response }: Record<string, unknown>) => [
      number,
      statusCode,
      error,
      response,
    ]),
    [8, 7, 6, 5, 4, 3, 2, 1].map((number) => [number, 500, 'status', 'out of order']),
  );
});

test.serial('a success after failures ends the attempts', async (t) => {
  const { subscriber, happen, receiver, pass } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  receiver.reply(replyWith(503));
  const id = await happen();
  t.is(typeof (await owner.get(`/webhooks/endpoints/${endpoint.id}`)).json.failingSince, 'string');
  receiver.reply(replyWith(200, {}, 'thanks'));
  await pass(DAY);
  const { status, attempts, completedAt } = await deliveryOf(owner, id);
  t.deepEqual([status, attempts.length, attempts[0].response, receiver.received.length], ['delivered', 2, 'thanks', 2]);
  t.is(typeof completedAt, 'string');
  t.is((await owner.get(`/webhooks/endpoints/${endpoint.id}`)).json.failingSince, null);
});

test.serial('a 410 disables the endpoint at once and notifies its owner', async (t) => {
  const { subscriber, happen, receiver, deliver, pass } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  receiver.reply(replyWith(410));
  const id = await happen();
  await pass(2 * DAY);
  const { json } = await owner.get(`/webhooks/endpoints/${endpoint.id}`);
  t.deepEqual(
    [json.enabled, json.disabledReason, (await deliveryOf(owner, id)).status, receiver.received.length],
    [false, 'gone', 'failed', 1],
  );
  await deliver();
  const reported = (await owner.get('/timeline?type=webhook.endpoint_disabled')).json.items;
  t.deepEqual(
    reported.map((event: { data: unknown }) => event.data),
    [{ endpointId: endpoint.id, host: '127.0.0.1', reason: 'gone', failingSince: json.failingSince }],
  );
});

for (const [status, header, least, most] of [
  [429, '7', 7, 7],
  [429, '120', 10, 10],
  [503, '1', 5, 5],
  [500, '7', 4, 6],
  [429, 'soon', 4, 6],
] as const) {
  test.serial(
    `after a ${status} with Retry-After ${header} the next attempt is in ${least} to ${most} seconds`,
    async (t) => {
      const { subscriber, happen, receiver, jobs, clock } = await webhookServiceFor(t);
      await subscriber();
      receiver.reply(replyWith(status, { 'retry-after': header }));
      await happen();
      const pause = ((jobs.nextDueAt as number) - clock.now()) / SECOND;
      t.true(pause >= least && pause <= most, `${pause} s`);
    },
  );
}

test.serial(
  'after five days of failures only, the endpoint is disabled, its pending deliveries fail, and the owner is notified',
  async (t) => {
    const { subscriber, happen, receiver, pass } = await webhookServiceFor(t);
    const { owner, endpoint } = await subscriber();
    receiver.reply(replyWith(500));
    const path = `/webhooks/endpoints/${endpoint.id}`;
    await happen();
    for (let day = 1; day < 5; day += 1) {
      await pass(DAY);
      await happen();
      t.true((await owner.get(path)).json.enabled, `day ${day}`);
    }
    await pass(DAY);
    const id = await happen();
    const { json } = await owner.get(path);
    t.deepEqual([json.enabled, json.disabledReason], [false, 'failing']);
    t.is((await owner.get('/webhooks/deliveries?status=pending')).json.items.length, 0);
    const [reported] = (await owner.get('/timeline?type=webhook.endpoint_disabled')).json.items;
    t.deepEqual([reported.data.reason, reported.data.failingSince], ['failing', json.failingSince]);
    const before = receiver.received.length;
    await pass(2 * DAY);
    await happen();
    t.is(receiver.received.length, before, `nothing more, ${id} neither`);
    const enabled = await owner.post(`${path}/enable`);
    t.deepEqual([enabled.json.enabled, enabled.json.failingSince], [true, null]);
    await happen();
    t.is(receiver.received.length, before + 1);
    t.true((await owner.get(path)).json.enabled, 'five days begin anew');
  },
);

test.serial('one success in five days keeps an endpoint enabled', async (t) => {
  const { subscriber, happen, receiver, pass } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  for (let day = 0; day < 8; day += 1) {
    receiver.reply(replyWith(day === 3 ? 200 : 500));
    await happen();
    if (day === 3) await pass(0);
    receiver.reply(replyWith(500));
    await pass(DAY);
  }
  t.true((await owner.get(`/webhooks/endpoints/${endpoint.id}`)).json.enabled);
});

test.serial('an attempt is made once, even if its job runs again', async (t) => {
  const { subscriber, happen, receiver, jobs } = await webhookServiceFor(t);
  await subscriber();
  receiver.reply(replyWith(500));
  await happen();
  const runs = jobs.sent.filter(({ name }) => name === 'webhooks.deliver');
  t.is(runs.length, 2);
  await jobs.run('webhooks.deliver', runs[0]?.data);
  t.is(receiver.received.length, 1, 'its step is over');
});

test.serial('an attempt interrupted by shutdown is not recorded and is made again', async (t) => {
  const { subscriber, happen, receiver, jobs, services } = await webhookServiceFor(t);
  const { owner } = await subscriber();
  receiver.reply(hang);
  const happening = happen();
  await receiver.count(1);
  await services.get(Outbound).close();
  await t.throwsAsync(happening, { message: /stopped/ });
  const [{ id, eventId, status, attemptCount }] = (await owner.get('/webhooks/deliveries')).json.items;
  t.deepEqual([status, attemptCount], ['pending', 0]);
  const { rows } = await services
    .get(Database)
    .query<{ position: string }>('select position from events where id = $1', [eventId]);
  t.deepEqual(jobs.sent.at(-1)?.data, { deliveryId: id, eventId, eventPosition: Number(rows[0]?.position), step: 0 });
});

test.serial('a response from the former URL of an endpoint does not affect its current one', async (t) => {
  const { subscriber, happen, receiver, pass } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber('/old');
  const answer = Promise.withResolvers<void>();
  receiver.reply((response) => void answer.promise.then(() => response.writeHead(410).end()), '/old');
  const happening = happen();
  await receiver.count(1);
  await owner.patch(`/webhooks/endpoints/${endpoint.id}`, { url: `${receiver.url}/new` });
  answer.resolve();
  const id = await happening;
  const { json } = await owner.get(`/webhooks/endpoints/${endpoint.id}`);
  t.deepEqual([json.enabled, json.failingSince], [true, null]);
  await pass(MINUTE);
  t.deepEqual([(await deliveryOf(owner, id)).status, receiver.received.at(-1)?.path], ['delivered', '/new']);
});

test.serial('an endpoint with more pending deliveries than can be failed at once is still paused', async (t) => {
  const { subscriber, happen, receiver, jobs, services } = await webhookServiceFor(t);
  const { owner, endpoint } = await subscriber();
  receiver.reply(replyWith(500));
  const first = await deliveryOf(owner, await happen());
  // Inserts 20,000 pending deliveries that are older than the one with a queued run.
  await services.get(Database).query(
    `with made as (
      insert into events (id, type, audience, time, data, keys)
      select gen_random_uuid(), 'feed.status_changed', 'public', now(), '{}', '{}' from generate_series(1, 20000) returning id
    )
    insert into webhook_deliveries (id, endpoint_id, account_id, event_id, event_type, status, created_at)
    select ('00000000' || substr(gen_random_uuid()::text, 9))::uuid, $1, $2, id, 'feed.status_changed', 'pending', now() from made`,
    [endpoint.id, owner.accountId],
  );
  await owner.patch(`/webhooks/endpoints/${endpoint.id}`, { enabled: false });
  t.is((await owner.get(`/webhooks/endpoints/${endpoint.id}/stats`)).json.pending, 1);
  await jobs.run('webhooks.deliver', { deliveryId: first.id, step: 1 });
  t.deepEqual(
    [(await owner.get(`/webhooks/deliveries/${first.id}`)).json.status, receiver.received.length],
    ['failed', 1],
  );
});

test.serial(
  'a job that found its endpoint disabled does not fail a delivery that was queued again since',
  async (t) => {
    const { subscriber, happen, receiver, services } = await webhookServiceFor(t);
    const { owner } = await subscriber();
    receiver.reply(replyWith(500));
    const { id } = await deliveryOf(owner, await happen());
    const seen = (await services.get(DeliveryRepository).load(id, {}))?.delivery;
    await services.get(AttemptOutcomes).giveUp(seen as NonNullable<typeof seen>);
    t.is((await owner.get(`/webhooks/deliveries/${id}`)).json.status, 'pending');
  },
);
