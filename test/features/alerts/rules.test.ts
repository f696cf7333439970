import test from 'ava';
import { isProblem } from '../../support/is-problem.js';
import type { TestClient } from '../../support/test-client.js';
import { startTestService, type TestService } from '../../support/test-service.js';

const price = { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 250 };
const circle = { type: 'circle', center: { lat: 26.57, lon: 56.25 }, radiusMeters: 20_000 };
const rule = (condition: object) => ({ name: 'A rule', condition });
const nested = (depth: number): object => (depth === 1 ? price : { type: 'not', condition: nested(depth - 1) });

let service: TestService;
/** A client that only sends requests that must fail. */
let carl: TestClient;
let fenceOfAda: string;
test.before(async () => {
  service = await startTestService();
  carl = await service.signedIn();
  const ada = await service.signedIn();
  fenceOfAda = (await ada.post('/geospatial/geofences', { name: 'Hormuz', shape: circle })).json.id;
});
test.after.always(() => service.close());

test('omitted settings of a rule have their defaults, and symbols are stored in upper case', async (t) => {
  const ada = await service.signedIn();
  const made = await ada.post(
    '/alerts/rules',
    rule({ type: 'any', conditions: [{ ...price, symbol: 'aapl.us' }, price] }),
  );
  t.is(made.status, 201, made.text);
  const { id, createdAt, updatedAt, ...rest } = made.json;
  t.deepEqual(rest, {
    ...{ name: 'A rule', enabled: true, severity: 'warning', condition: { type: 'any', conditions: [price, price] } },
    pendingSeconds: 0,
    recoverySeconds: 0,
    cooldownSeconds: 0,
    oneShot: false,
    noData: 'ignore',
    endpointIds: [],
    tags: [],
    expiresAt: null,
    disarmedAt: null,
    version: 1,
  });
  t.deepEqual((await ada.get(`/alerts/rules/${id}`)).json, made.json);
});

test('a rule may combine a market, a place and events of the account', async (t) => {
  const ada = await service.signedIn();
  const fence = await ada.post('/geospatial/geofences', { name: 'Hormuz', shape: circle });
  const condition = {
    type: 'all',
    conditions: [
      { ...price, symbol: 'CL.COMM' },
      { type: 'geofence', geofenceId: fence.json.id, transition: 'dwell', shipType: 'tanker' },
      {
        type: 'event_near',
        center: { lat: 26.57, lon: 56.25 },
        radiusMeters: 500_000,
        minSeverity: 3,
        windowSeconds: 86_400,
      },
    ],
  };
  t.is((await ada.post('/alerts/rules', rule(condition))).status, 201);
  const said = await ada.post('/alerts/rules/validate', rule(condition));
  t.deepEqual([said.json.valid, said.json.problems, said.json.leafCount, said.json.depth], [true, [], 3, 2]);
  t.is(
    said.json.description,
    'A warning alert fires when the price of CL.COMM is above 250 and a vessel of type tanker dwells in the geofence "Hormuz" and an event of severity 3 or more is within 500 km of 26.57, 56.25, in the last 1 day. It is resolved as soon as that is no longer true.',
  );
});

