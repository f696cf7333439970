import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test from 'ava';
import { isProblem } from '../support/is-problem.js';
import { rawRequest } from '../support/raw-request.js';
import { rawExchange } from '../support/raw-socket.js';
import { operationsOf } from '../support/scorecard.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let operator: Awaited<ReturnType<TestService['signedIn']>>;
test.before(async () => {
  service = await startTestService({ env: { SVC_RATE_LIMIT: '100000' } });
  operator = await service.signedIn('olga', 'operator');
});
test.after.always(() => service.close());

/** Sends a GET with these header lines, followed by another request. @returns the responses on the connection */
const withHead = (lines: string[]) =>
  rawExchange(service.url, (socket) => {
    const next = 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    socket.write(`GET /api/v1/health HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${next}`);
  });

for (const hosts of [
  ['a.example', 'b.example'],
  ['a.example', 'a.example'],
  ['', 'a.example'],
  ['a.example, b.example'],
  ['a b'],
  ['a/b'],
  ['user@a'],
  ['a:b'],
  ['a\tb'],
  ['[::1'],
]) {
  test(`Host: ${JSON.stringify(hosts)} is a 400, and no later request of the connection is served`, async (t) => {
    const { status, text } = await withHead(hosts.map((name, index) => `${index % 2 ? 'hOST' : 'Host'}: ${name}`));
    t.is(status, 400, text);
    t.notRegex(text, /200 OK/);
  });
}

for (const host of [
  'a.example',
  'a.example:3000',
  '127.0.0.1:1',
  '[::1]',
  '[::1]:3000',
  '_a.b',
  'xn--n3h.example',
  '',
]) {
  test(`Host: ${JSON.stringify(host)} is accepted`, async (t) => {
    t.is((await withHead([`Host: ${host}`])).status, 200);
  });
}

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const extraVerbs = ['TRACE', 'PROPFIND', 'MKCOL', 'LOCK', 'SEARCH', 'QUERY', 'REPORT', 'PURGE', 'LINK', 'M-SEARCH'];

/** Returns concrete paths below `/api/v1` with their described methods, in the order of `Allow`. */
function describedPaths(): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { path, method } of operationsOf(service.app.document)) {
    const concrete = path.slice('/api/v1'.length).replace('{id}', operator.accountId);
    paths.set(concrete, [...(paths.get(concrete) ?? []), method.toUpperCase()]);
  }
  for (const [path, methods] of paths) {
    const all = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
    paths.set(
      path,
      verbs.filter((verb) => all.includes(verb)),
    );
  }
  return paths;
}

test('unknown paths are a 404 for every method', async (t) => {
  for (const path of [
    '/nothing',
    '/users',
    '/users/me/',
    '/users/me/nothing',
    '/Users/me',
    '/users/ME',
    '/health/',
    '//api/v2/health',
    '//nothing.php',
  ]) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const { status, json } = await operator.call(method, path);
      t.deepEqual([status, json?.code], [404, 'not_found'], `${method} ${path}`);
    }
  }
});

test('every path is a 405 for each method it does not have, with exactly the methods it has', async (t) => {
  for (const [path, allowed] of describedPaths()) {
    for (const verb of verbs.filter((candidate) => !allowed.includes(candidate))) {
      const answer = await operator.call(verb, path);
      t.is(answer.status, 405, `${verb} ${path}`);
      t.is(answer.headers.get('allow'), allowed.join(', '));
    }
  }
});

test('methods of other protocols are a 405, too', async (t) => {
  for (const method of extraVerbs) {
    const { status, headers, body } = await rawRequest(`${service.url}/api/v1/users/me`, { method });
    t.is(status, 405, method);
    t.is(headers.allow, 'GET, HEAD, PATCH, DELETE, OPTIONS');
    t.is(JSON.parse(body.toString()).code, 'method_not_allowed');
  }
});

test('OPTIONS is a 204 with the methods of the path, without credentials', async (t) => {
  for (const [path, allowed] of describedPaths()) {
    const answer = await service.client().call('OPTIONS', path);
    t.is(answer.status, 204, path);
    t.is(answer.headers.get('allow'), allowed.join(', '));
    t.is(answer.headers.get('x-ratelimit-limit'), null);
  }
});

test('HEAD of every GET has its status and headers, and no body', async (t) => {
  // These headers differ between two calls, depend on a changing length or on the client's connection, or describe a
  // body, which HEAD omits (RFC 9110 §9.3.2).
  const varying =
    /^(date|connection|keep-alive|transfer-encoding|x-request-id|x-ratelimit-.*|ratelimit|etag|content-length|set-cookie)$/;
  // The bodies of these operations vary around the minimum length for compression: the record of audited actions lists
  // its own reads.
  const ofCompression = /^(content-encoding|vary)$/;
  const shown = (headers: Headers, path: string) =>
    [...headers].filter(
      ([name]) =>
        !varying.test(name) && !(['/debug/runtime', '/admin/audit'].includes(path) && ofCompression.test(name)),
    );
  for (const [path, allowed] of describedPaths()) {
    if (!allowed.includes('GET')) continue;
    for (const caller of [operator, service.client()]) {
      const [get, head] = [await caller.get(path), await caller.call('HEAD', path)];
      t.is(head.status, get.status, path);
      t.is(head.text, '');
      t.deepEqual(shown(head.headers, path), shown(get.headers, path), path);
      t.deepEqual(
        [head.headers.has('content-length'), head.headers.has('etag')],
        [get.headers.has('content-length'), get.headers.has('etag')],
        path,
      );
    }
  }
});

