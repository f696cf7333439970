import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import test from 'ava';
import { encode, forge, partsOf, signingKeyId } from '../../../support/forge.js';
import { isProblem, problemOf } from '../../../support/is-problem.js';
import { SECOND, serviceFor } from '../../../support/service-for.js';
import type { TestClient } from '../../../support/test-client.js';
import { SECRET, startTestService, type TestService } from '../../../support/test-service.js';

let service: TestService;
let ada: TestClient & { accountId: string };
let token: string;
let header: Record<string, unknown>;
let claims: Record<string, unknown>;
test.before(async () => {
  service = await startTestService();
  ada = await service.signedIn();
  token = ada.token as string;
  ({ header, claims } = partsOf(token));
});
test.after.always(() => service.close());

/** Returns 200, or the status and code of the rejection. */
const outcomeOf = async (forged: string) => {
  const answer = await ada.get('/users/me', { token: forged });
  return answer.status === 200 ? 200 : problemOf(answer);
};
const without = (from: object, name: string) =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));
const now = () => Math.floor(service.clock.now() / 1000);

test('a token contains algorithm, key, type, account and session, and no personal data', (t) => {
  t.deepEqual(header, { alg: 'HS256', typ: 'at+jwt', kid: signingKeyId });
  t.deepEqual(Object.keys(claims).sort(), ['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
  t.is(claims.sub, ada.accountId);
  t.deepEqual([claims.iss, claims.aud], ['watchfloor', 'watchfloor-api']);
  t.is((claims.exp as number) - (claims.iat as number), 900);
  t.false(
    Buffer.from(token.split('.')[1] as string, 'base64url')
      .toString()
      .includes('@'),
  );
});

test('a correct handmade token is accepted, so that each forgery below fails because of its change', async (t) => {
  t.is(await outcomeOf(forge(header, claims)), 200);
  t.is(await outcomeOf(forge(header, { ...claims, jti: randomUUID() })), 200);
});

test('without a token the response is a 401 with a challenge', async (t) => {
  const answer = await ada.get('/users/me', { token: null });
  t.is(answer.status, 401);
  t.is(answer.json.code, 'unauthenticated');
  t.is(answer.headers.get('www-authenticate'), 'Bearer');
});

for (const sent of [
  'Bearer x',
  'Bearer',
  'Bearer a.b.c',
  'Basic YWRhOng=',
  'bearer  x.y.z',
  'Bearer ..',
  'Token x',
  `Bearer ${'x'.repeat(4000)}`,
]) {
  test(`"${sent.slice(0, 20)}" is an invalid token`, async (t) => {
    const answer = await ada.get('/users/me', { token: null, headers: { authorization: sent } });
    t.is(answer.status, 401);
    t.is(answer.json.code, 'invalid_token');
    t.is(answer.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
  });
}

for (const alg of [
  'none',
  'None',
  'NONE',
  'nOnE',
  'HS384',
  'HS512',
  'RS256',
  'ES256',
  'EdDSA',
  '',
  'hs256',
  null,
  ['HS256'],
]) {
  test(`the algorithm ${JSON.stringify(alg)} is rejected, signed or not`, async (t) => {
    const altered = { ...header, alg };
    t.is(await outcomeOf(forge(altered, claims)), '401 invalid_token');
    t.is(await outcomeOf(`${encode(altered)}.${encode(claims)}.`), '401 invalid_token');
    t.is(await outcomeOf(`${encode(altered)}.${encode(claims)}`), '401 invalid_token');
    const body = `${encode(altered)}.${encode(claims)}`;
    t.is(
      await outcomeOf(`${body}.${createHmac('sha512', SECRET).update(body).digest('base64url')}`),
      '401 invalid_token',
    );
  });
}

test('tokens signed with a public key in any format, or with an empty key, are rejected', async (t) => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' });
  const keys = [
    publicKey.export({ format: 'pem', type: 'spki' }),
    publicKey.export({ format: 'der', type: 'spki' }),
    JSON.stringify(jwk),
    Buffer.from(jwk.x as string, 'base64url'),
    Buffer.alloc(0),
    Buffer.alloc(32),
    signingKeyId,
    `${SECRET} `,
  ];
  for (const key of keys) t.is(await outcomeOf(forge(header, claims, key)), '401 invalid_token');
});

test('a token with one changed character is rejected', async (t) => {
  const other = (sign: string) => (sign === 'A' ? 'B' : 'A');
  for (const at of [5, token.indexOf('.') + 10, token.lastIndexOf('.') + 5]) {
    t.is(await outcomeOf(token.slice(0, at) + other(token[at] as string) + token.slice(at + 1)), '401 invalid_token');
  }
  t.is(await outcomeOf(`${token}A`), '401 invalid_token');
  t.is(await outcomeOf(`${token}=`), '401 invalid_token');
  t.is(await outcomeOf(`${token}.x`), '401 invalid_token');
});

for (const name of ['exp', 'iat', 'sub', 'sid', 'jti', 'iss', 'aud']) {
  test(`a token with ${name} missing or of another type is rejected`, async (t) => {
    t.is(await outcomeOf(forge(header, without(claims, name))), '401 invalid_token');
    for (const value of [
      null,
      '',
      String(claims[name]) === claims[name] ? 7 : String(claims[name]),
      [claims[name]],
      { $gt: '' },
      'x'.repeat(500),
    ]) {
      t.is(await outcomeOf(forge(header, { ...claims, [name]: value })), '401 invalid_token', JSON.stringify(value));
    }
  });
}

test('a lifetime other than exactly 15 minutes is rejected', async (t) => {
  for (const seconds of [899, 901, 3600, 86_400 * 36_500])
    t.is(await outcomeOf(forge(header, { ...claims, exp: (claims.iat as number) + seconds })), '401 invalid_token');
  t.is(await outcomeOf(forge(header, { ...claims, exp: (claims.exp as number) + 0.5 })), '401 invalid_token');
});

test('another issuer, audience or type is rejected', async (t) => {
  for (const altered of [
    { iss: 'Watchfloor' },
    { iss: 'https://evil.example' },
    { aud: 'other' },
    { aud: ['watchfloor-api', 'other'] },
  ])
    t.is(await outcomeOf(forge(header, { ...claims, ...altered })), '401 invalid_token');
  for (const typ of ['JWT', 'refresh+jwt', 'AT+JWT', '', null])
    t.is(await outcomeOf(forge({ ...header, typ }, claims)), '401 invalid_token');
  t.is(await outcomeOf(forge(without(header, 'typ'), claims)), '401 invalid_token');
});

for (const kid of [
  'unknown',
  '../../etc/passwd',
  "' OR 1=1--",
  '',
  '__proto__',
  'constructor',
  null,
  7,
  { $ne: null },
]) {
  test(`the key id ${JSON.stringify(kid)} is rejected`, async (t) => {
    t.is(await outcomeOf(forge({ ...header, kid }, claims)), '401 invalid_token');
    t.is(await outcomeOf(forge({ ...header, kid }, claims, '')), '401 invalid_token');
  });
}

test('a key id of 100 kB is rejected together with its header', async (t) => {
  // Node's HTTP parser rejects this request before any operation, so the OpenAPI description does not list the status,
  // and the test client would reject it.
  const authorization = `Bearer ${forge({ ...header, kid: 'x'.repeat(100_000) }, claims)}`;
  t.is((await fetch(`${service.url}/api/v1/users/me`, { headers: { authorization } })).status, 431);
  t.is(
    (
      await fetch(`${service.url}/api/v1/users/me`, {
        headers: { authorization: `Bearer ${forge({ ...header, kid: 'x'.repeat(10_000) }, claims)}` },
      })
    ).status,
    401,
  );
});

test('a key inside the token, or at a URL in it, is neither used nor fetched', async (t) => {
  let fetched = 0;
  const server = createServer((_, response) => {
    fetched += 1;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/keys`;
  const evil = 'a key of the attacker, of thirty-two bytes';
  const jwk = { kty: 'oct', k: encode(evil), kid: signingKeyId };
  for (const brought of [
    { jwk },
    { jku: url },
    { x5u: url },
    { x5c: [encode('x')] },
    { crit: ['exp'] },
    { b64: false, crit: ['b64'] },
  ]) {
    t.is(await outcomeOf(forge({ ...header, ...brought }, claims, evil)), '401 invalid_token');
    t.is(await outcomeOf(forge({ ...header, ...brought }, claims)), '401 invalid_token');
  }
  t.is(fetched, 0);
});

test('a clock difference of five seconds is tolerated', async (t) => {
  const { signedIn, clock } = await serviceFor(t);
  const caller = await signedIn();
  const expires = (partsOf(caller.token as string).claims.exp as number) * SECOND;
  clock.advance(expires - clock.now() + 4 * SECOND);
  t.is((await caller.get('/users/me')).status, 200);
  clock.advance(6 * SECOND);
  isProblem(t, await caller.get('/users/me'), 401, 'invalid_token');
});

test('a token issued in the future, or not yet valid, is rejected', async (t) => {
  t.is(await outcomeOf(forge(header, { ...claims, iat: now() + 60, exp: now() + 960 })), '401 invalid_token');
  t.is(await outcomeOf(forge(header, { ...claims, nbf: now() + 60 })), '401 invalid_token');
  t.is(await outcomeOf(forge(header, { ...claims, iat: now() + 4, exp: now() + 904 })), 200);
});

test('a token of one account with the session of another is rejected', async (t) => {
  const eve = await service.signedIn();
  t.is(await outcomeOf(forge(header, { ...claims, sub: eve.accountId })), '401 invalid_token');
  t.is(
    await outcomeOf(forge(header, { ...claims, sid: partsOf(eve.token as string).claims.sid })),
    '401 invalid_token',
  );
});

for (const name of ['sub', 'sid', 'jti']) {
  test(`a correctly signed token with a malformed ${name} is rejected`, async (t) => {
    const id = String(claims[name]);
    for (const value of [
      'ada',
      'x'.repeat(64),
      '\0',
      `${id.slice(0, -1)}\0`,
      `${id}\0`,
      ` ${id}`,
      id.toUpperCase(),
      `{${id}}`,
      '\ud800',
      "1' or '1'='1",
    ])
      t.is(await outcomeOf(forge(header, { ...claims, [name]: value })), '401 invalid_token', JSON.stringify(value));
  });
}

test('a token in the query, in a cookie or in the body is ignored', async (t) => {
  isProblem(t, await ada.get(`/users/me?access_token=${token}`, { token: null }), 401, 'unauthenticated');
  t.is(
    (await ada.get('/users/me', { token: null, headers: { cookie: `access_token=${token}; authorization=${token}` } }))
      .status,
    401,
  );
  isProblem(t, await ada.patch('/users/me', { access_token: token }, { token: null }), 401, 'unauthenticated');
  isProblem(
    t,
    await ada.get('/users/me', { token: null, headers: { 'x-access-token': token } }),
    401,
    'unauthenticated',
  );
});

test('two Authorization headers are rejected in either order', async (t) => {
  const { port } = new URL(service.url);
  const ask = (...lines: string[]) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(
        `GET /api/v1/users/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.map((line) => `Authorization: ${line}\r\n`).join('')}\r\n`,
      );
      let text = '';
      socket.on('data', (bytes) => (text += bytes));
      socket.on('end', () => resolve(text.slice(9, 12)));
      socket.on('error', reject);
    });
  t.is(await ask(`Bearer ${token}`), '200');
  for (const other of ['Bearer x.y.z', 'Basic YWRhOng=', `Bearer ${token}`]) {
    t.is(await ask(`Bearer ${token}`, other), '401');
    t.is(await ask(other, `Bearer ${token}`), '401');
  }
});
