import '../../support/limit-concurrency.js';
import test from 'ava';
import { AuditLog } from '../../../src/audit/audit-log.js';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

type Account = Awaited<ReturnType<TestService['signedIn']>>;

const watchlistOf = async (owner: Account): Promise<string> =>
  (await owner.post('/markets/watchlists', { name: 'Majors', symbols: ['EURUSD.FOREX'] })).json.id;

/** Returns an owner with a watchlist, and another account to which it is granted. */
async function granted(terms: object = {}) {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const id = await watchlistOf(ada);
  const made = await ada.post('/users/me/grants', { kind: 'watchlist', resourceId: id, email: bob.email, ...terms });
  return { ada, bob, id, path: `/markets/watchlists/${id}`, made, grant: `/users/me/grants/${made.json.id}` };
}

const actionsOf = async (subject: string) =>
  (await service.services.get(AuditLog).list({ subject, order: 'asc' }, 100)).map(({ action, actorId, detail }) => ({
    action,
    actorId,
    detail,
  }));

test('a grant to read opens the resource for reading, within a second, and nothing else', async (t) => {
  const { ada, bob, id, path, made } = await granted();
  t.like(made.json, {
    kind: 'watchlist',
    resourceId: id,
    email: bob.email,
    access: 'read',
    showAmounts: true,
    until: null,
  });
  t.like((await bob.get(path)).json, { id, name: 'Majors' });
  t.is((await bob.get(`${path}/quotes`)).status, 200);
  for (const refused of [
    await bob.patch(path, { name: 'Mine' }),
    await bob.delete(path),
    await bob.put(`${path}/symbols/AAPL.US`),
    await bob.get(`/markets/watchlists/${await watchlistOf(ada)}`),
    await (await service.signedIn()).get(path),
  ])
    isProblem(t, refused, 404, 'not_found');
  t.deepEqual((await bob.get('/markets/watchlists')).json.items, []);
  t.is((await ada.get(path)).json.version, 1);
});

test('a grant to write opens changes too, but neither the deletion nor further grants', async (t) => {
  const { ada, bob, id, path } = await granted({ access: 'write' });
  t.like((await bob.patch(path, { name: 'Ours' })).json, { id, name: 'Ours', version: 2 });
  t.is((await bob.put(`${path}/symbols/AAPL.US`)).status, 200);
  t.deepEqual((await ada.get(path)).json.symbols, ['EURUSD.FOREX', 'AAPL.US']);
  isProblem(t, await bob.delete(path), 404, 'not_found');
  const further = { kind: 'watchlist', resourceId: id, email: 'eve@watchfloor.test' };
  isProblem(t, await bob.post('/users/me/grants', further), 422, 'unprocessable');
});

test('a withdrawn grant ends at once, also for an entity tag', async (t) => {
  const { ada, bob, path, grant } = await granted();
  const etag = (await bob.get(path)).headers.get('etag') as string;
  t.is((await bob.get(path, { headers: { 'if-none-match': etag } })).status, 304);
  t.is((await ada.delete(grant)).status, 204);
  isProblem(t, await bob.get(path, { headers: { 'if-none-match': etag } }), 404, 'not_found');
  t.deepEqual((await bob.get('/users/me/grants/received')).json.items, []);
});

test('a changed grant has its new terms at once', async (t) => {
  const { ada, bob, path, grant } = await granted({ access: 'write' });
  t.is((await bob.patch(path, { name: 'One' })).status, 200);
  t.like((await ada.patch(grant, { access: 'read' })).json, { access: 'read', version: 2 });
  isProblem(t, await bob.patch(path, { name: 'Two' }), 404, 'not_found');
  t.is((await bob.get(path)).status, 200);
});

test('a grant is valid before `until`, and not from then on', async (t) => {
  const until = new Date(service.clock.now() + 60_000);
  const { bob, path } = await granted({ until: until.toISOString() });
  const before = service.clock.now();
  t.is((await bob.get(path)).status, 200);
  service.clock.advance(until.getTime() - service.clock.now() - 1);
  t.is((await bob.get(path)).status, 200);
  service.clock.advance(1);
  isProblem(t, await bob.get(path), 404, 'not_found');
  t.deepEqual((await bob.get('/users/me/grants/received')).json.items, []);
  t.true(service.clock.now() > before);
});

