import '../support/limit-concurrency.js';
import test from 'ava';
import { EventLog } from '../../src/events/event-log.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { isProblem } from '../support/is-problem.js';
import { operationsOf } from '../support/scorecard.js';
import type { TestClient } from '../support/test-client.js';
import { startTestService, type TestService } from '../support/test-service.js';

// Tests of every kind of resource that an account owns. authorization.system.ts tests that other accounts get a 404.

/** The quota of each kind of resource, per account. */
const QUOTA = 3;

type Body = { [field: string]: unknown };

/** Ids of events without a bookmark. */
const eventIds: string[] = [];
let codes = 0;

interface OwnedResource {
  path: string;
  /** Name of the setting of the quota. */
  setting: string;
  /** Name of the quota in the usage of limits. */
  limitName: string;
  /** A valid body; a function for resources that must differ from each other or need another resource. */
  body: Body | ((owner: TestClient) => Body | Promise<Body>);
  /** A valid change; the whole new body if the resource is replaced with PUT. */
  change: { [field: string]: unknown };
  isReplaced?: boolean;
  /** The field by which paths name the resource. Default: `id`. */
  key?: string;
}

/** Returns the id of a contact of the account, which is created the first time. */
async function contactOf(owner: TestClient): Promise<string> {
  const [first] = (await owner.get('/alerts/contacts')).json.items;
  return (first ?? (await owner.post('/alerts/contacts', contact)).json).id;
}

