import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { EventCatalog } from '../../../src/events/event-catalog.js';
import { EventType } from '../../../src/events/event-type.js';
import { FeedStatusChangedDto, feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const down = { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: null };
const publicEvent = { type: 'feed.status_changed', subject: 'feed:ais', data: down };
const ownEvent = { type: 'account.ceiling_reached', data: { limit: 600, windowSeconds: 60 } };

let service: TestService;
let operator: Awaited<ReturnType<TestService['signedIn']>>;
test.before(async () => {
  service = await startTestService();
  operator = await service.signedIn(undefined, 'operator');
});
test.after.always(() => service.close());

test('a synthetic event is returned in the form in which it will be read', async (t) => {
  const answer = await operator.post('/debug/events', publicEvent);
  t.is(answer.status, 201);
  t.like(answer.json, { specversion: '1.0', source: 'http://127.0.0.1:3000/api/v1', ...publicEvent });
  const ada = await service.signedIn();
  t.is(answer.headers.get('location'), `/api/v1/timeline/${answer.json.id}`);
  t.deepEqual((await ada.get(`/timeline/${answer.json.id}`)).json, answer.json);
});

test('an event for one account is visible to that account only', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const { json } = await operator.post('/debug/events', { ...ownEvent, ownerId: ada.accountId });
  await service.settle();
  t.deepEqual((await ada.get(`/timeline/${json.id}`)).json, json);
  t.false('subject' in json);
  for (const other of [eve, operator]) isProblem(t, await other.get(`/timeline/${json.id}`), 404, 'not_found');
});

test('data that does not match the type is rejected with a pointer to each error', async (t) => {
  const answer = await operator.post('/debug/events', {
    ...publicEvent,
    data: { feed: 7, provider: 'simulator', status: 'down', 'a/b': 1 },
  });
  t.is(answer.status, 400);
  t.deepEqual(answer.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort(), [
    '/data/a~1b',
    '/data/feed',
    '/data/previousStatus',
  ]);
});

test('an unknown type is rejected with a reference to the list of types', async (t) => {
  const answer = await operator.post('/debug/events', { ...publicEvent, type: 'feed.exploded' });
  t.is(answer.status, 400);
  t.is(answer.json.errors[0].pointer, '/type');
  t.regex(answer.json.detail, /GET \/subscriptions\/event-types/);
});

test('an internal type is rejected like an unknown one', async (t) => {
  const internal = new EventType({
    type: 'test.internal',
    description: '.',
    data: FeedStatusChangedDto,
    audience: 'service',
    tag: 'health',
    severities: [1],
  });
  const { signedIn } = await serviceFor(t, { parts: { catalogue: new EventCatalog([feedStatusChanged, internal]) } });
  const own = await signedIn(undefined, 'operator');
  const [inner, unknown] = [
    await own.post('/debug/events', { type: 'test.internal', data: down }),
    await own.post('/debug/events', { type: 'test.unknown', data: down }),
  ];
  t.deepEqual([inner.status, inner.json.errors, inner.json.detail], [400, unknown.json.errors, unknown.json.detail]);
});

test('an owner is required exactly for events that only the owner sees, and must be an account', async (t) => {
  const ownerId = operator.accountId;
  const answers = [
    await operator.post('/debug/events', ownEvent),
    await operator.post('/debug/events', { ...publicEvent, ownerId }),
    await operator.post('/debug/events', { ...ownEvent, ownerId: randomUUID() }),
    await operator.post('/debug/events', { ...ownEvent, ownerId: 'ada' }),
  ];
  t.deepEqual(
    answers.map(({ status, json }) => [status, json.errors[0].pointer]),
    [
      [400, '/ownerId'],
      [400, '/ownerId'],
      [422, '/ownerId'],
      [400, '/ownerId'],
    ],
  );
});

test('a repeated Idempotency-Key creates one event', async (t) => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { ...publicEvent, subject: `feed:${randomUUID()}` };
  const [first, again] = [
    await operator.post('/debug/events', body, { headers }),
    await operator.post('/debug/events', body, { headers }),
  ];
  t.deepEqual([again.status, again.headers.get('idempotency-replayed'), again.json], [201, 'true', first.json]);
  await service.settle();
  t.is((await service.database.database.query('select 1 from events where subject = $1', [body.subject])).rowCount, 1);
});

test('only operators can create synthetic events, and in production the operation does not exist', async (t) => {
  t.regex(
    (await (await service.signedIn()).post('/debug/events', publicEvent)).json.detail,
    /^Only the role operator may do this/,
  );
  const production = await serviceFor(t, { env: { SVC_ENV: 'production' } });
  isProblem(t, await production.client().post('/debug/events', publicEvent), 404, 'not_found');
});
