import 'reflect-metadata';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { accountCeilingReached } from '../../../src/features/users/account.events.js';
import { DeliveryRepository } from '../../../src/features/webhooks/delivery.repository.js';
import { leastUuidAt } from '../../../src/time/uuid-v7.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { DAY } from '../../support/service-for.js';
import { PASSWORD } from '../../support/test-service.js';
import { deliveryOf, type WebhookService, webhookServiceFor } from '../../support/webhook-service.js';

/** Returns the id of an event that was logged `days` days ago. */
const idOf = (days: number, number = 1) =>
  leastUuidAt(Date.now() - days * DAY).replace(/0000-0000-0{12}$/, `7000-8000-${String(number).padStart(12, '0')}`);

const data = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' };

const countsOf = async ({ database }: WebhookService) => {
  const tables = ['events', 'webhook_deliveries', 'webhook_attempts', 'subscription_mails'];
  const { rows } = await database.database.query(
    `select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`,
  );
  return rows[0];
};

const partitionsOf = async ({ database }: WebhookService, table: string) =>
  (
    await database.database.query<{ name: string }>(
      'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
      [table],
    )
  ).rows.length;

test.serial('an event is queued for an endpoint once, in whichever partition it is', async (t) => {
  const service = await webhookServiceFor(t);
  const { owner, endpoint } = await service.subscriber();
  // Settles first, so that the events of the subscription itself precede the other events, regardless of their ids.
  await service.settle();
  const log = service.services.get(EventLog);
  const ids = [idOf(12), idOf(6), idOf(0)];
  for (const id of ids) await log.append(feedStatusChanged, { data, id });
  await service.jobs.run('webhooks.forget-old');
  await service.deliver();
  for (const id of ids) t.is((await deliveryOf(owner, id)).status, 'delivered');
  const { rows } = await service.database.database.query('select distinct tableoid from webhook_deliveries');
  t.true(rows.length >= 2);
  const wanted = (await log.byIds(ids)).map(({ id, position }) => ({
    endpointId: endpoint.id,
    eventId: id,
    eventPosition: position,
  }));
  t.deepEqual(await service.services.get(DeliveryRepository).insert(wanted, new Date()), []);
  t.is(service.receiver.received.length, 3);
  // Moving the deliveries into partitions does not make them new deliveries.
  await service.jobs.run('webhooks.forget-old');
  t.is((await service.database.database.query('select from webhook_deliveries_default')).rows.length, 0);
  t.deepEqual(await service.services.get(DeliveryRepository).insert(wanted, new Date()), []);
});

test.serial(
  'a partition is dropped once all its deliveries have expired, with their attempts, and a dry run counts them',
  async (t) => {
    const service = await webhookServiceFor(t);
    const { owner } = await service.subscriber();
    await service.happen();
    const [deliveries, attempts] = [
      await partitionsOf(service, 'webhook_deliveries'),
      await partitionsOf(service, 'webhook_attempts'),
    ];
    const operator = await service.signedIn(undefined, 'operator');
    const expired = async () =>
      (await operator.post('/admin/retention/run', { dryRun: true })).json.tables.find(
        ({ table }: { table: string }) => table === 'webhook_deliveries',
      ).rowCount;
    t.is(await expired(), 0);
    service.clock.advance(36 * DAY);
    await service.pass(0);
    await operator.signIn(operator.email, PASSWORD);
    t.is(await expired(), 1);
    // Rejects every row-wise delete, which proves that only partitions are dropped.
    const prevent = (table: string) =>
      service.database.database.query(
        `create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'deleted'; end $$;
       create trigger refuse before delete on ${table} for each row execute function refuse()`,
      );
    for (const table of ['webhook_deliveries', 'webhook_attempts']) await prevent(table);
    await service.jobs.run('webhooks.forget-old');
    t.like(await countsOf(service), { webhook_deliveries: 0, webhook_attempts: 0 });
    t.is(await expired(), 0);
    t.deepEqual((await owner.get('/webhooks/deliveries')).json.items, []);
    // The partition of the deliveries is gone; the partitions of today and the next days exist.
    const made = await service.database.database.query<{ name: string }>(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent in ('webhook_deliveries'::regclass, 'webhook_attempts'::regclass)",
    );
    const first = new Date(Math.floor(Date.now() / (5 * DAY)) * 5 * DAY).toISOString().slice(0, 10).replaceAll('-', '');
    t.false(made.rows.some(({ name }) => name.endsWith(first)));
    t.true(deliveries > 1 && attempts > 1);
  },
);

test.serial('rows that refer to a deleted event, delivery or account are deleted with it', async (t) => {
  const service = await webhookServiceFor(t);
  const { owner, endpoint } = await service.subscriber();
  // Settles first, so that the events of the subscription itself precede the other events, regardless of their ids.
  await service.settle();
  const log = service.services.get(EventLog);
  const own = [idOf(12), idOf(0), idOf(0, 2)];
  for (const id of own)
    await log.append(accountCeilingReached, { data: { limit: 600, windowSeconds: 60 }, ownerId: owner.accountId, id });
  const shared = await service.happen();
  const before = await countsOf(service);
  t.true(before?.webhook_attempts >= 4 && before?.webhook_attempts === before?.webhook_deliveries);
  await log.withdraw(owner.accountId, own.slice(0, 1));
  const after = await countsOf(service);
  t.deepEqual(
    [after?.webhook_deliveries, after?.webhook_attempts],
    [before?.webhook_deliveries - 1, before?.webhook_attempts - 1],
  );
  await service.database.database.query(
    `insert into subscription_mails (subscription_id, event_id, account_id, batch, due_at) select id, $1, account_id, 'event:1', now() from subscriptions`,
    [own[1]],
  );
  await log.withdraw(owner.accountId, own.slice(1, 2));
  t.is((await countsOf(service))?.subscription_mails, 0);
  t.is((await deliveryOf(owner, shared)).endpointId, endpoint.id);
  t.is((await owner.delete('/users/me', { body: { currentPassword: PASSWORD } })).status, 204);
  await service.settle();
  t.like(await countsOf(service), { webhook_deliveries: 0, webhook_attempts: 0 });
  t.is(
    (await service.database.database.query('select from events where owner_id = $1', [owner.accountId])).rows.length,
    0,
  );
});

test.serial('a deleted endpoint leaves no attempts and no deliveries', async (t) => {
  const service = await webhookServiceFor(t);
  const { endpoint } = await service.subscriber();
  await service.happen();
  await service.database.database.query('delete from webhook_endpoints where id = $1', [endpoint.id]);
  t.like(await countsOf(service), { webhook_deliveries: 0, webhook_attempts: 0 });
});
