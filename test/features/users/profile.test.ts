import 'reflect-metadata';
import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import type { LoggedEvent } from '../../../src/events/logged-event.js';
import { accountCeilingReached } from '../../../src/features/users/account.events.js';
import { TURN_CHARACTERS } from '../../../src/http/chunked-json.js';
import { feedStatusChanged } from '../../../src/upstream/feed.events.js';
import { isProblem } from '../../support/is-problem.js';
import { serviceFor } from '../../support/service-for.js';
import { PASSWORD, startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
});
test.after.always(() => service.close());

test('the owner can change name and e-mail address, and the version increases', async (t) => {
  const ada = await service.signedIn();
  const changed = await ada.patch('/users/me', { displayName: 'Countess', email: `NEW-${ada.email}` });
  t.is(changed.status, 200);
  t.like(changed.json, { displayName: 'Countess', email: `new-${ada.email}`, version: 2 });
  t.deepEqual((await ada.get('/users/me')).json, changed.json);
  isProblem(t, await service.client().signIn(ada.email, PASSWORD), 401, 'invalid_credentials');
  t.is((await service.client().signIn(`new-${ada.email}`, PASSWORD)).status, 200);
});

test('control characters of a name are accepted and kept as spaces, in the profile and in other names', async (t) => {
  const ada = await service.signedIn();
  const given = 'Ada\r\nBcc: eve@evil.test \u202eexe.txt';
  const kept = 'Ada Bcc: eve@evil.test  exe.txt';
  const changed = await ada.patch('/users/me', { displayName: given });
  t.like(changed, { status: 200 });
  t.is(changed.json.displayName, kept);
  t.is((await ada.get('/users/me')).json.displayName, kept);
  const position = { lat: 1, lon: 2 };
  const shape = { type: 'circle', center: position, radiusMeters: 1_000 };
  for (const [path, body, field] of [
    ['/markets/watchlists', { symbols: [] }, 'name'],
    ['/auth/keys', { scopes: ['users:read'] }, 'name'],
    ['/geospatial/geofences', { shape }, 'name'],
    ['/geospatial/pins', { position }, 'title'],
  ] as const) {
    const made = await ada.post(path, { ...body, [field]: given });
    t.is(made.status, 201, `${path} ${JSON.stringify(made.json)}`);
    t.is(made.json[field], kept, path);
  }
  const named = await ada.post('/portfolios', { name: 'Growth \u202ehtworG', kind: 'own', baseCurrency: 'USD' });
  t.is(named.json.name, 'Growth  htworG');
});

test('omitted fields are kept, with either media type', async (t) => {
  const ada = await service.signedIn();
  const answer = await ada.patch(
    '/users/me',
    { displayName: 'Ada L.' },
    { headers: { 'content-type': 'application/merge-patch+json' } },
  );
  t.like(answer.json, { displayName: 'Ada L.', email: ada.email });
  t.is((await ada.patch('/users/me', {})).status, 200);
});

test('the e-mail address of another account is rejected, and the update changes nothing', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const answer = await eve.patch('/users/me', { displayName: 'Ada', email: ada.email.toUpperCase() });
  t.is(answer.status, 409);
  t.is(answer.json.code, 'email_taken');
  t.like((await eve.get('/users/me')).json, { email: eve.email, version: 1 });
});

for (const field of [
  'role',
  'id',
  'version',
  'disabled',
  'disabledAt',
  'rateCeiling',
  'passwordHash',
  'password',
  'createdAt',
  'preferences',
  'constructor',
  'toString',
]) {
  test(`${field} cannot be changed through the profile`, async (t) => {
    const ada = await service.signedIn();
    const answer = await ada.patch('/users/me', { displayName: 'Eve', [field]: 'operator' });
    t.is(answer.status, 400);
    t.deepEqual(answer.json.errors, [{ in: 'body', pointer: `/${field}`, detail: 'is not known here' }]);
    t.like((await ada.get('/users/me')).json, { role: 'user', version: 1, id: ada.accountId });
  });
}

test('a field named __proto__ is rejected', async (t) => {
  const ada = await service.signedIn();
  const answer = await ada.patch('/users/me', undefined, {
    rawBody: '{"__proto__":{"role":"operator"}}',
    headers: { 'content-type': 'application/json' },
  });
  t.is(answer.status, 400);
  t.is(answer.json.errors[0].pointer, '/__proto__');
});

test('an update with an outdated version is rejected', async (t) => {
  const ada = await service.signedIn();
  const etag = (await ada.get('/users/me')).headers.get('etag') as string;
  t.is((await ada.patch('/users/me', { displayName: 'First' }, { headers: { 'if-match': etag } })).status, 200);
  const stale = await ada.patch('/users/me', { displayName: 'Second' }, { headers: { 'if-match': etag } });
  isProblem(t, stale, 412, 'precondition_failed');
  t.is((await ada.get('/users/me')).json.displayName, 'First');
  t.is((await ada.patch('/users/me', { displayName: 'Third' }, { headers: { 'if-match': '*' } })).status, 200);
});