for (const [what, status, condition, pointer] of [
  [
    'a symbol that no provider knows',
    422,
    () => ({ type: 'all', conditions: [price, { ...price, symbol: 'NOSUCH.US' }] }),
    '/condition/conditions/1/symbol',
  ],
  ['a pair without a second currency', 422, () => ({ ...price, symbol: 'EUR.FOREX' }), '/condition/symbol'],
  [
    'a threshold that is text',
    400,
    () => ({ type: 'all', conditions: [price, { ...price, threshold: 'NaN' }] }),
    '/condition/conditions/1/threshold',
  ],
  [
    'a threshold that is missing',
    400,
    () => ({ type: 'not', condition: { ...price, threshold: undefined } }),
    '/condition/condition/threshold',
  ],
  ['an unknown type', 400, () => ({ type: 'all', conditions: [{ type: 'weather' }] }), '/condition/conditions/0/type'],
  ['an empty group', 400, () => ({ type: 'any', conditions: [] }), '/condition/conditions'],
  [
    'a tree deeper than five levels',
    422,
    () => nested(6),
    '/condition/condition/condition/condition/condition/condition',
  ],
  [
    '2,000 leaves in a group',
    400,
    () => ({ type: 'any', conditions: Array(2_000).fill(price) }),
    '/condition/conditions',
  ],
  [
    '10,000 leaves, more values than a body may have,',
    400,
    () => ({ type: 'any', conditions: Array(10_000).fill(price) }),
    '',
  ],
  [
    '21 leaves in two groups',
    422,
    () => ({ type: 'any', conditions: [{ type: 'all', conditions: Array(20).fill(price) }, price] }),
    '/condition/conditions/1',
  ],
  [
    'a geofence of another account',
    422,
    () => ({ type: 'geofence', geofenceId: fenceOfAda, transition: 'enter' }),
    '/condition/geofenceId',
  ],
  [
    'a window of zero seconds',
    400,
    () => ({ type: 'price_change', symbol: 'AAPL.US', windowSeconds: 0, operator: 'above', percent: 5 }),
    '/condition/windowSeconds',
  ],
  [
    'a recovery threshold beyond the threshold',
    422,
    () => ({ ...price, recoveryThreshold: 251 }),
    '/condition/recoveryThreshold',
  ],
  [
    'an unknown indicator',
    422,
    () => ({ ...price, type: 'indicator', interval: '1h', indicator: 'magic:3' }),
    '/condition/indicator',
  ],
  [
    'a line that an indicator does not have',
    422,
    () => ({ ...price, type: 'indicator', interval: '1h', indicator: 'macd', output: 'upper' }),
    '/condition/output',
  ],
  [
    'a distance to nothing',
    422,
    () => ({ type: 'proximity', entity: 'vessel:219024336', other: {}, radiusMeters: 10 }),
    '/condition/other',
  ],
  ['a feed that does not exist', 422, () => ({ type: 'feed_stale', feed: 'nosuch', seconds: 60 }), '/condition/feed'],
  [
    'a minimum stay of an entry',
    422,
    () => ({ type: 'geofence', geofenceId: fenceOfAda, transition: 'enter', minDwellSeconds: 5 }),
    '/condition/minDwellSeconds',
  ],
  ['an event near two things', 422, () => ({ ...near, entity: 'vessel:219024336' }), '/condition'],
  [
    'a saved search that the account does not have',
    422,
    () => ({ type: 'saved_search', savedSearchId: fenceOfAda, windowSeconds: 60 }),
    '/condition/savedSearchId',
  ],
] as ReadonlyArray<readonly [string, number, () => object, string]>) {
  test(`${what} is rejected with a pointer to it, and nothing is stored`, async (t) => {
    const answer = await carl.post('/alerts/rules', rule(condition()));
    t.deepEqual([answer.status, answer.json.errors?.[0]?.pointer], [status, pointer], answer.text);
    t.deepEqual((await carl.get('/alerts/rules')).json.items, []);
    if (status === 422) {
      const said = await carl.post('/alerts/rules/validate', rule(condition()));
      t.deepEqual([said.json.valid, said.json.problems[0].pointer], [false, pointer]);
    }
  });
}
const near = { type: 'event_near', center: { lat: 0, lon: 0 }, radiusMeters: 10, windowSeconds: 60 };

test('an endpoint of another account and an expiry in the past are rejected', async (t) => {
  const endpoint = await carl.post('/alerts/rules', { ...rule(price), endpointIds: [fenceOfAda] });
  t.deepEqual([endpoint.status, endpoint.json.errors[0].pointer], [422, '/endpointIds/0']);
  const expired = await carl.post('/alerts/rules', { ...rule(price), expiresAt: '2020-01-01T00:00:00Z' });
  t.deepEqual([expired.status, expired.json.errors[0].pointer], [422, '/expiresAt']);
});

test('a rule is disabled and enabled, and repeating either has no effect', async (t) => {
  const ada = await service.signedIn();
  const { json } = await ada.post('/alerts/rules', rule(price));
  const path = `/alerts/rules/${json.id}`;
  t.like((await ada.post(`${path}/disable`)).json, { enabled: false, version: 2 });
  t.like((await ada.post(`${path}/disable`)).json, { enabled: false, version: 2 });
  t.like((await ada.post(`${path}/enable`)).json, { enabled: true, version: 3 });
  t.like((await ada.post(`${path}/rearm`)).json, { version: 3 });
  isProblem(
    t,
    await ada.post(`${path}/disable`, undefined, { headers: { 'if-match': `"2:${json.id}"` } }),
    412,
    'precondition_failed',
  );
  isProblem(t, await carl.post(`${path}/disable`), 404, 'not_found');
});

test('every template is a valid rule when it is filled in with records of the account', async (t) => {
  const ada = await service.signedIn();
  const fence = await ada.post('/geospatial/geofences', { name: 'Hormuz', shape: circle });
  const query = `symbol=AAPL.US,BTC-USD.CC&lat=26.57&lon=56.25&geofenceId=${fence.json.id}&entity=vessel:219024336`;
  const { status, json } = await ada.get(`/alerts/templates?${query}`);
  t.is(status, 200);
  for (const { id, rule } of json.items) {
    const { json: said } = await ada.post('/alerts/rules/validate', rule);
    t.deepEqual([id, said.valid, said.problems], [id, true, []]);
    t.is((await ada.post('/alerts/rules', rule)).status, 201, id);
  }
});

test('a rule that can never be true is valid with a warning, unless missing data counts as true', async (t) => {
  const ada = await service.signedIn();
  const never = {
    type: 'indicator',
    symbol: 'AAPL.US',
    interval: '1h',
    indicator: 'rsi:14',
    operator: 'above',
    threshold: 150,
  };
  const validated = async (more: object) =>
    (await ada.post('/alerts/rules/validate', { name: 'Never', condition: never, ...more })).json;
  t.like(await validated({}), { valid: true, problems: [], warnings: [{ pointer: '/condition' }] });
  t.like(await validated({ noData: 'fire' }), { valid: true, warnings: [] });
  t.like(await validated({ condition: { ...never, threshold: 99 } }), { valid: true, warnings: [] });
});