test('what is shared is listed with its path, the name of its owner and the terms', async (t) => {
  const { ada, bob, id, path, made } = await granted();
  const { items } = (await bob.get('/users/me/grants/received')).json;
  t.is(items.length, 1);
  t.like(items[0], {
    id: made.json.id,
    kind: 'watchlist',
    resourceId: id,
    path: `/api/v1${path}`,
    ownerName: (await ada.get('/users/me')).json.displayName,
    teamId: null,
    access: 'read',
    until: null,
  });
  t.false('email' in items[0]);
});

test('each use of a grant is in the activity of the owner, and its making, change and end in the audit record', async (t) => {
  const { ada, bob, id, path, grant, made } = await granted({ access: 'write' });
  await bob.get(path);
  await bob.patch(path, { name: 'Ours' });
  await ada.get(path);
  const uses = (await actionsOf(ada.accountId)).filter(({ action }) => action.startsWith('grant.'));
  t.deepEqual(
    uses.map(({ action, actorId, detail }) => [action, actorId, detail.operation, detail.resourceId]),
    [
      ['grant.read', bob.accountId, 'GET /api/v1/markets/watchlists/:id', id],
      ['grant.written', bob.accountId, 'PATCH /api/v1/markets/watchlists/:id', id],
    ],
  );
  const { activity } = (await ada.get('/users/me/export')).json;
  const entry = activity.find(({ action }: { action: string }) => action === 'grant.read');
  t.like(entry, { address: null, actor: 'another_account', resource: `watchlist ${id}` });
  await ada.patch(grant, { until: new Date(service.clock.now() + 1_000).toISOString() });
  await ada.delete(grant);
  t.deepEqual(
    (await actionsOf(made.json.id)).map(({ action }) => action),
    ['grant.created', 'grant.changed', 'grant.deleted'],
  );
});

test('a response does not show whether an address has an account', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const id = await watchlistOf(ada);
  const terms = { kind: 'watchlist', resourceId: id };
  const [known, unknown] = [
    await ada.post('/users/me/grants', { ...terms, email: bob.email.toUpperCase() }),
    await ada.post('/users/me/grants', { ...terms, email: 'nobody@watchfloor.test' }),
  ];
  const shape = ({ status, json }: typeof known) => ({ status, fields: Object.keys(json), version: json.version });
  t.deepEqual(shape(known), shape(unknown));
  t.is(known.json.email, bob.email);
  isProblem(t, await ada.post('/users/me/grants', { ...terms, email: bob.email }), 409, 'conflict');
  isProblem(t, await ada.post('/users/me/grants', { ...terms, email: 'nobody@watchfloor.test' }), 409, 'conflict');
});

test('an account that gets the address of a grant later has no right by it', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const id = await watchlistOf(ada);
  await ada.post('/users/me/grants', { kind: 'watchlist', resourceId: id, email: 'later@watchfloor.test' });
  t.is((await bob.patch('/users/me', { email: 'later@watchfloor.test' })).status, 200);
  isProblem(t, await bob.get(`/markets/watchlists/${id}`), 404, 'not_found');
  t.deepEqual((await bob.get('/users/me/grants/received')).json.items, []);
});

test('invalid grants are rejected with the reason, and nothing is stored', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const [own, foreign] = [await watchlistOf(ada), await watchlistOf(bob)];
  const valid = { kind: 'watchlist', resourceId: own, email: bob.email };
  const past = new Date(service.clock.now()).toISOString();
  const chart = await ada.post('/graphs/charts', { name: 'Euro', series: [{ expression: 'EURUSD.FOREX' }] });
  const portfolio = await ada.post('/portfolios', { name: 'Savings', baseCurrency: 'EUR' });
  const cases: Array<[object, number, string]> = [
    [{ ...valid, email: ada.email }, 400, '/email'],
    [{ ...valid, email: undefined }, 400, '/email'],
    [{ ...valid, teamId: own }, 400, '/email'],
    [{ ...valid, email: undefined, teamId: own }, 400, '/teamId'],
    [{ ...valid, until: past }, 400, '/until'],
    [{ ...valid, showAmounts: false }, 400, '/showAmounts'],
    [{ ...valid, access: 'delete' }, 400, '/access'],
    [{ ...valid, kind: 'session' }, 400, '/kind'],
    [{ ...valid, resourceId: foreign }, 422, '/resourceId'],
    [{ ...valid, kind: 'case' }, 422, '/resourceId'],
    [{ ...valid, kind: 'chart', resourceId: chart.json.id, access: 'write' }, 400, '/access'],
    [
      { ...valid, kind: 'portfolio', resourceId: portfolio.json.id, access: 'write', showAmounts: false },
      400,
      '/showAmounts',
    ],
  ];
  for (const [body, status, pointer] of cases) {
    const { json, ...answer } = await ada.post('/users/me/grants', body);
    t.deepEqual([answer.status, json.errors?.[0]?.pointer], [status, pointer], JSON.stringify(body));
  }
  t.deepEqual((await ada.get('/users/me/grants')).json.items, []);
});