test('HEAD of unchanging content has the same tag and length', async (t) => {
  const [get, head] = [await operator.get('/users/me'), await operator.call('HEAD', '/users/me')];
  t.is(head.headers.get('etag'), get.headers.get('etag'));
  t.is(head.headers.get('content-length'), get.headers.get('content-length'));
});

test('HTML pages and the OpenAPI description accept read methods only', async (t) => {
  for (const path of [
    '/',
    '/docs',
    '/redoc',
    '/openapi.json',
    '/problems',
    '/favicon.svg',
    '/favicon.ico',
    '/robots.txt',
  ]) {
    t.is((await operator.call('POST', `/${path}`)).headers.get('allow'), 'GET, HEAD');
    t.is((await operator.call('HEAD', `/${path}`)).status, 200);
  }
});

test('invalid percent escapes in a path are a 400 or 404, and never an internal error', async (t) => {
  for (const id of [
    '%',
    '%zz',
    '%E0%A4%A',
    '%FF',
    '%c0%af',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    '%0d%0aX-Evil:%201',
    "'",
    '%22',
    '{}',
    '%7B%7D',
    'x?%',
    'a%2Fb',
  ]) {
    const { status, body } = await rawRequest(`${service.url}/api/v1/admin/users/${id}`, {
      headers: { authorization: `Bearer ${operator.token}` },
    });
    t.true([400, 404].includes(status), `${id}: ${status}`);
    t.notRegex(body.toString(), /passwd.*passwd|Evil.*Evil/);
  }
});

test('an id with an encoded query, a second id or missing characters is rejected', async (t) => {
  for (const id of [
    `${operator.accountId}%3Fadmin=1`,
    `${operator.accountId}/${operator.accountId}`,
    operator.accountId.slice(0, 35),
    operator.accountId.toUpperCase(),
  ]) {
    t.true([400, 404].includes((await operator.get(`/admin/users/${id}`)).status), id);
  }
});

test('a URL over 32 KB is a 414, a shorter one is accepted', async (t) => {
  isProblem(t, await operator.get(`/users/me?x=${'a'.repeat(32_000)}`), 400, 'invalid_request', 'query/x');
  // The limit is 32 KiB for the whole path and query.
  const longest = 32_768 - '/api/v1/users/me?x='.length;
  isProblem(t, await operator.get(`/users/me?x=${'a'.repeat(longest)}`), 400, 'invalid_request');
  isProblem(t, await operator.get(`/users/me?x=${'a'.repeat(longest + 1)}`), 414, 'uri_too_long');
  isProblem(t, await operator.get(`/${'a'.repeat(32_800)}`), 414, 'uri_too_long');
});

test('the longest polygon is accepted, however its characters are escaped', async (t) => {
  const escaped = '%20'.repeat(7_990);
  for (const list of ['vessels', 'aircraft', 'events', 'pins']) {
    const { status, json } = await operator.get(`/geospatial/${list}?polygon=POLYGON((${escaped}`);
    t.is(status, 400, list);
    t.is(json.errors[0].pointer, 'query/polygon');
  }
});

test('an If-None-Match of the maximum length is accepted, a longer one is rejected', async (t) => {
  const { headers } = await operator.get('/users/me');
  const others = 'x'.repeat(2_000 - (headers.get('etag') as string).length - 3);
  t.is(
    (await operator.get('/users/me', { headers: { 'If-None-Match': `"${others}",${headers.get('etag')}` } })).status,
    304,
  );
  const { status, json } = await operator.get('/users/me', {
    headers: { 'If-None-Match': `"${others}x",${headers.get('etag')}` },
  });
  t.is(status, 400);
  t.is(json.errors[0].pointer, 'header/If-None-Match');
});

test('two hundred and fifty query parameters are accepted, more are rejected', async (t) => {
  const query = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
  t.regex((await operator.get(`/users/me?${query(250)}`)).json.errors[0].pointer, /query\/p0/);
  const refused = await operator.get(`/users/me?${query(251)}`);
  t.is(refused.status, 400);
  t.regex(refused.json.detail, /250/);
});

test('headers over 48 KB are a 431 and close the connection', async (t) => {
  const { status, text, error } = await rawExchange(service.url, (socket) => {
    socket.write(`GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(50_000)}\r\n\r\n`);
  });
  t.is(error, undefined);
  t.is(status, 431);
  t.regex(text, /Connection: close[\s\S]*"code":"headers_too_large","requestId":/);
});

test('a request that is not HTTP is a 400 and closes the connection', async (t) => {
  const smuggled =
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  for (const bytes of [
    'hello\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    smuggled,
    'GET /api/v1/health HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n',
    'GET /api/v1/health HTTP/1.1\r\n\r\n',
  ]) {
    const { status, text } = await rawExchange(service.url, (socket) => socket.write(bytes));
    t.is(status, 400, bytes);
    t.notRegex(text, /node|HPE|parse/i);
  }
});

test('CONNECT is answered with a problem and closed', async (t) => {
  const { status, text } = await rawExchange(service.url, (socket) =>
    socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'),
  );
  t.is(status, 405);
  t.regex(text, /\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n/);
  t.regex(text, /"code":"method_not_allowed"/);
  t.regex(text, /\r\nConnection: close\r\n/i);
});

test.serial('a connection that is reset after CONNECT ends nothing but itself', async (t) => {
  const { hostname, port } = new URL(service.url);
  const accepted = once(service.server, 'connection') as Promise<[Socket]>;
  const client = connect(Number(port), hostname);
  const [connection] = await accepted;
  const closed = new Promise<boolean>((resolve) => connection.once('close', resolve));
  client.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');
  await once(client, 'data');
  client.resetAndDestroy();
  t.true(await closed, 'it closed with an error');
  t.is((await service.client().get('/health')).status, 200);
});
