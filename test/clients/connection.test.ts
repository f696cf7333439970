import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { Connection, type ConnectionOptions } from '../../clients/typescript/src/connection.js';
import { Problem } from '../../clients/typescript/src/problem.js';
import type { ServerEvent } from '../../clients/typescript/src/server-events.js';
import { checkedFetch } from '../support/checked-fetch.js';
import { MINUTE, serviceFor } from '../support/service-for.js';
import { streamService } from '../support/stream-service.js';
import { PASSWORD, type TestService, type TestServiceOptions } from '../support/test-service.js';

/** Returns a client of a new account. It records its waits (ms) and does not really wait. */
async function connect(service: TestService, options: Partial<ConnectionOptions> = {}) {
  const { email } = await service.signedIn();
  const fetch = checkedFetch(service);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const connection = new Connection({
    url: service.url,
    credentials: { email, password: PASSWORD },
    fetch,
    wait,
    ...options,
  });
  return { connection, email, requests: fetch.requests, waits };
}

async function connected(t: ExecutionContext, options?: TestServiceOptions) {
  const service = await serviceFor(t, options);
  return { service, ...(await connect(service)) };
}

test('the first call signs in, and later ones use the same token', async (t) => {
  const { connection, email, requests } = await connected(t);
  t.is(((await connection.json('GET', '/users/me')) as { email: string }).email, email);
  await connection.json('GET', '/users/me');
  t.deepEqual(requests, ['POST /auth/login', 'GET /users/me', 'GET /users/me']);
});

test('calls with an expired token share one refresh', async (t) => {
  const { service, connection, requests } = await connected(t);
  await connection.json('GET', '/users/me');
  service.clock.advance(16 * MINUTE);
  requests.length = 0;
  await Promise.all([1, 2, 3].map(() => connection.json('GET', '/users/me')));
  t.deepEqual(
    requests.filter((request) => request.startsWith('POST')),
    ['POST /auth/refresh'],
  );
  t.is(requests.filter((request) => request === 'GET /users/me').length, 6);
});

test('when the session has ended, the client signs in with the password again', async (t) => {
  const { service, connection, email, requests } = await connected(t);
  await connection.json('GET', '/users/me');
  const other = service.client();
  await other.signIn(email, PASSWORD);
  await other.post('/auth/logout-all');
  service.clock.advance(1000);
  requests.length = 0;
  await connection.json('GET', '/users/me');
  t.deepEqual(requests, ['GET /users/me', 'POST /auth/refresh', 'POST /auth/login', 'GET /users/me']);
});

test('a key is exchanged for a token, and again when that token has expired', async (t) => {
  const service = await serviceFor(t);
  const user = await service.signedIn();
  const { key } = (await user.post('/auth/keys', { name: 'Report', scopes: ['users:read'] })).json;
  const { connection, requests } = await connect(service, { credentials: { key } });
  t.is(((await connection.json('GET', '/users/me')) as { email: string }).email, user.email);
  service.clock.advance(16 * MINUTE);
  await connection.json('GET', '/users/me');
  t.deepEqual(requests, ['POST /auth/token', 'GET /users/me', 'GET /users/me', 'POST /auth/token', 'GET /users/me']);
});

test('a wrong password throws a problem with its code', async (t) => {
  const service = await serviceFor(t);
  const { connection } = await connect(service, {
    credentials: { email: 'ada@watchfloor.test', password: 'wrong wrong wrong' },
  });
  const problem = await t.throwsAsync(connection.json('GET', '/users/me'), { instanceOf: Problem });
  t.deepEqual([problem?.status, problem?.code], [401, 'invalid_credentials']);
});

test('a request with a wrong password is sent only once by a signed-in client', async (t) => {
  const { connection, requests } = await connected(t);
  await connection.json('GET', '/users/me');
  const body = { email: 'ada@watchfloor.test', password: 'wrong wrong wrong' };
  await t.throwsAsync(connection.json('POST', '/auth/login', { body }), {
    instanceOf: Problem,
    code: 'invalid_credentials',
  });
  t.deepEqual(requests, ['POST /auth/login', 'GET /users/me', 'POST /auth/login']);
});

