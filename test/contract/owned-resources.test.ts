import '../support/limit-concurrency.js';
import test from 'ava';
import { EventLog } from '../../src/events/event-log.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { isProblem } from '../support/is-problem.js';
import { type Body, eventIds, type OwnedResource, ownedResources as resources } from '../support/owned-resources.js';
import { operationsOf } from '../support/scorecard.js';
import type { TestClient } from '../support/test-client.js';
import { startTestService, type TestService } from '../support/test-service.js';

// Tests of every kind of resource that an account owns. authorization.system.ts tests that other accounts get a 404.

/** The quota of each kind of resource, per account. */
const QUOTA = 3;

/**
 * Version 0.2.0 accepts control characters in names of these resources. Later versions must not reject them, so they
 * return them as spaces.
 */
const NAMED_FREELY = [
  '/geospatial/geofences',
  '/geospatial/pins',
  '/markets/watchlists',
  '/subscriptions',
  '/auth/keys',
];

/** Lists that also contain what all accounts see; their own tests are in own-flows.test.ts. */
const MIXED = ['/geospatial/flows'];

let service: TestService;
test.before(async () => {
  const quotas = Object.fromEntries(resources.map(({ setting }) => [setting, String(QUOTA)]));
  service = await startTestService({ env: { SVC_OUTBOUND_ALLOW: '127.0.0.1', ...quotas } });
  const data = { feed: 'ais', provider: 'simulator', status: 'ok', previousStatus: null };
  eventIds.push(...(await service.services.get(EventLog).appendMany(feedStatusChanged, Array(100).fill({ data }))));
  await service.settle();
});
test.after.always(() => service.close());

const bodyOf = async ({ body }: OwnedResource, owner: TestClient): Promise<Body> =>
  typeof body === 'function' ? body(owner) : body;

/** Creates an account with one resource. */
async function owner(resource: OwnedResource) {
  const { path, isReplaced, key = 'id' } = resource;
  const ada = await service.signedIn();
  const made = await ada.post(path, await bodyOf(resource, ada));
  const own = `${path}/${made.json[key]}`;
  const read = async () => (await ada.get(own)).json;
  const change = (fields: object, etag?: string) =>
    ada[isReplaced ? 'put' : 'patch'](own, fields, etag === undefined ? {} : { headers: { 'if-match': etag } });
  return { ada, made, own, read, change };
}

test('every resource that can be created, listed and deleted is in this table', (t) => {
  const operations = operationsOf(service.app.document);
  const has = (method: string, path: string) => operations.some((one) => one.method === method && one.path === path);
  const owned = operations
    // Leaves out resources that operators create for all accounts, because no account owns them.
    .filter(({ operation }) => !((operation['x-roles'] ?? []) as string[]).includes('operator'))
    .filter(
      ({ method, path, operation }) =>
        method === 'post' &&
        '201' in operation.responses &&
        has('get', path) &&
        (has('delete', `${path}/{id}`) || has('delete', `${path}/{symbol}`)),
    )
    .map(({ path }) => path.slice('/api/v1'.length))
    .filter((path) => !MIXED.includes(path));
  t.deepEqual(owned.toSorted(), resources.map(({ path }) => path).sort());
});

