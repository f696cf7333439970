import '../../support/limit-concurrency.js';
import test from 'ava';
import { AuditLog } from '../../../src/audit/audit-log.js';
import { isProblem } from '../../support/is-problem.js';
import { startTestService, type TestService } from '../../support/test-service.js';

// granted-resources.system.ts tests the lists of all kinds.

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

type Account = Awaited<ReturnType<TestService['signedIn']>>;

const watchlistOf = async (owner: Account, name = 'Majors'): Promise<string> =>
  (await owner.post('/markets/watchlists', { name, symbols: ['EURUSD.FOREX'] })).json.id;

/** Grants a watchlist. @returns the path of the grant */
async function grant(owner: Account, resourceId: string, terms: object): Promise<string> {
  const { json } = await owner.post('/users/me/grants', { kind: 'watchlist', resourceId, ...terms });
  return `/users/me/grants/${json.id}`;
}

/** Creates a team with members. */
async function teamOf(owner: Account, ...members: Account[]): Promise<string> {
  const { id } = (await owner.post('/teams', { name: 'Research' })).json;
  for (const member of members) {
    await owner.post(`/teams/${id}/members`, { email: member.email });
    await member.post(`/teams/${id}/accept`);
  }
  return id;
}

const shared = async (reader: Account, query = '') =>
  (await reader.get(`/markets/watchlists?shared=true${query}`)).json.items;
const accounts = (count: number): Promise<Account[]> =>
  Promise.all(Array.from({ length: count }, () => service.signedIn()));

test('of several grants on a resource the list shows the widest: write before read, then the one that ends last', async (t) => {
  const [ada, bob] = (await accounts(2)) as [Account, Account];
  const [one, two] = [await teamOf(ada, bob), await teamOf(ada, bob)];
  const id = await watchlistOf(ada);
  const until = new Date(service.clock.now() + 3_600_000).toISOString();
  await grant(ada, id, { email: bob.email, until });
  await grant(ada, id, { teamId: one });
  t.like(await shared(bob), [{ id, grant: { access: 'read', teamId: one, until: null } }]);
  const wide = await grant(ada, id, { teamId: two, access: 'write', until });
  t.like(await shared(bob), [{ id, grant: { access: 'write', teamId: two, until } }]);
  t.is((await bob.patch(`/markets/watchlists/${id}`, { name: 'Ours' })).status, 200);
  await ada.delete(wide);
  t.like(await shared(bob), [{ id, name: 'Ours', grant: { access: 'read', teamId: one, until: null } }]);
});

test('a page is full although several grants on its resources fall to one item each', async (t) => {
  const [ada, bob] = (await accounts(2)) as [Account, Account];
  const teams = [await teamOf(ada, bob), await teamOf(ada, bob), await teamOf(ada, bob)];
  const ids = [await watchlistOf(ada), await watchlistOf(ada), await watchlistOf(ada)];
  for (const id of ids) for (const teamId of teams) await grant(ada, id, { teamId });
  const first = (await bob.get('/markets/watchlists?shared=true&limit=2')).json;
  t.deepEqual(
    first.items.map(({ id }: { id: string }) => id),
    ids.slice(0, 2),
  );
  const second = (await bob.get(`/markets/watchlists?shared=true&limit=2&cursor=${first.nextCursor}`)).json;
  t.deepEqual([second.items.map(({ id }: { id: string }) => id), second.nextCursor], [ids.slice(2), null]);
});

test('an invitation, a left team and one’s own grant to a team list nothing', async (t) => {
  const [ada, bob] = (await accounts(2)) as [Account, Account];
  const { id: teamId } = (await ada.post('/teams', { name: 'Research' })).json;
  const invitation = (await ada.post(`/teams/${teamId}/members`, { email: bob.email })).json.id;
  const id = await watchlistOf(ada);
  await grant(ada, id, { teamId });
  t.deepEqual([await shared(ada), await shared(bob)], [[], []]);
  await bob.post(`/teams/${teamId}/accept`);
  t.like(await shared(bob), [{ id }]);
  await bob.delete(`/teams/${teamId}/members/${invitation}`);
  t.deepEqual(await shared(bob), []);
});

test('the resources of a disabled account are not listed while it is disabled', async (t) => {
  const [ada, bob, operator] = [
    await service.signedIn(),
    await service.signedIn(),
    await service.signedIn(undefined, 'operator'),
  ];
  const id = await watchlistOf(ada);
  await grant(ada, id, { email: bob.email });
  await operator.patch(`/admin/users/${ada.accountId}`, { disabled: true });
  t.deepEqual(await shared(bob), []);
  await operator.patch(`/admin/users/${ada.accountId}`, { disabled: false });
  t.like(await shared(bob), [{ id }]);
});

