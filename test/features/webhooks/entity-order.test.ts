import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { replyWith } from '../../support/receiver.js';
import { DAY, MINUTE, SECOND } from '../../support/service-for.js';
import { deliveryOf, webhookServiceFor } from '../../support/webhook-service.js';

async function orderedFor(t: ExecutionContext, changes: object = {}) {
  const service = await webhookServiceFor(t);
  const { owner, endpoint } = await service.subscriber('/hook', ['feed.*']);
  const path = `/webhooks/endpoints/${endpoint.id}`;
  const { json } = await owner.patch(path, { orderBy: 'entity', ...changes });
  t.is(json.orderBy, 'entity');
  /** Appends events about feeds, then delivers. @returns their ids */
  const append = async (feeds: readonly string[]) => {
    const ids = [];
    for (const feed of feeds) {
      const data = { feed, provider: 'simulator', status: 'down', previousStatus: 'ok' } as const;
      ids.push(await service.services.get(EventLog).append(feedStatusChanged, { data, subject: `feed:${feed}` }));
    }
    await service.deliver();
    return ids;
  };
  const arrived = () => service.receiver.received.map(({ headers }) => headers['webhook-id']);
  return { ...service, owner, path, append, arrived };
}

test('while a delivery of an entity fails, its later ones wait, but not those of other entities', async (t) => {
  const { append, arrived, receiver, pass, owner } = await orderedFor(t);
  receiver.reply(replyWith(500));
  const [first] = await append(['a']);
  receiver.reply(replyWith(200));
  const [second, other, third] = await append(['a', 'b', 'a']);
  t.deepEqual(arrived(), [first, other]);
  t.is((await deliveryOf(owner, second as string)).status, 'pending');
  await pass(10 * SECOND);
  t.deepEqual(arrived(), [first, other, first, second, third]);
});

test('a delivery that fails for good lets the next one be delivered', async (t) => {
  const { append, arrived, receiver, pass, owner } = await orderedFor(t);
  const ids: Array<string | undefined> = [];
  receiver.reply((response, { headers }) =>
    response.writeHead(ids.length === 0 || headers['webhook-id'] === ids[0] ? 500 : 204).end(),
  );
  ids.push(...(await append(['a'])));
  ids.push(...(await append(['a', 'a'])));
  await pass(DAY / 2);
  t.true(arrived().every((id) => id === ids[0]));
  await pass(DAY);
  t.is((await deliveryOf(owner, ids[0] as string)).status, 'failed');
  t.deepEqual(arrived().slice(-2), ids.slice(1));
  t.is(arrived().length, 8 + 2);
});

test('a delivery whose predecessor was deleted, or ended before a kill, is delivered within minutes', async (t) => {
  const { append, arrived, receiver, pass, database } = await orderedFor(t);
  receiver.reply(replyWith(500));
  const [first] = await append(['a']);
  receiver.reply(replyWith(200));
  const [second] = await append(['a']);
  t.deepEqual(arrived(), [first]);
  await database.database.query("update webhook_deliveries set status = 'delivered' where event_id = $1", [first]);
  await pass(MINUTE);
  t.deepEqual(arrived(), [first, second]);
});

test('the order and a rate hold together', async (t) => {
  const { append, arrived, pass } = await orderedFor(t, { maxPerMinute: 60 });
  const ids = await append(['a', 'a', 'b', 'a', 'b', 'a']);
  await pass(MINUTE);
  const of = (indices: number[]) => indices.map((index) => ids[index] as string);
  t.deepEqual(
    arrived().filter((id) => of([0, 1, 3, 5]).includes(id as string)),
    of([0, 1, 3, 5]),
  );
  t.deepEqual(
    arrived().filter((id) => of([2, 4]).includes(id as string)),
    of([2, 4]),
  );
  t.is(arrived().length, 6);
});

test('without an order later deliveries do not wait, also those queued before it was removed', async (t) => {
  const { append, arrived, receiver, pass, owner, path } = await orderedFor(t);
  receiver.reply(replyWith(500));
  const [first] = await append(['a']);
  receiver.reply(replyWith(200));
  const [second] = await append(['a']);
  t.is((await owner.patch(path, { orderBy: null })).json.orderBy, null);
  const [third] = await append(['a']);
  t.deepEqual(arrived(), [first, third]);
  await pass(MINUTE);
  t.deepEqual([...new Set(arrived())].sort(), [first, second, third].sort());
});

test('a manual redelivery does not wait, and an unknown order is a 400', async (t) => {
  const { append, arrived, receiver, owner, path, deliver } = await orderedFor(t);
  receiver.reply(replyWith(500));
  const [first] = await append(['a']);
  receiver.reply(replyWith(200));
  const [second] = await append(['a']);
  const { id } = await deliveryOf(owner, second as string);
  await owner.post(`/webhooks/deliveries/${id}/redeliver`);
  await deliver();
  t.deepEqual(arrived(), [first, second]);
  for (const orderBy of ['time', '', true]) t.is((await owner.patch(path, { orderBy })).status, 400);
});