test('of many equal grants at the same time one is made', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const body = { kind: 'watchlist', resourceId: await watchlistOf(ada), email: bob.email };
  const made = await Promise.all(Array.from({ length: 8 }, () => ada.post('/users/me/grants', body)));
  t.deepEqual(made.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
  t.is((await ada.get('/users/me/grants')).json.items.length, 1);
});

test('a grant made while its resource is deleted does not outlive it', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  for (let round = 0; round < 5; round += 1) {
    const id = await watchlistOf(ada);
    const body = { kind: 'watchlist', resourceId: id, email: bob.email };
    await Promise.all([ada.post('/users/me/grants', body), ada.delete(`/markets/watchlists/${id}`)]);
    t.deepEqual((await ada.get('/users/me/grants')).json.items, []);
  }
});

test('grants end with the resource and with either account', async (t) => {
  const first = await granted();
  t.is((await first.ada.delete(first.path)).status, 204);
  t.deepEqual((await first.ada.get('/users/me/grants')).json.items, []);
  t.is((await actionsOf(first.made.json.id)).at(-1)?.action, 'grant.ended');
  const second = await granted();
  const operator = await service.signedIn(undefined, 'operator');
  t.is((await operator.delete(`/admin/users/${second.bob.accountId}`)).status, 204);
  t.deepEqual((await second.ada.get('/users/me/grants')).json.items, []);
  const third = await granted();
  t.is((await operator.delete(`/admin/users/${third.ada.accountId}`)).status, 204);
  isProblem(t, await third.bob.get(third.path), 404, 'not_found');
});

test('grants of a disabled account give no rights until it is enabled again', async (t) => {
  const { ada, bob, path } = await granted();
  const operator = await service.signedIn(undefined, 'operator');
  await operator.patch(`/admin/users/${ada.accountId}`, { disabled: true });
  isProblem(t, await bob.get(path), 404, 'not_found');
  await operator.patch(`/admin/users/${ada.accountId}`, { disabled: false });
  t.is((await bob.get(path)).status, 200);
});

test('a grantee declines a grant, which other accounts cannot remove', async (t) => {
  const { ada, bob, path, grant, made } = await granted();
  isProblem(t, await (await service.signedIn()).delete(grant), 404, 'not_found');
  isProblem(t, await bob.get(grant), 404, 'not_found');
  isProblem(t, await bob.patch(grant, { access: 'write' }), 404, 'not_found');
  t.is((await bob.delete(grant)).status, 204);
  isProblem(t, await bob.get(path), 404, 'not_found');
  t.deepEqual((await ada.get('/users/me/grants')).json.items, []);
  t.like((await actionsOf(made.json.id)).at(-1), { action: 'grant.declined', actorId: bob.accountId });
});

test('private instruments of the owner stay private in a granted watchlist', async (t) => {
  const { ada, bob, path } = await granted({ access: 'write' });
  await ada.post('/markets/instruments', { symbol: 'HOUSE.OWN', kind: 'property', name: 'House', currency: 'EUR' });
  await ada.put('/markets/instruments/HOUSE.OWN/prices', { prices: [{ day: '2026-11-20', price: 7 }] });
  await bob.put(`${path}/symbols/HOUSE.OWN`);
  const { items, errors } = (await bob.get(`${path}/quotes`)).json;
  t.false(JSON.stringify(items).includes('HOUSE.OWN'));
  t.true(JSON.stringify(errors).includes('HOUSE.OWN'));
});
