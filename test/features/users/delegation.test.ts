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

const watchlist = { name: 'Majors', symbols: ['EURUSD.FOREX'] };

/** Returns an owner and an account that may create records for the owner. */
async function desk(terms: object = {}) {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const grant = { kind: 'account', resourceId: ada.accountId, email: bob.email, access: 'write', ...terms };
  const made = await ada.post('/users/me/grants', grant);
  const create = (path = '/markets/watchlists', body: object = watchlist, headers = {}) =>
    bob.post(`${path}?onBehalfOf=${ada.accountId}`, body, { headers });
  return { ada, bob, made, create, path: `/users/me/grants/${made.json.id}` };
}

test('the grant on an account needs the access write and the id of the own account', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const give = (terms: object) => ada.post('/users/me/grants', { kind: 'account', email: bob.email, ...terms });
  const read = await give({ resourceId: ada.accountId });
  t.deepEqual([read.status, read.json.errors[0].pointer], [400, '/access']);
  isProblem(t, await give({ resourceId: bob.accountId, access: 'write' }), 422, 'unprocessable');
  const hidden = await give({ resourceId: ada.accountId, access: 'write', showAmounts: false });
  t.deepEqual([hidden.status, hidden.json.errors[0].pointer], [400, '/showAmounts']);
  const made = await give({ resourceId: ada.accountId, access: 'write' });
  t.is(made.status, 201, made.text);
  t.is((await ada.patch(`/users/me/grants/${made.json.id}`, { access: 'read' })).status, 400);
  const { items } = (await bob.get('/users/me/grants/received')).json;
  t.like(items, [{ kind: 'account', resourceId: ada.accountId, path: null, access: 'write' }]);
});

test('a record counts in the quota of its owner, and the grant on it ends as the grant on the account does', async (t) => {
  const until = new Date(service.clock.now() + 3_600_000).toISOString();
  const { ada, bob, create } = await desk({ until });
  const { id } = (await create()).json;
  const { items } = (await ada.get('/users/me/grants')).json;
  t.like(items[1], { kind: 'watchlist', resourceId: id, email: bob.email, access: 'write', until });
  t.is((await bob.patch(`/markets/watchlists/${id}`, { name: 'Ours' })).status, 200);
  await service.database.database.query('update accounts set limits = $1 where id = $2', [
    JSON.stringify({ watchlists: 1 }),
    ada.accountId,
  ]);
  service.clock.advance(1_000);
  await bob.refresh();
  isProblem(t, await create(), 409, 'quota_reached');
  t.is((await ada.get('/users/me/grants')).json.items.length, 2, 'a rejected creation grants nothing');
});

test('the audit record names the account that created a record and the one that owns it', async (t) => {
  const { ada, bob, made, create } = await desk();
  const { id } = (await create()).json;
  const entries = await service.services.get(AuditLog).list({ actorId: bob.accountId, order: 'asc' }, 100);
  const [use, grant] = entries.filter(({ action }) => action.startsWith('grant.'));
  t.like(use, { action: 'grant.written', subject: ada.accountId });
  t.like(use?.detail, { grant: made.json.id, kind: 'account', operation: 'POST /api/v1/markets/watchlists' });
  t.like(grant, { action: 'grant.created' });
  t.like(grant?.detail, { kind: 'watchlist', resourceId: id });
});

test('a repeated creation returns the same record, until the grant on the account ends', async (t) => {
  const { ada, create, path } = await desk();
  const headers = { 'idempotency-key': 'a-key-of-the-desk' };
  const [first, again] = [await create(undefined, undefined, headers), await create(undefined, undefined, headers)];
  t.is(again.json.id, first.json.id);
  t.is((await ada.get('/markets/watchlists')).json.items.length, 1);
  await ada.delete(path);
  isProblem(t, await create(undefined, undefined, headers), 404, 'not_found');
});

test('other operations take no onBehalfOf, and an invalid or own id changes nothing', async (t) => {
  const { ada, bob, create } = await desk();
  const series = [{ id: 'a', expression: 'AAPL.US' }];
  isProblem(t, await create('/graphs/charts', { name: 'Chart', series }), 400, 'invalid_request');
  isProblem(t, await bob.get(`/markets/watchlists?onBehalfOf=${ada.accountId}`), 400, 'invalid_request');
  isProblem(t, await bob.post('/markets/watchlists?onBehalfOf=ada', watchlist), 400, 'invalid_request');
  t.is((await bob.post(`/markets/watchlists?onBehalfOf=${bob.accountId}`, watchlist)).status, 201);
  t.is((await bob.get('/markets/watchlists')).json.items.length, 1);
  t.deepEqual((await ada.get('/markets/watchlists')).json.items, []);
});

test('a disabled owner and a declined grant end the right to create', async (t) => {
  const { bob, create, path } = await desk();
  t.is((await bob.delete(path)).status, 204);
  isProblem(t, await create(), 404, 'not_found');
  const other = await desk();
  const operator = await service.signedIn(undefined, 'operator');
  await operator.patch(`/admin/users/${other.ada.accountId}`, { disabled: true });
  isProblem(t, await other.create(), 404, 'not_found');
});
