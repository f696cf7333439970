import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import { Database } from '../../../src/database/database.js';
import { EventLog } from '../../../src/events/event-log.js';
import { EventType } from '../../../src/events/event-type.js';
import type { SubscriptionFilter } from '../../../src/features/subscriptions/subscription.js';
import { SubscriptionRepository } from '../../../src/features/subscriptions/subscription.repository.js';
import { SubscriptionsService } from '../../../src/features/subscriptions/subscriptions.records.js';
import { WebhookMatching } from '../../../src/features/subscriptions/webhook-matching.service.js';
import { Clock } from '../../../src/time/clock.js';
import { FeedStatusChangedDto, feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { serviceFor } from '../../support/service-for.js';
import { PASSWORD } from '../../support/test-service.js';
import { seedEndpoint } from '../../support/webhook-endpoints.js';

const personal = new EventType({
  type: 'test.personal',
  description: '.',
  data: FeedStatusChangedDto,
  audience: 'owner',
  tag: 'health',
  severities: [1],
});
const change = (feed: string) => ({ feed, provider: 'simulator', status: 'down', previousStatus: 'ok' });

async function matchingFor(t: ExecutionContext) {
  const service = await serviceFor(t);
  const { services, settle, database } = service;
  const [log, subscriptions] = [services.get(EventLog), services.get(SubscriptionsService)];
  const newMatching = () => new WebhookMatching(services.get(SubscriptionRepository), log, services.get(Clock));
  const subscribed = async (
    accountId: string,
    request: { endpointId?: string; eventTypes?: string[]; filter?: SubscriptionFilter } = {},
  ) => {
    const endpointId = request.endpointId ?? (await seedEndpoint(database.database, accountId));
    const { eventTypes = ['*'], filter } = request;
    const { id } = await subscriptions.create(accountId, {
      name: 'All',
      eventTypes,
      filter,
      delivery: { channel: 'webhook', endpointId },
    });
    await settle();
    return { id, endpointId };
  };
  const happened = async (feed: string) => {
    await log.append(feedStatusChanged, { data: change(feed) });
    await settle();
  };
  let position = 0;
  /** Returns the new events, as a consumer of the log gets them. */
  const read = async () => {
    await settle();
    const events = await log.after(position, 1_000);
    position = events.at(-1)?.position ?? position;
    return events;
  };
  /** Returns the feed and the endpoint ids of each match. */
  const reported = async (matching: WebhookMatching, events: Awaited<ReturnType<typeof read>>) =>
    (await matching.match(events)).map(({ event, endpointIds }) => [event.data.feed, ...endpointIds.sort()]);
  return { ...service, log, subscriptions, newMatching, subscribed, happened, read, reported };
}

test('a subscription matches events after its creation in the log and before its deletion', async (t) => {
  const { signedIn, subscribed, happened, newMatching, read, reported, subscriptions, services } = await matchingFor(t);
  const { accountId } = await signedIn();
  const matching = newMatching();
  await happened('one');
  t.deepEqual(await reported(matching, await read()), []);
  await happened('two');
  const { endpointId } = await subscribed(accountId);
  await happened('three');
  await services.get(Database).transaction(() => subscriptions.removeOf(endpointId));
  await happened('four');
  t.deepEqual(await reported(matching, await read()), []); // the subscription was deleted before the matching ever read it
  const again = await subscribed(accountId, { endpointId });
  await happened('five');
  t.deepEqual(await reported(matching, await read()), [['five', again.endpointId]]);
  await happened('six');
  await services.get(Database).transaction(() => subscriptions.removeOf(endpointId));
  await happened('seven');
  t.deepEqual(await reported(matching, await read()), [['six', endpointId]]);
});

test('an index that is loaded late does not match events from before the subscription', async (t) => {
  const { signedIn, subscribed, happened, newMatching, read, reported } = await matchingFor(t);
  const { accountId } = await signedIn();
  await happened('before');
  const { endpointId } = await subscribed(accountId);
  await happened('after');
  t.deepEqual(await reported(newMatching(), await read()), [['after', endpointId]]);
});

test('matching the same events again, as after a rollback, gives the same result', async (t) => {
  const { signedIn, subscribed, happened, newMatching, read, reported } = await matchingFor(t);
  const { accountId } = await signedIn();
  const matching = newMatching();
  await reported(matching, await read());
  await happened('before');
  const { endpointId } = await subscribed(accountId);
  await happened('after');
  const events = await read();
  t.deepEqual(await reported(matching, events), [['after', endpointId]]);
  t.deepEqual(await reported(matching, events), [['after', endpointId]]);
});

test('an index that was idle while another process read has all changes', async (t) => {
  const { signedIn, subscribed, happened, newMatching, read, reported, services, subscriptions } = await matchingFor(t);
  const { accountId } = await signedIn();
  const [matching, other] = [newMatching(), newMatching()];
  const { endpointId: left } = await subscribed(accountId);
  await happened('one');
  t.deepEqual(await reported(matching, await read()), [['one', left]]);
  const { endpointId: joined } = await subscribed(accountId, { filter: { entityIds: ['feed:two', 'feed:three'] } });
  await services.get(Database).transaction(() => subscriptions.removeOf(left));
  await happened('two');
  t.deepEqual(await reported(other, await read()), [['two', joined]]);
  await happened('three');
  t.deepEqual(await reported(matching, await read()), [['three', joined]]);
});

test('an endpoint receives an event once, however many of its subscriptions match', async (t) => {
  const { signedIn, subscribed, happened, newMatching, read, reported } = await matchingFor(t);
  const { accountId } = await signedIn();
  const { endpointId } = await subscribed(accountId);
  await subscribed(accountId, { endpointId, eventTypes: ['feed.*', 'feed.status_changed'] });
  await happened('ais');
  t.deepEqual(await reported(newMatching(), await read()), [['ais', endpointId]]);
});

test('events of an account are sent to its endpoints only, and internal events to none', async (t) => {
  const { signedIn, subscribed, newMatching, read, reported, log } = await matchingFor(t);
  const [ada, bob] = [await signedIn(), await signedIn()];
  const { endpointId } = await subscribed(ada.accountId);
  await subscribed(bob.accountId, { filter: { entityIds: [`account:${ada.accountId}`] } });
  await subscribed(bob.accountId);
  await log.append(personal, { data: change('hers'), ownerId: ada.accountId });
  t.deepEqual(await reported(newMatching(), await read()), [['hers', endpointId]]);
});

test('subscriptions of a deleted account match nothing', async (t) => {
  const { signedIn, subscribed, happened, newMatching, read, reported } = await matchingFor(t);
  const ada = await signedIn();
  const matching = newMatching();
  await subscribed(ada.accountId);
  await reported(matching, await read());
  t.is((await ada.delete('/users/me', { body: { currentPassword: PASSWORD } })).status, 204);
  await happened('after');
  t.deepEqual(await reported(matching, await read()), []);
});

test('subscriptions for streams are not matched for webhooks, and a recovery matches the same events as delivery', async (t) => {
  const { signedIn, subscribed, happened, newMatching, read, reported, subscriptions } = await matchingFor(t);
  const { accountId } = await signedIn();
  await subscriptions.create(accountId, { name: 'Live', eventTypes: ['*'], delivery: { channel: 'stream' } });
  await happened('ais');
  t.deepEqual(await reported(newMatching(), await read()), []);
  const { endpointId } = await subscribed(accountId, {
    eventTypes: ['feed.*'],
    filter: { symbols: ['AAPL.US'], minSeverity: 2, bbox: [1, 2, 3, 4] },
  });
  t.deepEqual(await subscriptions.filtersOf(endpointId), [
    {
      types: ['feed.status_changed'],
      isQuiet: false,
      keys: [['symbol:AAPL.US']],
      minSeverity: 2,
      bbox: { west: 1, south: 2, east: 3, north: 4 },
    },
  ]);
});

test('a subscription that changes to another endpoint, or from streams to one, is delivered there from the change on', async (t) => {
  const { signedIn, subscribed, happened, newMatching, read, reported, subscriptions, database } = await matchingFor(t);
  const { accountId } = await signedIn();
  const { id, endpointId: first } = await subscribed(accountId);
  const live = await subscriptions.create(accountId, {
    name: 'Live',
    eventTypes: ['*'],
    filter: { entityIds: ['feed:ais'] },
    delivery: { channel: 'stream' },
  });
  const [second, third] = [
    await seedEndpoint(database.database, accountId),
    await seedEndpoint(database.database, accountId),
  ];
  const matching = newMatching();
  await reported(matching, await read());
  await happened('ais');
  await subscriptions.change(accountId, id, { delivery: { endpointId: second } });
  await subscriptions.change(accountId, live.id, { delivery: { channel: 'webhook', endpointId: third } });
  await happened('ais');
  t.deepEqual(await reported(matching, await read()), [
    ['ais', first],
    ['ais', ...[second, third].sort()],
  ]);
  await subscriptions.change(accountId, id, { delivery: { channel: 'stream' } });
  await happened('ais');
  t.deepEqual(await reported(matching, await read()), [['ais', third]]);
});