const contact = { name: 'Desk', delivery: { channel: 'ntfy', topic: 'desk', url: 'http://127.0.0.1:9/' } };
const circle = { type: 'circle', center: { lat: 51.95, lon: 4.05 }, radiusMeters: 2_000 };
const resources: OwnedResource[] = [
  {
    path: '/markets/watchlists',
    setting: 'SVC_WATCHLIST_LIMIT',
    limitName: 'watchlists',
    body: { name: 'Majors', symbols: ['AAPL.US'] },
    change: { name: 'Changed' },
  },
  {
    path: '/markets/screens',
    setting: 'SVC_SCREEN_LIMIT',
    limitName: 'screens',
    body: { name: 'Technology', universe: { symbols: ['AAPL.US'] } },
    change: { name: 'Changed' },
  },
  {
    path: '/markets/instruments',
    setting: 'SVC_OWN_INSTRUMENT_LIMIT',
    limitName: 'own_instruments',
    body: () => ({ symbol: `HOUSE${++codes}.OWN`, kind: 'property', name: 'House', currency: 'EUR' }),
    change: { name: 'Changed' },
    key: 'symbol',
  },
  {
    path: '/subscriptions',
    setting: 'SVC_SUBSCRIPTION_LIMIT',
    limitName: 'subscriptions',
    body: { name: 'Feeds', eventTypes: ['feed.*'], delivery: { channel: 'stream' } },
    change: { name: 'Changed' },
  },
  {
    path: '/geospatial/fleets',
    setting: 'SVC_FLEET_LIMIT',
    limitName: 'fleets',
    body: { name: 'Tankers', members: ['vessel:219024336'] },
    change: { name: 'Changed' },
  },
  {
    path: '/geospatial/pins',
    setting: 'SVC_PIN_LIMIT',
    limitName: 'pins',
    body: { title: 'Wreck buoy', position: { lat: 51.95, lon: 4.05 }, severity: 2 },
    change: { title: 'Changed' },
  },
  {
    path: '/geospatial/geofences',
    setting: 'SVC_GEOFENCE_LIMIT',
    limitName: 'geofences',
    body: { name: 'Harbor', shape: circle },
    change: { name: 'Changed', shape: circle },
    isReplaced: true,
  },
  {
    path: '/webhooks/endpoints',
    setting: 'SVC_WEBHOOK_ENDPOINT_LIMIT',
    limitName: 'webhook_endpoints',
    body: { url: 'http://127.0.0.1:9/hook' },
    change: { description: 'Changed' },
  },
  {
    path: '/osint/cases',
    setting: 'SVC_CASE_LIMIT',
    limitName: 'cases',
    body: { title: 'Ownership of a tanker' },
    change: { title: 'Changed' },
  },
  {
    path: '/news/feeds',
    setting: 'SVC_NEWS_FEED_LIMIT',
    limitName: 'news_feeds',
    body: { url: 'http://127.0.0.1:9/feed' },
    change: { name: 'Changed' },
  },
  {
    path: '/alerts/rules',
    setting: 'SVC_ALERT_RULE_LIMIT',
    limitName: 'alert_rules',
    body: { name: 'Apple', condition: { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 250 } },
    change: { name: 'Changed' },
  },
  {
    path: '/alerts/contacts',
    setting: 'SVC_ALERT_CONTACT_LIMIT',
    limitName: 'alert_contacts',
    body: contact,
    change: { name: 'Changed' },
  },
  {
    path: '/alerts/policies',
    setting: 'SVC_ALERT_POLICY_LIMIT',
    limitName: 'alert_policies',
    body: async (owner) => ({ name: 'Desk', steps: [{ contactIds: [await contactOf(owner)] }] }),
    change: { name: 'Changed' },
  },
  {
    path: '/alerts/on-call',
    setting: 'SVC_ALERT_ON_CALL_LIMIT',
    limitName: 'alert_on_call_schedules',
    body: async (owner) => ({
      name: 'Desk',
      timeZone: 'Europe/Berlin',
      rotation: {
        contactIds: [await contactOf(owner)],
        period: 'weekly',
        startsOn: '2026-11-16',
        handOverAt: '09:00',
      },
    }),
    change: { name: 'Changed' },
  },
  {
    path: '/alerts/silences',
    setting: 'SVC_ALERT_SILENCE_LIMIT',
    limitName: 'alert_silences',
    body: { to: new Date(Date.now() + 3_600_000).toISOString() },
    change: { comment: 'Changed' },
  },
  {
    path: '/search/saved',
    setting: 'SVC_SAVED_SEARCH_LIMIT',
    limitName: 'saved_searches',
    body: { name: 'Tankers', q: 'tanker -lng' },
    change: { name: 'Changed' },
  },
  {
    path: '/portfolios',
    setting: 'SVC_PORTFOLIO_LIMIT',
    limitName: 'portfolios',
    body: { name: 'Retirement', baseCurrency: 'USD' },
    change: { name: 'Changed' },
  },
  {
    path: '/graphs/charts',
    setting: 'SVC_CHART_LIMIT',
    limitName: 'charts',
    body: { name: 'Euro', series: [{ expression: 'sma(EURUSD.FOREX, 20)' }] },
    change: { name: 'Changed' },
  },
  {
    path: '/clients',
    setting: 'SVC_CLIENT_LIMIT',
    limitName: 'clients',
    body: { name: 'Ada', currency: 'EUR', tags: ['pension'] },
    change: { name: 'Changed' },
  },
  {
    path: '/graphs/relations/links',
    setting: 'SVC_RELATION_LINK_LIMIT',
    limitName: 'relation_links',
    body: { from: 'country:NL', to: 'country:BE', label: 'Neighbors' },
    change: { label: 'Changed' },
  },
  {
    path: '/timeline/notes',
    setting: 'SVC_TIMELINE_NOTE_LIMIT',
    limitName: 'timeline_notes',
    body: { title: 'Queue', symbols: ['CL.COMM'] },
    change: { title: 'Changed' },
  },
  {
    path: '/timeline/bookmarks',
    setting: 'SVC_TIMELINE_BOOKMARK_LIMIT',
    limitName: 'timeline_bookmarks',
    body: () => ({ eventId: eventIds.pop() }),
    change: { note: 'Changed' },
  },
  {
    path: '/ai/briefing-schedules',
    setting: 'SVC_AI_BRIEFING_LIMIT',
    limitName: 'ai_briefings',
    body: { name: 'Morning', time: '07:00' },
    change: { name: 'Changed' },
  },
  {
    path: '/ai/threads',
    setting: 'SVC_AI_THREAD_LIMIT',
    limitName: 'ai_threads',
    body: { title: 'Tankers' },
    change: { title: 'Changed' },
  },
  {
    path: '/auth/keys',
    setting: 'SVC_KEY_LIMIT',
    limitName: 'personal_keys',
    body: { name: 'Report', scopes: ['markets:read'] },
    change: { name: 'Changed' },
  },
  {
    path: '/users/me/grants',
    setting: 'SVC_GRANT_LIMIT',
    limitName: 'grants',
    body: async (owner) => {
      const watchlists = (await owner.get('/markets/watchlists')).json.items;
      const { id } = watchlists[0] ?? (await owner.post('/markets/watchlists', { name: 'Majors' })).json;
      return { kind: 'watchlist', resourceId: id, email: `other${++codes}@watchfloor.test` };
    },
    change: { access: 'write' },
  },
  {
    path: '/teams',
    setting: 'SVC_TEAM_LIMIT',
    limitName: 'teams',
    body: { name: 'Research' },
    change: { name: 'Changed' },
  },
];

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
    .map(({ path }) => path.slice('/api/v1'.length));
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