test('the error of a rejected request lists the violated rules', async (t) => {
  const { connection } = await connected(t);
  const problem = await t.throwsAsync(
    connection.json('POST', '/markets/watchlists', { body: { name: '', symbols: [] } }),
    { instanceOf: Problem },
  );
  t.is(problem?.errors[0]?.pointer, '/name');
  t.regex(problem?.message ?? '', /^.+ \(400 invalid_request\)\n[\s\S]*body \/name: /);
  t.truthy(problem?.requestId);
});

test('at its request limit an account waits as long as Retry-After requests and tries again', async (t) => {
  const service = await serviceFor(t, { env: { SVC_RATE_LIMIT: '1' } });
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    service.clock.advance(ms);
  };
  const { connection } = await connect(service, { wait });
  await connection.json('GET', '/users/me');
  await connection.json('GET', '/users/me');
  t.is(waits.length, 1);
  t.true(waits[0]! > 0 && waits[0]! <= MINUTE);
});

test('the third rejection of a request throws a problem, and so does a Retry-After of more than a minute', async (t) => {
  const service = await serviceFor(t, { env: { SVC_RATE_LIMIT: '1' } });
  for (const [maxWaitSeconds, count] of [
    [60, 2],
    [0, 0],
  ]) {
    const { connection, waits } = await connect(service, { maxWaitSeconds });
    await connection.json('GET', '/users/me');
    const problem = await t.throwsAsync(connection.json('GET', '/users/me'), { instanceOf: Problem });
    t.is(problem?.code, 'rate_limited');
    t.is(waits.length, count!);
  }
});

test('an operation that takes an idempotency key gets a new one unless the caller gives one', async (t) => {
  const service = await serviceFor(t);
  const keys: Array<string | null> = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (String(input).endsWith('/watchlists')) keys.push(new Headers(init?.headers).get('Idempotency-Key'));
    return checkedFetch(service)(input, init);
  };
  const { connection } = await connect(service, { fetch, withIdempotencyKey: new Set(['POST /markets/watchlists']) });
  const body = { name: 'a', symbols: ['AAPL.US'] };
  for (const headers of [undefined, undefined, { 'idempotency-key': 'mine' }])
    await connection.json('POST', '/markets/watchlists', { body, headers });
  t.regex(keys[0] ?? '', /^[0-9a-f]{32}$/);
  t.not(keys[0], keys[1]);
  t.is(keys[2], 'mine');
});

/** Returns a connection whose requests fail with these errors first, and the methods that it has sent. */
function losing(errors: Error[], options: Partial<ConnectionOptions> = {}) {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    sent.push(init?.method ?? '');
    const error = errors.shift();
    if (error) throw error;
    return Response.json({});
  };
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const url = 'http://127.0.0.1:3000';
  return { connection: new Connection({ url, fetch, wait, repeatsLost: true, ...options }), sent, waits };
}

test('a request whose connection was lost is repeated twice where that is safe', async (t) => {
  const lost = () => new TypeError('fetch failed');
  const { connection, sent, waits } = losing([lost(), lost()]);
  await connection.json('GET', '/users/me');
  t.is(sent.length, 3);
  t.deepEqual(waits, [500, 1000]);
  await t.throwsAsync(losing([lost(), lost(), lost()]).connection.json('GET', '/users/me'), {
    message: 'fetch failed',
  });
  const unsafe = losing([lost()]);
  await t.throwsAsync(unsafe.connection.json('POST', '/any', { body: {} }), { message: 'fetch failed' });
  t.is(unsafe.sent.length, 1);
  const keyed = losing([lost()]);
  await keyed.connection.json('POST', '/any', { body: {}, headers: { 'Idempotency-Key': 'a' } });
  t.is(keyed.sent.length, 2);
  const plain = losing([lost()], { repeatsLost: false });
  await t.throwsAsync(plain.connection.json('GET', '/users/me'));
  t.is(plain.sent.length, 1);
});

