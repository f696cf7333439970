import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { accountCeilingReached } from '../../../src/features/users/account.events.js';
import { webhookTest } from '../../../src/features/webhooks/webhooks.events.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

async function feedDown(): Promise<string> {
  const id = await service.services
    .get(EventLog)
    .append(feedStatusChanged, { data: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: 'ok' } });
  await service.settle();
  return id;
}

test('a bookmark keeps a copy of its event when the log forgets the event', async (t) => {
  const ada = await service.signedIn();
  const { services, clock, settle } = service;
  const eventId = await services
    .get(EventLog)
    .append(accountCeilingReached, { data: { limit: 600, windowSeconds: 60 }, ownerId: ada.accountId });
  await settle();
  const event = (await ada.get(`/timeline/${eventId}`)).json;
  const { json: bookmark } = await ada.post('/timeline/bookmarks', { eventId, note: 'Again' });
  await services.get(EventLog).forget(accountCeilingReached.type, new Date(clock.now() + 1), 1_000);
  isProblem(t, await ada.get(`/timeline/${eventId}`), 404, 'not_found');
  const kept = (await ada.get(`/timeline/bookmarks/${bookmark.id}`)).json;
  t.like(kept, { eventId, note: 'Again' });
  t.deepEqual(kept.event, event);
  t.deepEqual((await ada.get('/users/me/export')).json.timelineBookmarks, [kept]);
});

test('an event has one bookmark of an account, and others can mark it, too', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const eventId = await feedDown();
  const answers = await Promise.all([1, 2, 3].map(() => ada.post('/timeline/bookmarks', { eventId })));
  t.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  t.is((await eve.post('/timeline/bookmarks', { eventId })).status, 201);
});

test('an unknown event and an event of another account cannot be marked', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const own = await service.services
    .get(EventLog)
    .append(webhookTest, { data: { endpointId: randomUUID() }, ownerId: eve.accountId });
  await service.settle();
  for (const eventId of [randomUUID(), own]) {
    const { status, json } = await ada.post('/timeline/bookmarks', { eventId });
    t.deepEqual([status, json.errors[0].pointer], [422, '/eventId']);
  }
  t.is((await eve.post('/timeline/bookmarks', { eventId: own })).status, 201);
});

test('the note of a bookmark is changed and removed', async (t) => {
  const ada = await service.signedIn();
  const { json: bookmark } = await ada.post('/timeline/bookmarks', { eventId: await feedDown() });
  const own = `/timeline/bookmarks/${bookmark.id}`;
  t.like((await ada.patch(own, { note: 'Look' })).json, { note: 'Look', version: 2 });
  t.like((await ada.patch(own, { note: null })).json, { note: null, version: 3 });
  t.like((await ada.patch(own, {})).json, { note: null, version: 3 });
});
