import 'reflect-metadata';
import test, { type ExecutionContext } from 'ava';
import type { Operation } from '../../src/api/open-api-document.js';
import { GrantCacheRunner } from '../../src/resources/grant-cache.runner.js';
import { ShareableKinds } from '../../src/resources/owned-records.js';
import { shareableNames } from '../../src/resources/shareable-names.js';
import { knowFewShares } from '../support/few-shares.js';
import { concretePath } from '../support/operation-path.js';
import { operationsOf } from '../support/scorecard.js';
import { type Owner, ownedSeeds, type Seed } from '../support/seeds.js';
import type { TestClient } from '../support/test-client.js';
import { startTestService, type TestService } from '../support/test-service.js';

// For every operation on a resource that can be granted: a grant opens exactly the operations that say so, for the
// granted resource alone, also while grants are in memory. authorization.system.ts tests that other accounts get a 404.

let service: TestService;
let runner: GrantCacheRunner;
test.before(async () => {
  service = await startTestService({
    env: { SVC_RATE_LIMIT: '100000', SVC_SIGN_IN_LIMIT: '100000', SVC_OUTBOUND_ALLOW: '127.0.0.1' },
  });
  knowFewShares(service);
  runner = service.services.get(GrantCacheRunner);
  await runner.start();
});
test.after.always(async () => {
  await runner.stop();
  await service.close();
});

const kinds = () => shareableNames.map((name) => service.services.get(ShareableKinds).get(name));

/** Returns the operations on a resource of a kind. */
const operations = (path: string) =>
  operationsOf(service.app.document).filter((place) => `${place.path}/`.startsWith(`/api/v1${path}/{id}/`));

/** Returns the body of a call: the example of JSON, or of the file that an operation accepts instead. */
function sent({ requestBody }: Operation) {
  const [[type, { example }] = ['', { example: undefined }]] = Object.entries(requestBody?.content ?? {});
  if (requestBody === undefined || 'application/json' in requestBody.content)
    return { body: requestBody?.content['application/json']?.example };
  return { rawBody: String(example), headers: { 'content-type': type } };
}

test('every granted operation is below the path of a kind that can be granted', (t) => {
  const below = new Set(kinds().flatMap(({ path }) => operations(path).map(({ operation }) => operation.operationId)));
  const granted = operationsOf(service.app.document).filter(({ operation }) => 'x-granted' in operation);
  t.true(granted.length >= 25, `${granted.length}`);
  for (const { operation } of granted) t.true(below.has(operation.operationId), operation.operationId);
});

/** Calls all operations on new resources of a kind as their grantee. */
async function callAll(
  t: ExecutionContext,
  path: string,
  terms: { kind: string; access: string; showAmounts: boolean },
) {
  const opened: string[] = [];
  for (const place of operations(path)) {
    const { operationId } = place.operation;
    const seed = ownedSeeds[operationId];
    if (seed === undefined) {
      t.fail(`${operationId} takes an id: say in test/support/seeds.ts how an account comes to own one`);
      continue;
    }
    const [owner, grantee] = [await service.signedIn(), await service.signedIn()];
    // The other resource comes first, because some seeds move a record with a fixed id to the newest one.
    const other = await seed(owner, service);
    const { id, isThere } = await seed(owner, service);
    const made = await owner.post('/users/me/grants', { ...terms, resourceId: id, email: grantee.email });
    t.is(made.status, 201, made.text);
    const call = (of: string) =>
      grantee.call(
        place.method.toUpperCase(),
        concretePath(service.app.document, place.path.slice('/api/v1'.length), place.operation, of),
        sent(place.operation),
      );
    const needed = place.operation['x-granted'];
    const hidden = !terms.showAmounts && !place.operation['x-free-of-amounts'];
    const isOpen = needed === 'read' || (needed === 'write' && terms.access === 'write');
    const answer = await call(id);
    if (isOpen && hidden) t.is(answer.status, 403, `${operationId}: hides amounts`);
    else if (isOpen) t.true(answer.status < 300, `${operationId}: ${answer.status} ${answer.text.slice(0, 300)}`);
    else {
      t.is(answer.status, 404, `${operationId}: ${answer.text.slice(0, 300)}`);
      t.true(await isThere(), `${operationId} left it alone`);
    }
    if (other.id !== id) t.is((await call(other.id)).status, 404, `${operationId} of another resource`);
    if (isOpen && !hidden) opened.push(operationId);
  }
  return opened;
}

