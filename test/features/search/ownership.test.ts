import test from 'ava';
import { EventLog } from '../../../src/events/event-log.js';
import { accountCeilingReached } from '../../../src/features/users/account.events.js';
import { startTestService, type TestService } from '../../support/test-service.js';

// A word that occurs in every record of one account and nowhere else.
const CANARY = 'qilinbird';

let service: TestService;
test.before(async () => {
  service = await startTestService({ env: { SVC_OUTBOUND_ALLOW: '127.0.0.1' } });
});
test.after.always(() => service.close());

const circle = { type: 'circle', center: { lat: 51.95, lon: 4.05 }, radiusMeters: 2_000 };
/** One record of each kind that an account owns and that can be searched. */
const things: Array<{ type: string; path: string; body: Record<string, unknown> }> = [
  { type: 'watchlist', path: '/markets/watchlists', body: { name: `${CANARY} majors`, symbols: ['AAPL.US'] } },
  { type: 'geofence', path: '/geospatial/geofences', body: { name: `${CANARY} harbor`, shape: circle } },
  {
    type: 'pin',
    path: '/geospatial/pins',
    body: { title: `${CANARY} wreck`, note: CANARY, position: { lat: 1, lon: 2 }, severity: 2 },
  },
  {
    type: 'subscription',
    path: '/subscriptions',
    body: { name: `${CANARY} feeds`, eventTypes: ['feed.*'], delivery: { channel: 'stream' } },
  },
  { type: 'portfolio', path: '/portfolios', body: { name: `${CANARY} portfolio`, baseCurrency: 'USD' } },
  { type: 'case', path: '/osint/cases', body: { title: `${CANARY} case`, description: CANARY } },
  { type: 'ai_thread', path: '/ai/threads', body: { title: `${CANARY} thread` } },
  { type: 'note', path: '/timeline/notes', body: { title: `${CANARY} note`, text: CANARY } },
  {
    type: 'alert_rule',
    path: '/alerts/rules',
    body: {
      name: `${CANARY} rule`,
      severity: 'warning',
      condition: { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 1 },
    },
  },
];

test('no search, suggestion, facet or saved search of an account shows what another account owns', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  const hrefs: string[] = [];
  for (const { path, body } of things) {
    const { status, json } = await ada.post(path, body);
    t.is(status, 201, `${path} ${JSON.stringify(json)}`);
    hrefs.push(`${path}/${json.id}`);
  }
  await ada.post('/search/saved', { name: CANARY, q: CANARY });
  await service.settle();
  const own = await ada.get(`/search?q=${CANARY}&limit=200`);
  const types = [...new Set(own.json.items.map(({ type }: { type: string }) => type))];
  for (const { type } of things) t.true(types.includes(type), `${type} is found by its owner`);
  for (const { href } of own.json.items) t.is((await ada.get(href.replace('/api/v1', ''))).status, 200, href);
  t.deepEqual(own.json.warnings, []);
  const queries = [
    CANARY,
    'qilinbirb',
    'qilin',
    `-nothing ${CANARY}`,
    `${CANARY} OR other`,
    'severity:1..5',
    'after:2020-01-01',
    'entity:x -y',
    ...hrefs.map((href) => href.split('/').at(-1) as string),
  ];
  for (const q of queries) {
    for (const path of ['/search?limit=200&', '/search/suggest?']) {
      const { status, json } = await bob.get(`${path}q=${encodeURIComponent(q)}`);
      t.is(status, 200, q);
      t.false(JSON.stringify(json).includes(CANARY), `${path} ${q}`);
      if (q === CANARY && path.startsWith('/search?')) t.deepEqual(json.facets.type, [], q);
    }
  }
  for (const path of ['/search/saved', `/timeline?q=${CANARY}`])
    t.deepEqual((await bob.get(path)).json.items, [], path);
});

test('the events of an account are found only by the account itself', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  await service.services
    .get(EventLog)
    .append(accountCeilingReached, { data: { limit: 600, windowSeconds: 60 }, ownerId: ada.accountId });
  await service.settle();
  const { type } = accountCeilingReached;
  const q = encodeURIComponent(type.replace(/[._]/g, ' '));
  t.is((await ada.get(`/search?type=event&q=${q}`)).json.items.length, 1);
  t.deepEqual((await bob.get(`/search?type=event&q=${q}`)).json.items, []);
});

test('a page cursor of another account is rejected', async (t) => {
  const [ada, bob] = [await service.signedIn(), await service.signedIn()];
  for (let index = 0; index < 3; index += 1) await ada.post('/markets/watchlists', { name: `Okapi ${index}` });
  const { json } = await ada.get('/search?q=okapi&limit=2');
  t.is((await bob.get(`/search?q=okapi&limit=2&cursor=${json.nextCursor}`)).json.code, 'invalid_cursor');
});