for (const resource of resources) {
  const { path, change: changed } = resource;

  test(`${path}: a created resource can be read and is listed in pages, oldest first`, async (t) => {
    const { ada, made, own, read } = await owner(resource);
    t.is(made.status, 201);
    t.is(made.json.version, 1);
    t.is(made.headers.get('location'), `/api/v1${own}`);
    const first = await read();
    t.like(made.json, first);
    const others = [
      (await ada.post(path, await bodyOf(resource, ada))).json.id,
      (await ada.post(path, await bodyOf(resource, ada))).json.id,
    ];
    const page = await ada.get(`${path}?limit=2`);
    const next = await ada.get(`${path}?limit=2&cursor=${page.json.nextCursor}`);
    t.deepEqual(
      [...page.json.items, ...next.json.items].map(({ id }) => id),
      [first.id, ...others],
    );
    t.deepEqual([page.json.items.length, next.json.nextCursor], [2, null]);
    t.deepEqual(page.json.items[0], first);
  });

  const shown = ['name', 'title', 'label'].find((field) => field in changed);
  if (shown !== undefined && !NAMED_FREELY.includes(path))
    test(`${path}: the ${shown} is one line, without control characters`, async (t) => {
      const { ada, change, read } = await owner(resource);
      const body = (await bodyOf(resource, ada)) as Record<string, unknown>;
      for (const character of ['\r\n', '\n', '\t', '\u001b', '\u007f', '\u0085', '\u2028']) {
        const value = `One${character}two`;
        for (const { status, json } of [
          await ada.post(path, { ...body, [shown]: value }),
          await change({ [shown]: value }),
        ])
          t.deepEqual([status, json.errors?.[0]?.pointer], [400, `/${shown}`], JSON.stringify(value));
      }
      t.is((await read()).version, 1);
      t.is((await change({ [shown]: 'Zoë – “two” 東京 🚢' })).status, 200);
    });

  test(`${path}: a change needs the current version if it names one, and a stale version changes nothing`, async (t) => {
    const { ada, made, own, read, change } = await owner(resource);
    const etag = made.headers.get('etag') as string;
    t.is((await ada.get(own, { headers: { 'if-none-match': etag } })).status, 304);
    const second = await change(changed, etag);
    t.like(second.json, { ...changed, version: 2 });
    t.is((await ada.get(own, { headers: { 'if-none-match': etag } })).status, 200);
    const stale = await change({ ...changed, ...('name' in changed ? { name: 'Late' } : {}) }, etag);
    t.deepEqual([stale.status, stale.json.code], [412, 'precondition_failed']);
    t.like(await read(), { ...changed, version: 2 });
    isProblem(t, await ada.delete(own, { headers: { 'if-match': etag } }), 412, 'precondition_failed');
    t.is((await ada.delete(own, { headers: { 'if-match': second.headers.get('etag') as string } })).status, 204);
    t.deepEqual((await ada.get(path)).json.items, []);
  });

  test(`${path}: a repeated Idempotency-Key creates one resource, and is a 422 with another body`, async (t) => {
    const ada = await service.signedIn();
    const body = await bodyOf(resource, ada);
    const once = { headers: { 'idempotency-key': 'one-and-only' } };
    const [first, again] = [await ada.post(path, body, once), await ada.post(path, body, once)];
    t.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, 'true']);
    t.deepEqual(again.json, first.json);
    t.is((await ada.post(path, { ...body, ...changed }, once)).json.code, 'idempotency_key_reused');
    t.is((await ada.get(path)).json.items.length, 1);
  });

  test(`${path}: the quota of an account is enforced under concurrent requests, and deleted resources no longer count`, async (t) => {
    const [ada, bob] = [await service.signedIn(), await service.signedIn()];
    // Concurrent bodies must not each create what they name.
    const bodies: object[] = [];
    for (let at = 0; at < QUOTA + 5; at += 1) bodies.push(await bodyOf(resource, ada));
    const answers = await Promise.all(bodies.map((body) => ada.post(path, body)));
    const codes = answers.map(({ status, json }) => json.code ?? status).sort();
    t.deepEqual(codes, [...Array(QUOTA).fill(201), ...Array(5).fill('quota_reached')]);
    for (const { status, json } of answers) if (json.code === 'quota_reached') t.is(status, 409);
    t.is((await bob.post(path, await bodyOf(resource, bob))).status, 201);
    const [one] = (await ada.get(path)).json.items;
    t.is((await ada.delete(`${path}/${one[resource.key ?? 'id']}`)).status, 204);
    t.is((await ada.post(path, await bodyOf(resource, ada))).status, 201);
  });

  test(`${path}: an operator's limit for one account replaces the quota, on both sides of it`, async (t) => {
    const [operator, ada] = [await service.signedIn(undefined, 'operator'), await service.signedIn()];
    const account = `/admin/users/${ada.accountId}`;
    const limit = (value: number) => operator.patch(account, { limits: [{ name: resource.limitName, value }] });
    t.is((await limit(QUOTA + 1)).status, 200);
    for (let made = 0; made <= QUOTA; made += 1)
      t.is((await ada.post(path, await bodyOf(resource, ada))).status, 201, `${made}`);
    const refused = await ada.post(path, await bodyOf(resource, ada));
    t.deepEqual([refused.status, refused.json.code], [409, 'quota_reached']);
    t.true(refused.json.detail.includes(` ${QUOTA + 1} `), refused.json.detail);
    const usageOf = async () =>
      (await operator.get(`${account}/usage`)).json.resources.find(
        ({ name }: { name: string }) => name === resource.limitName,
      );
    t.like(await usageOf(), { used: QUOTA + 1, limit: QUOTA + 1, hasOwnLimit: true });
    t.is((await operator.patch(account, { limits: [] })).status, 200);
    t.like(await usageOf(), { used: QUOTA + 1, limit: QUOTA, hasOwnLimit: false });
    t.is((await ada.post(path, await bodyOf(resource, ada))).json.code, 'quota_reached');
  });
}
