import { chmodSync } from 'node:fs';
import test from 'ava';
import { dataDirectory, startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

const json = { 'content-type': 'application/json' };
const post = (url: string, path: string, body: object) => fetch(`${url}/api/v1${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) });

test.serial('it starts within five seconds when its database is there', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  // More than once only when the machine is busy with something else.
  const times: number[] = [];
  while (times.length < 5 && !times.some((time) => time < 5_000)) {
    const { startedInMs, url, child } = await startProcess(t, { SVC_DATABASE_URL: database.url });
    times.push(Math.round(startedInMs));
    t.is((await fetch(`${url}/api/v1/health/ready`)).status, 200);
    child.kill('SIGKILL');
  }
  t.true(Math.min(...times) < 5_000, `${times.join(', ')} ms`);
});

test('with no variable set it makes its own database, and after a kill -9 it starts again with everything in place', async (t) => {
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

test('a configuration that is not valid stops the start, names the variables and not their values', async (t) => {
  const env = { SVC_ENV: 'production', SVC_JWT_SECRET: 'too-short-canary', SVC_RATE_LIMIT: 'many-canary', SVC_CORS_ORIGINS: '*' };
  const error = await t.throwsAsync(startProcess(t, env));
  for (const name of ['SVC_JWT_SECRET', 'SVC_RATE_LIMIT', 'SVC_CORS_ORIGINS']) t.regex(error?.message ?? '', new RegExp(name));
  t.notRegex(error?.message ?? '', /canary|\n\s+at /);
});

test('a database that is not there stops the start without a stack', async (t) => {
  const error = await t.throwsAsync(startProcess(t, { SVC_DATABASE_URL: 'postgres://nobody:canary@127.0.0.1:1/none' }));
  t.regex(error?.message ?? '', /could not start/);
  t.notRegex(error?.message ?? '', /canary|\n\s+at /);
});

test('production serves neither the docs nor Debug', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const secret = 'kX2mVq8Lr5Tz9Wc3Yb7Nf1Hd6Gj4Ps0A';
  const { url, said } = await startProcess(t, { SVC_DATABASE_URL: database.url, SVC_ENV: 'production', SVC_JWT_SECRET: secret, SVC_DATA_SECRET: secret });
  for (const path of ['/docs', '/redoc', '/openapi.json', '/api/v1/debug/routes', '/nothing']) {
    const response = await fetch(url + path);
    const { type, code } = (await response.json()) as { type: string; code: string };
    t.deepEqual([response.status, type, code], [404, '/problems/not_found', 'not_found'], path);
  }
  t.is((await post(url, '/auth/register', { email: 'ada@watchfloor.test', password: 'correct horse battery', displayName: 'Ada' })).status, 403);
  t.notRegex(said(), new RegExp(secret));
});