test('exactly one of several concurrent updates with the same version succeeds', async (t) => {
  const ada = await service.signedIn();
  const etag = (await ada.get('/users/me')).headers.get('etag') as string;
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((displayName) =>
      ada.patch('/users/me', { displayName }, { headers: { 'if-match': etag } }),
    ),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412]);
});

test('an unchanged profile is a 304, and two accounts never share a tag', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const etag = (await ada.get('/users/me')).headers.get('etag') as string;
  t.is((await ada.get('/users/me', { headers: { 'if-none-match': etag } })).status, 304);
  t.is((await eve.get('/users/me', { headers: { 'if-none-match': etag } })).status, 200);
  isProblem(
    t,
    await eve.patch('/users/me', { displayName: 'Eve' }, { headers: { 'if-match': etag } }),
    412,
    'precondition_failed',
  );
});

test('the usage includes the current request', async (t) => {
  const ada = await service.signedIn();
  await ada.get('/users/me');
  const answer = await ada.get('/users/me/usage');
  t.deepEqual(answer.json.sessions, { active: 1, limit: 20 });
  t.like(answer.json.rateLimit, { limit: 600, remaining: 598, windowSeconds: 60 });
  t.is(Date.parse(answer.json.rateLimit.resetsAt) / 1000, Number(answer.headers.get('x-ratelimit-reset')));
});

test('the export contains all data of the account, none of another, and no password', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  await ada.patch('/users/me/preferences', { theme: 'dark' });
  const { json, text } = await ada.get('/users/me/export');
  t.is(json.user.id, ada.accountId);
  t.is(json.preferences.theme, 'dark');
  t.deepEqual(
    json.sessions.map(({ current }: { current: boolean }) => current),
    [true],
  );
  t.deepEqual(
    json.activity.map(({ action }: { action: string }) => action),
    ['user.signed_in', 'user.registered'],
  );
  for (const other of [eve.accountId, eve.email, 'argon2', PASSWORD]) t.false(text.includes(other));
});

test('the export contains exactly the events that concern the account, latest first', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const log = service.services.get(EventLog);
  const data = { limit: 600, windowSeconds: 60 };
  const ids: string[] = [];
  for (const second of [1, 3, 2]) {
    const time = new Date(service.clock.now() + second * 1000);
    ids[second] = await log.append(accountCeilingReached, { data, ownerId: ada.accountId, time });
    await log.append(accountCeilingReached, { data, ownerId: eve.accountId, time });
  }
  await log.append(feedStatusChanged, {
    data: { feed: 'ais', provider: 'simulator', status: 'down', previousStatus: null },
  });
  await service.settle();
  const { events } = (await ada.get('/users/me/export')).json;
  t.deepEqual(
    events.map(({ id }: { id: string }) => id),
    [ids[3], ids[2], ids[1]],
  );
});

test('an export with 10,000 events is written in chunks between which the event loop runs', async (t) => {
  const ada = await service.signedIn();
  const log = service.services.get(EventLog);
  const id = await log.append(accountCeilingReached, {
    data: { limit: 600, windowSeconds: 60 },
    ownerId: ada.accountId,
  });
  await service.settle();
  const [event] = await log.byIds([id]);
  t.truthy(event);
  let [written, most] = [0, 0];
  const toJSON = () => {
    if (written === 0) setImmediate(() => (written = 0));
    written += 1;
    most = Math.max(most, written);
    return event?.data;
  };
  const own = log.own.bind(log);
  log.own = async (accountId, limit) =>
    accountId === ada.accountId
      ? Array.from({ length: 10_000 }, () => ({ ...(event as LoggedEvent), data: { toJSON } }))
      : own(accountId, limit);
  t.teardown(() => {
    log.own = own;
  });
  const { status, json, text } = await ada.get('/users/me/export');
  t.is(status, 200, text.slice(0, 500));
  t.is(json.events.length, 10_000);
  const perTurn = Math.ceil(TURN_CHARACTERS / JSON.stringify(json.events[0]).length);
  t.true(most <= perTurn, `${most} events were written in one turn, ${perTurn} make a piece`);
});

test('a list longer than one query is exported completely, latest first', async (t) => {
  const ada = await service.signedIn();
  const log = service.services.get(EventLog);
  const given = Array.from({ length: 1_001 }, () => ({
    data: { limit: 600, windowSeconds: 60 },
    ownerId: ada.accountId,
  }));
  const ids = await log.appendMany(accountCeilingReached, given);
  await service.settle();
  const read = (await log.own(ada.accountId, 10_000)).map(({ id, position }) => ({ id, position }));
  t.deepEqual(read.map(({ id }) => id).toSorted(), ids.toSorted());
  t.deepEqual(
    read,
    read.toSorted((one, other) => other.position - one.position),
  );
  t.is((await log.own(ada.accountId, 600)).length, 600);
});