test('a request for JSON that takes too long fails, and a caller may abort it earlier', async (t) => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const late = new Connection({ url, timeoutMs: 50 }).json('GET', '/users/me');
  t.is(await late.then(String, (error: Error) => error.name), 'TimeoutError');
  const leave = new AbortController();
  const left = new Connection({ url, timeoutMs: 60_000 }).json('GET', '/users/me', { signal: leave.signal });
  leave.abort(new Error('The caller left.'));
  await t.throwsAsync(left, { message: 'The caller left.' });
});

test('a list is read page by page to its end', async (t) => {
  const { connection, requests } = await connected(t);
  for (const name of ['a', 'b', 'c'])
    await connection.json('POST', '/markets/watchlists', { body: { name, symbols: ['AAPL.US'] } });
  requests.length = 0;
  const names: string[] = [];
  for await (const { name } of connection.items('/markets/watchlists', { query: { limit: 2 } }) as AsyncGenerator<{
    name: string;
  }>)
    names.push(name);
  t.deepEqual(names.sort(), ['a', 'b', 'c']);
  t.is(requests.length, 2);
});

test('values in paths and lists in queries are encoded', (t) => {
  const connection = new Connection({ url: 'http://127.0.0.1:3000/' });
  const url = connection.urlOf('/markets/quotes/{symbol}', {
    path: { symbol: 'A/B.US' },
    query: { bbox: [1, 2], q: 'a&b', from: undefined },
  });
  t.is(url, 'http://127.0.0.1:3000/api/v1/markets/quotes/A%2FB.US?bbox=1%2C2&q=a%26b');
});

async function streaming(t: ExecutionContext) {
  const service = await streamService(t);
  const leave = new AbortController();
  t.teardown(() => leave.abort());
  const client = await connect(service);
  const stream = client.connection.events('/bulletins/stream', { signal: leave.signal });
  const next = async () =>
    ((await stream.next()).value as ServerEvent | undefined)?.data as { number: number } | undefined;
  return { ...service, ...client, leave, stream, next };
}

test('after a lost connection a stream continues after its last event', async (t) => {
  const { board, hub, followed, next, waits } = await streaming(t);
  board.past = [1, 2].map((number) => ({ number, text: 'tea' }));
  t.is((await next())?.number, 1);
  t.is((await next())?.number, 2);
  board.past.push({ number: 3, text: 'cake' });
  await followed(1);
  for (const stream of hub.streams) stream.cut();
  t.is((await next())?.number, 3);
  t.deepEqual(waits, [3_000], 'as long as the service asks for');
});

test('a stream whose token expires is opened again with a new one', async (t) => {
  const { board, clock, watch, followed, next, waits, requests } = await streaming(t);
  board.past = [{ number: 1, text: 'tea' }];
  t.is((await next())?.number, 1);
  const second = next();
  clock.advance(16 * MINUTE);
  await watch.tick();
  board.past.push({ number: 2, text: 'cake' });
  t.is((await second)?.number, 2);
  await followed(1);
  t.deepEqual(waits, []);
  t.is(requests.filter((request) => request === 'POST /auth/refresh').length, 1);
});

test('an aborted stream ends, and its slot is free again', async (t) => {
  const { board, followed, leave, next } = await streaming(t);
  board.past = [{ number: 1, text: 'tea' }];
  await next();
  const last = next();
  leave.abort();
  t.is(await last, undefined);
  await followed(0);
});

test('a stream that the service rejects throws a problem', async (t) => {
  const { connection } = await connected(t);
  const problem = await t.throwsAsync(
    connection.events('/subscriptions/018f0000-0000-7000-8000-000000000000/stream').next(),
    { instanceOf: Problem },
  );
  t.is(problem?.code, 'not_found');
});

test('a stream without data is opened again', async (t) => {
  let opened = 0;
  const server = createServer((_request, response) => {
    opened += 1;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('retry: 1\n\n');
    if (opened > 1) response.write('id: 7\ndata: {"number":1}\n\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stream = new Connection({ url, streamTimeoutMs: 100, wait: async () => undefined }).events('/any');
  t.deepEqual((await stream.next()).value, { event: 'message', id: '7', data: { number: 1 } });
  t.true(opened > 1);
  await stream.return(undefined);
});
