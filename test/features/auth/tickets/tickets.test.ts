import test from 'ava';
import { problemOf } from '../../../support/is-problem.js';
import { DAY, MINUTE, SECOND, serviceFor } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { SECRET, startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const prefix = '/api/v1';
const candles = '/markets/candles/AAPL.US';
const map = '/geospatial/map.svg';
const me = '/users/me';

/** Creates a ticket for a path below `/api/v1`. */
async function ticketOf(caller: TestClient, path = candles): Promise<string> {
  return (await caller.post('/auth/tickets', { path: `${prefix}${path}` })).json.ticket;
}

/** Returns a client with a token of a new key. */
async function program({ client }: TestService, owner: TestClient, scopes: string[]) {
  const { json } = await owner.post('/auth/keys', { name: 'Program', scopes });
  const caller = client();
  caller.token = (await caller.post('/auth/token', { key: json.key })).json.accessToken;
  return { caller, id: json.id as string };
}

test('a ticket authorizes GETs of its path, with any other parameters, without a header', async (t) => {
  const ada = await service.signedIn();
  const ticket = await ticketOf(ada);
  const anyone = service.client();
  for (const query of ['', 'interval=1w&', 'interval=1d&format=csv&', 'format=svg&theme=dark&'])
    t.is((await anyone.get(`${candles}?${query}ticket=${ticket}`)).status, 200, query);
  t.is((await anyone.call('HEAD', `${candles}?ticket=${ticket}`)).status, 200);
  const image = await anyone.get(`${candles}.png?ticket=${await ticketOf(ada, `${candles}.png`)}`);
  t.is(image.headers.get('content-type'), 'image/png');
  t.is(image.headers.get('referrer-policy'), 'no-referrer');
  t.is(Number(image.headers.get('x-ratelimit-remaining')), 592, 'counted for the account');
});

test('a ticket is valid until the token that it was requested with expires', async (t) => {
  const own = await serviceFor(t);
  const ada = await own.signedIn();
  own.clock.advance(10 * MINUTE);
  const { json } = await ada.post('/auth/tickets', { path: `${prefix}${candles}` });
  t.is(Math.ceil((Date.parse(json.expiresAt) - own.clock.now()) / MINUTE), 5);
  await ada.refresh();
  own.clock.advance(Date.parse(json.expiresAt) - own.clock.now() - 1);
  t.is((await own.client().get(`${candles}?ticket=${json.ticket}`)).status, 200);
  own.clock.advance(10 * SECOND);
  const answer = await own.client().get(`${candles}?ticket=${json.ticket}`);
  t.deepEqual([answer.status, answer.json.code], [401, 'invalid_ticket']);
  t.is((await ada.get(me)).status, 200);
});

test('a ticket of another path, altered, repeated or malformed is a 401 whose problem does not contain it', async (t) => {
  const ada = await service.signedIn();
  const ticket = await ticketOf(ada);
  const altered = [...ticket].map((character, at) =>
    at < 4 ? ticket : `${ticket.slice(0, at)}${character === 'x' ? 'y' : 'x'}${ticket.slice(at + 1)}`,
  );
  const wrong = [
    `/markets/candles/EURUSD.FOREX?ticket=${ticket}`,
    `${candles}.svg?ticket=${ticket}`,
    ...[...new Set(altered)].filter((text) => text !== ticket).map((text) => `${candles}?ticket=${text}`),
    `${candles}?ticket=${ticket}&ticket=${ticket}`,
    `${candles}?ticket=`,
    `${candles}?ticket=${ada.token}`,
    `${candles}?ticket=${'x'.repeat(10_000)}`,
  ];
  for (const path of wrong) {
    const answer = await service.client().get(path);
    t.deepEqual([answer.status, answer.json.code], [401, 'invalid_ticket'], path);
    t.regex(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
    t.is(answer.json.instance, `${prefix}${path.split('?')[0]}`);
    t.false(answer.text.includes('wft_'));
  }
});

test('a ticket authorizes only streams and images, and is not a bearer token', async (t) => {
  const ada = await service.signedIn();
  const ticket = await ticketOf(ada);
  for (const [verb, path, body] of [
    ['GET', me, undefined],
    ['PATCH', me, { displayName: 'Eve' }],
    ['POST', '/auth/tickets', { path: `${prefix}${candles}` }],
  ] as const)
    t.is((await service.client().call(verb, `${path}?ticket=${ticket}`, { body })).json.code, 'unauthenticated');
  t.is((await service.client().get(candles, { token: ticket })).json.code, 'invalid_token');
  t.deepEqual((await ada.get(`${me}?ticket=${ticket}`)).json.errors[0].pointer, 'query/ticket');
});

test('a ticket beside the header is ignored, but must be well-formed', async (t) => {
  const [ada, eve] = [await service.signedIn(), await service.signedIn()];
  const foreign = await ticketOf(eve);
  await ada.get(`${candles}?ticket=${foreign}`);
  t.is(Number((await ada.get(me)).headers.get('x-ratelimit-remaining')), 598);
  t.is(Number((await eve.get(me)).headers.get('x-ratelimit-remaining')), 598);
  const answer = await ada.get(`${candles}?ticket=nonsense`);
  t.deepEqual([answer.status, answer.json.errors[0].pointer], [400, 'query/ticket']);
});

test('a path that is neither a stream nor an image gets no ticket', async (t) => {
  const ada = await service.signedIn();
  for (const path of [
    '/health',
    '/auth/login',
    '/nothing',
    '/users/me',
    '/markets/quotes',
    '/markets/candles/AAPL.US/',
    '/markets/candles',
  ])
    t.is((await ada.post('/auth/tickets', { path: `${prefix}${path}` })).json.errors?.[0]?.pointer, '/path', path);
  for (const path of [
    'https://evil.example/api/v1/markets/compare',
    '/api/v1/markets/compare?symbol=A.US',
    '/api/v1/',
    '/markets/compare',
  ])
    t.is(problemOf(await ada.post('/auth/tickets', { path })), '400 invalid_request', path);
  t.is((await ada.post('/auth/tickets', { path: `${prefix}/markets/candles/BTC-USD.CC.svg` })).status, 200);
});

test('tickets end with their session', async (t) => {
  const ada = await service.signedIn();
  const ticket = await ticketOf(ada);
  t.is((await service.client().get(`${candles}?ticket=${ticket}`)).status, 200);
  await ada.post('/auth/logout');
  const answer = await service.client().get(`${candles}?ticket=${ticket}`);
  t.deepEqual([answer.status, answer.json.code], [401, 'invalid_ticket']);
});

test('tickets of a personal key have its scopes and end with it', async (t) => {
  const ada = await service.signedIn();
  const { caller, id } = await program(service, ada, ['markets:read']);
  const [mine, drawn] = [await ticketOf(caller), await ticketOf(caller, map)];
  const get = (path: string, ticket: string) => service.client().get(`${path}?ticket=${ticket}`);
  t.is((await get(candles, mine)).status, 200);
  t.is((await get(map, drawn)).json.code, 'insufficient_scope');
  await ada.delete(`/auth/keys/${id}`);
  t.is((await get(candles, mine)).json.code, 'invalid_ticket');
});

test('tickets of a disabled account are invalid', async (t) => {
  const own = await serviceFor(t);
  const operator = await own.signedIn('operator', 'operator');
  const ada = await own.signedIn();
  const ticket = await ticketOf(ada);
  await operator.patch(`/admin/users/${ada.accountId}`, { disabled: true });
  t.is((await own.client().get(`${candles}?ticket=${ticket}`)).json.code, 'invalid_ticket');
});

test('a previous secret still verifies tickets; once removed it does not', async (t) => {
  const next = 'the next test secret, just as long as the first';
  const first = await serviceFor(t);
  const ada = await first.signedIn();
  const { json } = await ada.post('/auth/keys', { name: 'Program', scopes: ['markets:read'] });
  const caller = first.client();
  caller.token = (await caller.post('/auth/token', { key: json.key })).json.accessToken;
  const ticket = await ticketOf(caller);
  for (const [previous, status] of [
    [SECRET, 200],
    ['', 401],
  ] as const) {
    const env = { SVC_JWT_SECRET: next, SVC_JWT_PREVIOUS_SECRETS: previous };
    const restarted = await serviceFor(t, { env, parts: { database: first.database.database } });
    restarted.clock.advance(first.clock.now() - restarted.clock.now());
    t.is((await restarted.client().get(`${candles}?ticket=${ticket}`)).status, status);
  }
});

test('an issued ticket is in the audit record and the export, without the ticket', async (t) => {
  const ada = await service.signedIn();
  const ticket = await ticketOf(ada);
  const exported = await ada.get('/users/me/export');
  t.true((exported.json.activity as Array<{ action: string }>).some(({ action }) => action === 'ticket.issued'));
  t.false(exported.text.includes(ticket));
  t.true(Date.parse(exported.json.activity[0].at) > Date.now() - DAY);
});