test('each listed resource is in the activity of its owner, and an item beyond the page is not', async (t) => {
  const [ada, bob] = (await accounts(2)) as [Account, Account];
  const ids = [await watchlistOf(ada), await watchlistOf(ada), await watchlistOf(ada)];
  for (const id of ids) await grant(ada, id, { email: bob.email });
  await bob.get('/markets/watchlists?shared=true&limit=2');
  const uses = await service.services.get(AuditLog).list({ subject: ada.accountId, action: 'grant.read' }, 100);
  t.deepEqual(
    uses.map(({ actorId, detail }) => [actorId, detail.operation, detail.resourceId]),
    [ids[1], ids[0]].map((id) => [bob.accountId, 'GET /api/v1/markets/watchlists', id]),
  );
  t.true((await service.services.get(AuditLog).verify()).intact);
});

test('a cursor is valid only for the list, the order and the account that returned it', async (t) => {
  const [ada, bob, eve] = (await accounts(3)) as [Account, Account, Account];
  for (let count = 0; count < 2; count += 1) {
    const id = await watchlistOf(ada);
    for (const { email } of [bob, eve]) await grant(ada, id, { email });
    await watchlistOf(bob);
  }
  const list = '/markets/watchlists?limit=1';
  const own = (await bob.get(list)).json.nextCursor;
  const { nextCursor } = (await bob.get(`${list}&shared=true`)).json;
  t.is((await bob.get(`${list}&shared=true&cursor=${nextCursor}`)).status, 200);
  for (const refused of [
    await bob.get(`${list}&shared=true&cursor=${own}`),
    await bob.get(`${list}&cursor=${nextCursor}`),
    await bob.get(`${list}&shared=true&order=desc&cursor=${nextCursor}`),
    await eve.get(`${list}&shared=true&cursor=${nextCursor}`),
    await bob.get(`/markets/screens?limit=1&shared=true&cursor=${nextCursor}`),
  ])
    isProblem(t, refused, 400, 'invalid_cursor');
});

test('clients without amounts are listed with this restriction, and are selected by tags', async (t) => {
  const [ada, bob] = (await accounts(2)) as [Account, Account];
  const clientOf = async (tags: string[]): Promise<string> =>
    (await ada.post('/clients', { name: 'Hopper', tags })).json.id;
  const [one, two] = [await clientOf(['pension', 'low risk']), await clientOf(['pension'])];
  for (const resourceId of [one, two])
    await ada.post('/users/me/grants', { kind: 'client', resourceId, email: bob.email, showAmounts: false });
  const idsOf = async (query: string) =>
    (await bob.get(`/clients?shared=true${query}`)).json.items.map(({ id }: { id: string }) => id);
  t.like((await bob.get('/clients?shared=true')).json.items, [{ id: one, grant: { showAmounts: false } }, { id: two }]);
  t.deepEqual(await idsOf('&tag=Pension'), [one, two]);
  t.deepEqual(await idsOf('&tag=pension&tag=low%20risk'), [one]);
  t.deepEqual(await idsOf('&tag=other'), []);
});

test('shared geofences are features in GeoJSON, with the grant, until they expire', async (t) => {
  const [ada, bob] = (await accounts(2)) as [Account, Account];
  const expiresAt = new Date(service.clock.now() + 60_000).toISOString();
  const { id } = (
    await ada.post('/geospatial/geofences', {
      name: 'Maasvlakte',
      shape: { type: 'circle', center: { lat: 51.95, lon: 4.05 }, radiusMeters: 2_000 },
      policy: { expiresAt },
    })
  ).json;
  await ada.post('/users/me/grants', { kind: 'geofence', resourceId: id, email: bob.email });
  const read = () => bob.get('/geospatial/geofences?shared=true', { headers: { accept: 'application/geo+json' } });
  t.like((await read()).json.features, [{ id, properties: { name: 'Maasvlakte', grant: { access: 'read' } } }]);
  service.clock.advance(60_000);
  t.deepEqual((await read()).json.features, []);
  t.deepEqual((await bob.get('/geospatial/geofences?shared=true')).json.items, []);
});

test('CSV has the owner and the terms in columns of their own', async (t) => {
  const [ada, bob] = (await accounts(2)) as [Account, Account];
  await grant(ada, await watchlistOf(ada), { email: bob.email });
  const [head, row] = (await bob.get('/markets/watchlists?shared=true&format=csv')).text.split('\r\n');
  t.regex(head ?? '', /,grant\.id,grant\.ownerName,grant\.teamId,grant\.access,grant\.showAmounts,grant\.until$/);
  t.true(row?.endsWith(',,read,true,'), row);
});

test('`shared` is true or false, and a list of one’s own has no grants', async (t) => {
  const ada = await service.signedIn();
  const id = await watchlistOf(ada);
  t.like((await ada.get('/markets/watchlists?shared=false')).json.items, [{ id, grant: undefined }]);
  t.deepEqual(await shared(ada), []);
  for (const value of ['yes', '1', ''])
    isProblem(t, await ada.get(`/markets/watchlists?shared=${value}`), 400, 'invalid_request');
});
