import 'reflect-metadata';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import type { LoggedEvent } from '../../../src/events/logged-event.js';
import { LiveStream, type StreamItem } from '../../../src/features/subscriptions/live-stream.js';
import { LiveStreams } from '../../../src/features/subscriptions/live-streams.js';
import type { Subscription } from '../../../src/features/subscriptions/subscription.js';
import { SubscriptionsService } from '../../../src/features/subscriptions/subscriptions.records.js';
import type { Caller } from '../../../src/http/caller.js';
import { EventStream } from '../../../src/http/stream/event-stream.js';
import { appendPublic } from '../../support/feed-events.js';
import { serviceFor } from '../../support/service-for.js';

const subscription = { id: 's', accountId: 'a', eventTypes: ['*'], filter: {} } as unknown as Subscription;
const event = (position: number) => ({ position }) as LoggedEvent;

/** Returns a stream whose client never reads, and the items that were sent to it. */
function streamed() {
  const sent: StreamItem[] = [];
  const encode = (item: StreamItem) => {
    sent.push(item);
    return { data: {} };
  };
  return {
    sent,
    stream: new EventStream<StreamItem>(new ServerResponse(new IncomingMessage(new Socket())), encode, {} as Caller),
  };
}

test('live events wait until the earlier ones are sent, and are then sent at once', (t) => {
  const { sent, stream } = streamed();
  const live = new LiveStream(stream, subscription, 0);
  live.tell(event(1));
  t.deepEqual([sent.length, live.held.map(({ position }) => position)], [0, [1]]);
  live.release();
  live.tell(event(2));
  t.deepEqual(sent, [event(2)]);
});

test('a stream with too many waiting events is marked as behind and buffers no more, so that its events have no gap', (t) => {
  const live = new LiveStream(streamed().stream, subscription, 0);
  for (let position = 1; position <= 600; position += 1) live.tell(event(position));
  t.true(live.isBehind);
  t.is(live.held.length, 500);
  live.held.shift();
  live.tell(event(601));
  t.deepEqual(
    live.held.map(({ position }) => position),
    Array.from({ length: 499 }, (_, index) => index + 2),
  );
});

test('a change or deletion read before a stream joins is applied to the stream', async (t) => {
  const { services, settle, signedIn } = await serviceFor(t);
  const [log, subscriptions, live] = [
    services.get(EventLog),
    services.get(SubscriptionsService),
    services.get(LiveStreams),
  ];
  const { accountId } = await signedIn();
  const input = { name: 'Feeds', eventTypes: ['*'], delivery: { channel: 'stream' } as const };
  const old = await subscriptions.create(accountId, { ...input, filter: { entityIds: ['feed:ais'] } });
  const gone = await subscriptions.create(accountId, input);
  await subscriptions.change(accountId, old.id, { filter: { entityIds: ['feed:news'] } });
  await subscriptions.remove(accountId, gone.id);
  await settle();
  const { sent, stream } = streamed();
  const joined = await live.join(old, stream, await log.head());
  const ended = await live.join(gone, stream, await log.head());
  t.deepEqual([joined.hasEnded, ended.hasEnded], [false, true]);
  joined.release();
  for (const feed of ['ais', 'news']) await appendPublic(log, feed);
  await settle();
  t.deepEqual(
    sent.map((item) => 'data' in item && item.data.feed),
    ['news'],
  );
});