test('deleting an account requires its password, and wrong passwords cause a wait', async (t) => {
  const ada = await service.signedIn();
  const wrong = [
    undefined,
    {},
    { currentPassword: '' },
    { currentPassword: 7 },
    { currentPassword: 'not the password' },
  ];
  for (const body of wrong) {
    const answer = await ada.delete('/users/me', { body });
    t.is(answer.status, 400);
    t.deepEqual(
      answer.json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/currentPassword'],
    );
  }
  for (let count = 0; count < 4; count += 1)
    await ada.delete('/users/me', { body: { currentPassword: 'not the password' } });
  const refused = await ada.delete('/users/me', { body: { currentPassword: PASSWORD } });
  t.deepEqual([refused.status, refused.json.code], [429, 'too_many_attempts']);
  isProblem(t, await service.client().signIn(ada.email, PASSWORD), 429, 'too_many_attempts');
  t.is((await ada.get('/users/me')).status, 200);
});

test('a deleted account is gone at once with its sessions, and its e-mail address is available again', async (t) => {
  const ada = await service.signedIn();
  const { cookie } = ada;
  t.is((await ada.delete('/users/me', { body: { currentPassword: PASSWORD } })).status, 204);
  isProblem(t, await ada.get('/users/me'), 401, 'invalid_token');
  isProblem(t, await service.client().post('/auth/refresh', undefined, { cookie }), 401, 'refresh_invalid');
  isProblem(t, await service.client().signIn(ada.email, PASSWORD), 401, 'invalid_credentials');
  t.is(
    (await service.client().post('/auth/register', { email: ada.email, password: PASSWORD, displayName: 'Ada' }))
      .status,
    201,
  );
});

test('the export contains subscriptions and webhook endpoints of the account, without secrets', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const made = async (owner: typeof ada) => {
    const { json: endpoint } = await owner.post('/webhooks/endpoints', {
      url: 'http://127.0.0.1:9/',
      description: 'Nobody there',
    });
    const delivery = { channel: 'webhook', endpointId: endpoint.id };
    return {
      endpoint,
      subscription: (await owner.post('/subscriptions', { name: 'All', eventTypes: ['*'], delivery })).json,
    };
  };
  const [hers] = [await made(ada), await made(bob)];
  const { json, text } = await ada.get('/users/me/export');
  const { secret, ...endpoint } = hers.endpoint;
  t.deepEqual([json.subscriptions, json.webhookEndpoints], [[hers.subscription], [endpoint]]);
  t.false(text.includes(secret));
  t.false(text.includes('sealed.'));
});

test('the export contains the watchlists of the account only', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const [hers] = [
    await ada.post('/markets/watchlists', { name: 'Hers', symbols: ['AAPL.US'] }),
    await bob.post('/markets/watchlists', { name: 'His' }),
  ];
  t.deepEqual((await ada.get('/users/me/export')).json.watchlists, [hers.json]);
});

test('the export contains the pins and geofences of the account only', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const place = { lat: 52, lon: 4 };
  const fence = { name: 'Maas', shape: { type: 'circle', center: place, radiusMeters: 1_000 } };
  const [pin, geofence] = [
    await ada.post('/geospatial/pins', { title: 'Hers', position: place }),
    await ada.post('/geospatial/geofences', fence),
  ];
  await bob.post('/geospatial/pins', { title: 'His', position: place });
  await bob.post('/geospatial/geofences', fence);
  const { json } = await ada.get('/users/me/export');
  t.deepEqual([json.pins, json.geofences], [[pin.json], [geofence.json]]);
});

test('an account with many events can be deleted', async (t) => {
  const own = await serviceFor(t); // a service of its own, so that this slow deletion does not delay the other tests
  const { database } = own.database;
  const ada = await own.signedIn();
  // Deletes take more than a millisecond per row, so one statement for all rows would exceed the statement timeout.
  await database.query(
    `insert into events (id, owner_id, type, audience, time, data, keys)
    select gen_random_uuid(), $1, 'test.bulk', 'owner', now(), '{}', '{}' from generate_series(1, 2500)`,
    [ada.accountId],
  );
  await database.query(
    'create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.001); return old; end $$',
  );
  await database.query(
    "create trigger slowly before delete on events for each row when (old.type = 'test.bulk') execute function slowly()",
  );
  t.is((await ada.delete('/users/me', { body: { currentPassword: PASSWORD } })).status, 204);
  await database.query('drop trigger slowly on events');
  t.is(
    (await database.query<{ count: number }>("select count(*) from events where type = 'test.bulk'")).rows[0]?.count,
    0,
  );
});