for (const name of shareableNames) {
  test(`${name}: a grant opens exactly what it says, and is a 404 for the rest`, async (t) => {
    const kind = service.services.get(ShareableKinds).get(name);
    for (const access of kind.access) {
      const opened = await callAll(t, kind.path, { kind: name, access, showAmounts: true });
      t.true(opened.length > 0, `${name} ${access}`);
    }
    if (kind.hasAmounts) await callAll(t, kind.path, { kind: name, access: 'read', showAmounts: false });
  });
}

/** Creates a resource of a kind, as the operation that reads it needs one. */
function created(path: string, owner: Owner): Promise<Seed> {
  const place = operations(path).find((one) => one.method === 'get' && one.path === `/api/v1${path}/{id}`);
  const seed = ownedSeeds[place?.operation.operationId ?? ''];
  if (seed === undefined) throw new Error(`No seed creates a resource of ${path}`);
  return seed(owner, service);
}

interface Listed {
  id: string;
  grant?: { id: string };
}

/** Reads all pages of a list of two items each. */
async function pagesOf(t: ExecutionContext, reader: TestClient, list: string): Promise<Listed[]> {
  const items: Listed[] = [];
  let cursor = '';
  do {
    const { status, json, text } = await reader.get(`${list}&limit=2${cursor}`);
    t.is(status, 200, text);
    t.true(json.items.length === 2 || json.nextCursor === null, `${list}: a page before the last one is full`);
    items.push(...json.items);
    cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`;
  } while (cursor !== '');
  return items;
}

const idsOf = (items: readonly Listed[]): string[] => items.map(({ id }) => id);

for (const name of shareableNames) {
  test(`${name}: its list with shared=true has each granted resource once, in pages, with the grant`, async (t) => {
    const { path } = service.services.get(ShareableKinds).get(name);
    const [ada, eve, grantee, stranger] = [
      await service.signedIn(`ada.${name}`),
      await service.signedIn(`eve.${name}`),
      await service.signedIn(),
      await service.signedIn(),
    ];
    const grant = async (owner: Owner, resourceId: string, to: object) => {
      const made = await owner.post('/users/me/grants', { kind: name, resourceId, ...to });
      t.is(made.status, 201, made.text);
      return made.json;
    };
    const team = (await ada.post('/teams', { name: 'Desk' })).json.id;
    await ada.post(`/teams/${team}/members`, { email: grantee.email });
    await grantee.post(`/teams/${team}/accept`);
    const [first, second, hidden, third, fourth] = [
      (await created(path, ada)).id,
      (await created(path, eve)).id,
      (await created(path, ada)).id,
      (await created(path, ada)).id,
      (await created(path, ada)).id,
    ];
    const own = (await created(path, grantee)).id;
    const until = new Date(service.clock.now() + 3_600_000).toISOString();
    const terms = { access: 'read', showAmounts: true, until };
    // The order of the grants is not the order of the resources.
    const last = await grant(ada, fourth, { email: grantee.email });
    const timed = await grant(ada, third, { email: grantee.email, until });
    await grant(eve, second, { email: grantee.email });
    await grant(ada, first, { teamId: team, until });
    await grant(ada, first, { email: grantee.email });
    await grant(ada, hidden, { email: stranger.email });

    const list = `${path}?shared=true`;
    const items = await pagesOf(t, grantee, list);
    t.deepEqual(idsOf(items), [first, second, third, fourth]);
    t.deepEqual(idsOf(await pagesOf(t, grantee, `${list}&order=desc`)), [fourth, third, second, first]);
    t.deepEqual(
      items.map((item) => (item.grant as { ownerName?: string }).ownerName),
      ['ada', 'eve', 'ada', 'ada'].map((owner) => `${owner}.${name}`),
    );
    t.like(items[0]?.grant, { teamId: null, until: null });
    t.deepEqual(items[2]?.grant, { id: timed.id, ownerName: `ada.${name}`, teamId: null, ...terms });
    for (const { grant: _, ...item } of items) t.deepEqual(item, (await grantee.get(`${path}/${item.id}`)).json);
    t.deepEqual(idsOf((await grantee.get(`${path}?limit=200`)).json.items).includes(first), false);
    t.true(idsOf((await grantee.get(path)).json.items).includes(own));
    for (const item of (await grantee.get(path)).json.items) t.false('grant' in item);
    t.deepEqual(idsOf((await stranger.get(list)).json.items), [hidden]);

    // Advancing the clock would end the grants of tests that run at the same time.
    await service.database.database.query('update grants set until = $1 where until = $2 and kind = $3', [
      new Date(service.clock.now()),
      until,
      name,
    ]);
    t.deepEqual(idsOf(await pagesOf(t, grantee, list)), [first, second, fourth]);
    t.is((await ada.delete(`/users/me/grants/${last.id}`)).status, 204);
    t.deepEqual(idsOf(await pagesOf(t, grantee, list)), [first, second]);
    t.is((await eve.delete(`${path}/${second}`)).status, 204);
    t.deepEqual(idsOf(await pagesOf(t, grantee, list)), [first]);
  });
}

const delegable = () => operationsOf(service.app.document).filter(({ operation }) => 'x-delegable' in operation);

test('records that read no other resource of their owner can be created for another account', (t) => {
  const paths = delegable().map(({ path, method }) => `${method} ${path.slice('/api/v1'.length)}`);
  const names = ['case', 'client', 'fleet', 'geofence', 'portfolio', 'saved_search', 'watchlist'] as const;
  const kindsOfNames = names.map((name) => service.services.get(ShareableKinds).get(name));
  t.deepEqual(paths.sort(), kindsOfNames.map(({ path }) => `post ${path}`).sort());
});

test('a grant on an account creates records of its owner, which its holder may then use, and opens no other', async (t) => {
  for (const { path: full, operation } of delegable()) {
    const path = full.slice('/api/v1'.length);
    const [owner, staff, stranger] = [await service.signedIn(), await service.signedIn(), await service.signedIn()];
    const existing = (await created(path, owner)).id;
    const team = (await owner.post('/teams', { name: 'Desk' })).json.id;
    await owner.post(`/teams/${team}/members`, { email: staff.email });
    await staff.post(`/teams/${team}/accept`);
    const terms = { kind: 'account', resourceId: owner.accountId, teamId: team, access: 'write' };
    const grant = await owner.post('/users/me/grants', terms);
    t.is(grant.status, 201, grant.text);
    const { body } = sent(operation);
    const create = (caller: TestClient) => caller.post(`${path}?onBehalfOf=${owner.accountId}`, body);
    for (const other of [stranger, await service.signedIn()]) t.is((await create(other)).status, 404, path);
    const made = await create(staff);
    t.is(made.status, 201, `${path}: ${made.text}`);
    const { id } = made.json;
    t.deepEqual((await owner.get(`${path}/${id}`)).json, made.json, path);
    t.deepEqual((await staff.get(`${path}/${id}`)).json, made.json, path);
    t.deepEqual((await staff.get(path)).json.items, [], `${path}: the record belongs to the owner`);
    t.deepEqual(idsOf((await staff.get(`${path}?shared=true`)).json.items), [id]);
    t.is((await staff.get(`${path}/${existing}`)).status, 404, `${path}: an existing record stays closed`);
    t.is((await staff.delete(`${path}/${id}`)).status, 404);
    t.is((await stranger.get(`${path}/${id}`)).status, 404);
    const { activity } = (await owner.get('/users/me/export')).json;
    t.like(
      activity.find(
        ({ action, grantId }: { action: string; grantId: string }) => action === 'grant.written' && grantId,
      ),
      { actor: 'another_account', resource: `account ${owner.accountId}`, grantId: grant.json.id },
    );
    t.is((await owner.delete(`/users/me/grants/${grant.json.id}`)).status, 204);
    t.is((await create(staff)).status, 404, `${path}: after the end of the grant`);
    t.is((await staff.get(`${path}/${id}`)).status, 200, 'the grant on the record has its own end');
  }
});
