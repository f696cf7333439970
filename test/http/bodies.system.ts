import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import test from 'ava';
import { isProblem, problemOf } from '../support/is-problem.js';
import { rawExchange } from '../support/raw-socket.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

const MEGABYTE = 1024 * 1024;
const json = { 'content-type': 'application/json' };

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

const pointers = (answer: { json: { errors?: Array<{ pointer: string }> } }) =>
  (answer.json.errors ?? []).map(({ pointer }) => pointer);
const register = (rawBody: string | Uint8Array, headers: Record<string, string> = json) =>
  service.client().call('POST', '/auth/register', { rawBody, headers });

test('a body of a megabyte is accepted, one byte more is a 413', async (t) => {
  const body = (bytes: number) => `{"email":"${'a'.repeat(bytes - 12)}"}`;
  t.is(body(100).length, 100);
  isProblem(t, await register(body(MEGABYTE)), 400, 'invalid_request', '/displayName', '/email', '/password');
  const refused = await register(body(MEGABYTE + 1));
  isProblem(t, refused, 413, 'payload_too_large');
  t.is(refused.headers.get('connection'), 'close');
});

test('a body of unknown length is a 413 when it exceeds a megabyte, and nothing is created', async (t) => {
  const registration = JSON.stringify({ email: 'big@watchfloor.test', password: PASSWORD, displayName: 'Big' });
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const { status, text } = await rawExchange(service.url, (socket) => {
    socket.write(
      'POST /api/v1/auth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    socket.write(`${chunk(registration + ' '.repeat(MEGABYTE))}0\r\n\r\n`);
  });
  t.is(status, 413);
  t.regex(text, /"code":"payload_too_large"/);
  const { rows } = await service.database.database.query('select id from accounts where email = $1', [
    'big@watchfloor.test',
  ]);
  t.is(rows.length, 0);
});

// curl runs in another thread, so that it writes and reads independently of the event loop of the service.
for (const [kind, headers] of [
  ['known', []],
  ['unknown', ['-H', 'Transfer-Encoding: chunked']],
] as const) {
  test(`curl reads the 413 to 20 MB of ${kind} length before the connection ends`, async (t) => {
    const worker = new Worker(
      `const { spawnSync } = require('node:child_process'); const { parentPort, workerData } = require('node:worker_threads');
       parentPort.postMessage(spawnSync('curl', workerData, { input: Buffer.alloc(20 * 1024 * 1024, 32), encoding: 'utf8' }));`,
      {
        eval: true,
        workerData: ['-sS', '-X', 'POST', '-H', 'Content-Type: application/json', '-H', 'Expect:', ...headers].concat([
          '--data-binary',
          '@-',
          '-w',
          '\n%{http_code}',
          `${service.url}/api/v1/auth/register`,
        ]),
      },
    );
    const [{ status, stdout, stderr }] = (await once(worker, 'message')) as [ReturnType<typeof spawnSync>];
    t.is(status, 0, String(stderr));
    t.regex(String(stdout), /payload_too_large[\s\S]*\n413$/);
  });
}

test('a client that sends Expect: 100-continue gets the 413 before it sends the body', async (t) => {
  const { text } = await rawExchange(service.url, (socket) => {
    socket.write(
      `POST /api/v1/auth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${MEGABYTE + 1}\r\nExpect: 100-continue\r\n\r\n`,
    );
  });
  t.regex(text, /413 Payload Too Large/);
});

for (const [name, headers] of Object.entries<Record<string, string>>({
  'no media type': { 'content-type': '' },
  'a form': { 'content-type': 'application/x-www-form-urlencoded' },
  'plain text': { 'content-type': 'text/plain' },
  'a media type that begins like JSON': { 'content-type': 'application/json5' },
  'merge-patch on a POST': { 'content-type': 'application/merge-patch+json' },
  'another charset': { 'content-type': 'application/json; charset=latin1' },
  'a compressed body': { ...json, 'content-encoding': 'gzip' },
})) {
  test(`${name} is a 415`, async (t) => {
    const answer = await register('{"email":"ada@watchfloor.test"}', headers);
    t.is(answer.status, 415);
    t.is(answer.json.code, 'unsupported_media_type');
  });
}

test('the charset UTF-8 is accepted', async (t) => {
  isProblem(
    t,
    await register('{}', { 'content-type': 'Application/JSON; charset="UTF-8"' }),
    400,
    'invalid_request',
    '/displayName',
    '/email',
    '/password',
  );
});

for (const [name, body] of Object.entries<string | Uint8Array>({
  'half an object': '{"email":',
  'single quotes': "{'email':'ada'}",
  'a trailing comma': '{"email":"ada",}',
  NaN: '{"email":NaN}',
  'bytes that are no UTF-8': new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'an overlong encoding': new Uint8Array([0x22, 0xc0, 0xaf, 0x22]),
})) {
  test(`${name} is a malformed body`, async (t) => {
    const answer = await register(body);
    t.is(answer.status, 400);
    t.is(answer.json.code, 'malformed_body');
    t.deepEqual(pointers(answer), ['']);
  });
}

test('32 levels of nesting are accepted, 33 are rejected', async (t) => {
  const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  t.is((await register(nested(32))).json.code, 'invalid_request');
  const refused = await register(nested(33));
  t.is(refused.status, 400);
  t.is(refused.json.code, 'malformed_body');
  t.is((await register(nested(200_000))).json.code, 'malformed_body');
});

for (const [name, pointer, body] of [
  ['__proto__', '/__proto__', '{"__proto__":{"isAdmin":true}}'],
  ['a nested __proto__', '/quietHours/__proto__', '{"quietHours":{"__proto__":{"isAdmin":true}}}'],
  ['an escaped __proto__', '/__proto__', '{"\\u005f_proto\\u005F_":{"isAdmin":true}}'],
  ['constructor', '/constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['prototype', '/prototype', '{"prototype":{"isAdmin":true}}'],
  ['toString', '/toString', '{"toString":"x"}'],
  ['hasOwnProperty', '/hasOwnProperty', '{"hasOwnProperty":1}'],
  ['an unknown field', '/role', '{"role":"operator"}'],
] as const) {
  test(`${name} is rejected by name and reaches no prototype`, async (t) => {
    const ada = await service.signedIn();
    const answer = await ada.call('PATCH', '/users/me/preferences', { rawBody: body, headers: json });
    isProblem(t, answer, 400, 'invalid_request');
    t.true(pointers(answer).includes(pointer), answer.text);
    t.is((Object.prototype as { isAdmin?: boolean }).isAdmin, undefined);
    t.is((await ada.get('/users/me')).json.role, 'user');
  });
}

for (const number of [
  '1e-400',
  '-1e-400',
  '1E-325',
  '0.00001e-330',
  `0.${'0'.repeat(400)}1`,
  '1e400',
  '-1e309',
  `1${'0'.repeat(400)}`,
]) {
  test(`the number ${number.slice(0, 12)} is rejected instead of changed`, async (t) => {
    const ada = await service.signedIn();
    const answer = await ada.call('POST', '/geospatial/pins', {
      rawBody: `{"position":{"lat":${number},"lon":4},"title":"Here"}`,
      headers: json,
    });
    t.is(answer.status, 400);
    t.is(answer.json.code, 'malformed_body');
    t.regex(answer.json.detail, /too large, or too close to 0/);
  });
}

for (const number of [
  '0',
  '-0',
  '0.0',
  '0e-999',
  '0e999',
  '5e-324',
  '1e-300',
  '1.7976931348623157e308',
  '0.000000e-400',
]) {
  test(`the number ${number} is accepted`, async (t) => {
    const answer = await register(`{"email":${number}}`);
    t.is(answer.json.code, 'invalid_request');
  });
}

test('a number within text is not checked as a number', async (t) => {
  t.is(
    (await register(JSON.stringify({ email: '\\"1e-400', 'a\\': ':1e400', displayName: '1e400' }))).json.code,
    'invalid_request',
  );
});

test('20,000 values are accepted, more are rejected before they are parsed', async (t) => {
  const list = (values: number) => `{"email":[${Array(values).fill('7').join()}]}`;
  t.is((await register(list(19_990))).json.code, 'invalid_request');
  const refused = await register(list(20_001));
  t.is(refused.status, 400);
  t.is(refused.json.code, 'malformed_body');
  t.regex(refused.json.detail, /at most 20000 values/);
});

test('2,000 different names are read, more are rejected before they are parsed', async (t) => {
  const fields = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":7`).join()}}`;
  t.is((await register(fields(2_000))).json.code, 'invalid_request');
  const rejected = await register(fields(2_001));
  t.deepEqual([rejected.status, rejected.json.code], [400, 'malformed_body']);
  t.regex(rejected.json.detail, /at most 2000 different names/);
  t.is(
    (await register(`{"email":[${Array(2_500).fill('{"same":7}').join()}]}`)).json.code,
    'invalid_request',
    'the same name again and again',
  );
});

test('an empty body where one is required, null, a list and a number are a 400', async (t) => {
  for (const rawBody of ['', 'null', '[]', '[{}]', '7', '"text"', 'true']) {
    const answer = await register(rawBody);
    t.is(problemOf(answer), '400 invalid_request', rawBody);
    t.true(pointers(answer).length > 0, rawBody);
  }
});

test('an operation without a body accepts none or an empty object, and rejects anything else', async (t) => {
  const ada = await service.signedIn();
  const logout = (rawBody: string | undefined, headers = json) =>
    ada.call('POST', '/auth/logout', { rawBody, headers });
  t.is((await logout(undefined)).status, 204);
  t.is((await logout('{}')).status, 204);
  const named = await logout('{"everywhere":true}');
  isProblem(t, named, 400, 'invalid_request', '/everywhere');
  t.deepEqual(pointers(named), ['/everywhere']);
  isProblem(t, await logout('[1]'), 400, 'invalid_request');
  isProblem(t, await logout('x=1', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
});

test('errors never repeat the values sent', async (t) => {
  const canary = 'hunter2-canary';
  const bodies = [
    { email: canary, password: canary, displayName: canary.repeat(20) },
    { email: { inner: canary }, password: [canary], displayName: 7 },
    { email: 'ada@watchfloor.test', password: canary, displayName: 'Ada', extra: canary },
  ];
  for (const body of bodies) {
    const { status, text } = await service.client().post('/auth/register', body);
    t.is(status, 400);
    t.notRegex(text, /canary/);
  }
  t.notRegex((await register(`{"email":"${canary}`)).text, /canary/);
  t.notRegex((await service.client().get(`/admin/users?q=${canary}&limit=${canary}`)).text, /canary/);
  t.notRegex(service.logged.join(''), /canary/);
});
