import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { eventually } from '../support/process-client.js';
import { dataDirectory, startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

const json = { 'content-type': 'application/json' };
const post = (url: string, path: string, body: object) =>
  fetch(`${url}/api/v1${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) });

test.serial('the service starts within five seconds when its database runs', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  // The start is repeated only if it was slow, which other work on the machine may cause.
  const times: number[] = [];
  while (times.length < 5 && !times.some((time) => time < 5_000)) {
    const { startedInMs, url, child } = await startProcess(t, { SVC_DATABASE_URL: database.url });
    times.push(Math.round(startedInMs));
    // On a busy machine the first check of the database may take longer than the route waits for it.
    await eventually(async () => (await fetch(`${url}/api/v1/health/ready`)).status === 200);
    child.kill('SIGKILL');
  }
  t.true(Math.min(...times) < 5_000, `${times.join(', ')} ms`);
});

test('without any variable the service creates its own database, and after a kill -9 it starts again with all data', async (t) => {
  const directory = dataDirectory(t);
  chmodSync(directory, 0o711);
  const account = { email: 'ada@watchfloor.test', password: 'correct horse battery staple' };
  const first = await startProcess(t, { SVC_DATA_DIR: directory });
  t.is((await post(first.url, '/auth/register', { ...account, displayName: 'Ada' })).status, 201);
  const { accessToken } = (await (await post(first.url, '/auth/login', account)).json()) as { accessToken: string };
  first.child.kill('SIGKILL');
  await first.exit;

  const second = await startProcess(t, { SVC_DATA_DIR: directory, SVC_DRAIN_SECONDS: '0' });
  t.is((await post(second.url, '/auth/login', account)).status, 200);
  const old = await fetch(`${second.url}/api/v1/users/me`, { headers: { authorization: `Bearer ${accessToken}` } });
  t.is(old.status, 401, 'sessions in memory end with their process');
  second.child.kill('SIGTERM');
  t.is((await second.exit).code, 0);
});

/** Returns the `Cookie` header for the cookies that a response sets. */
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

test('sessions survive a graceful restart in an encrypted file that the next start removes, and end with a crash', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const directory = dataDirectory(t);
  const env = { SVC_DATABASE_URL: database.url, SVC_DATA_DIR: directory, SVC_DRAIN_SECONDS: '0' };
  const account = { email: 'ada@watchfloor.test', password: 'correct horse battery staple' };
  const first = await startProcess(t, env);
  await post(first.url, '/auth/register', { ...account, displayName: 'Ada' });
  const signedIn = await post(first.url, '/auth/login', account);
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const ended = await post(first.url, '/auth/login', account);
  const { accessToken: endedToken } = (await ended.json()) as { accessToken: string };
  await fetch(`${first.url}/api/v1/auth/logout`, { method: 'POST', headers: { cookie: cookiesOf(ended) } });
  first.child.kill('SIGTERM');
  t.is((await first.exit).code, 0);
  const file = join(directory, 'sessions');
  t.is(statSync(file).mode & 0o777, 0o600);
  t.regex(readFileSync(file, 'utf8'), /^sealed\.[0-9a-f]+\.[\w-]+$/);

  const second = await startProcess(t, env);
  t.false(existsSync(file));
  const me = async (token: string): Promise<number> => {
    const { status } = await fetch(`${second.url}/api/v1/users/me`, { headers: { authorization: `Bearer ${token}` } });
    return status === 503 ? me(token) : status; // a busy machine sheds load
  };
  t.is(await me(accessToken), 200);
  t.is(await me(endedToken), 401, 'a session that had ended stays ended');
  const refresh = () =>
    fetch(`${second.url}/api/v1/auth/refresh`, { method: 'POST', headers: { cookie: cookiesOf(signedIn) } });
  t.is((await refresh()).status, 200);
  t.is((await refresh()).status, 401, 'a spent refresh token is still noticed');
  second.child.kill('SIGKILL');
  await second.exit;
  t.false(existsSync(file));
});

test('with an external database and external secrets no data directory is needed', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const secret = 'kX2mVq8Lr5Tz9Wc3Yb7Nf1Hd6Gj4Ps0A';
  const env = {
    SVC_DATABASE_URL: database.url,
    SVC_ENV: 'production',
    SVC_JWT_SECRET: secret,
    SVC_DATA_SECRET: secret,
    SVC_DRAIN_SECONDS: '0',
    SVC_OPERATOR_EMAIL: 'ada@watchfloor.test',
  };
  for (const directory of [join(dataDirectory(t), 'not', 'there'), '/dev/null/impossible']) {
    const service = await startProcess(t, {
      ...env,
      SVC_OPERATOR_PASSWORD: 'correct horse battery staple',
      SVC_DATA_DIR: directory,
    });
    service.child.kill('SIGTERM');
    t.is((await service.exit).code, 0, service.said());
    t.notRegex(service.said(), /"level":50/);
  }
});

test('only the last started process saves sessions', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const directory = dataDirectory(t);
  const env = { SVC_DATABASE_URL: database.url, SVC_DATA_DIR: directory, SVC_DRAIN_SECONDS: '0' };
  const account = { email: 'ada@watchfloor.test', password: 'correct horse battery staple' };
  const first = await startProcess(t, env);
  await post(first.url, '/auth/register', { ...account, displayName: 'Ada' });
  await post(first.url, '/auth/login', account);
  await startProcess(t, env);
  first.child.kill('SIGTERM');
  t.is((await first.exit).code, 0);
  t.false(existsSync(join(directory, 'sessions')));
});

test('an invalid configuration prevents the start with the names of the variables and not their values', async (t) => {
  const env = {
    SVC_ENV: 'production',
    SVC_JWT_SECRET: 'too-short-canary',
    SVC_RATE_LIMIT: 'many-canary',
    SVC_CORS_ORIGINS: '*',
  };
  const error = await t.throwsAsync(startProcess(t, env));
  for (const name of ['SVC_JWT_SECRET', 'SVC_RATE_LIMIT', 'SVC_CORS_ORIGINS'])
    t.regex(error?.message ?? '', new RegExp(name));
  t.notRegex(error?.message ?? '', /canary|\n\s+at /);
});

test('an unreachable database prevents the start without a stack trace', async (t) => {
  const error = await t.throwsAsync(startProcess(t, { SVC_DATABASE_URL: 'postgres://nobody:canary@127.0.0.1:1/none' }));
  t.regex(error?.message ?? '', /could not start/);
  t.notRegex(error?.message ?? '', /canary|\n\s+at /);
});

test('production serves neither the documentation nor Debug', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const secret = 'kX2mVq8Lr5Tz9Wc3Yb7Nf1Hd6Gj4Ps0A';
  const { url, said } = await startProcess(t, {
    SVC_DATABASE_URL: database.url,
    SVC_ENV: 'production',
    SVC_JWT_SECRET: secret,
    SVC_DATA_SECRET: secret,
  });
  for (const path of ['/docs', '/redoc', '/openapi.json', '/api/v1/debug/routes', '/nothing']) {
    const response = await fetch(url + path);
    const { type, code } = (await response.json()) as { type: string; code: string };
    t.deepEqual([response.status, type, code], [404, '/problems/not_found', 'not_found'], path);
  }
  t.is(
    (
      await post(url, '/auth/register', {
        email: 'ada@watchfloor.test',
        password: 'correct horse battery',
        displayName: 'Ada',
      })
    ).status,
    403,
  );
  t.notRegex(said(), new RegExp(secret));
});
