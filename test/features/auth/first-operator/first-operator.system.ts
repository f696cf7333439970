import 'reflect-metadata';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { authModule } from '../../../../src/features/auth/auth.module.js';
import { FirstOperator } from '../../../../src/features/auth/first-operator/first-operator.js';
import type { FirstCredentials } from '../../../../src/features/auth/first-operator/first-operator-file.js';
import { startBareProcess } from '../../../support/bare-process.js';
import { serviceFor } from '../../../support/service-for.js';
import { dataDirectory } from '../../../support/service-process.js';
import { createTestDatabase } from '../../../support/test-database.js';

const EMAIL = 'first@watchfloor.test';
const INITIAL = 'to be changed after the first sign-in';
const env = { SVC_OPERATOR_EMAIL: EMAIL, SVC_OPERATOR_PASSWORD: INITIAL };

test('the configured operator is created in an empty database, and its password is due for a change', async (t) => {
  const service = await serviceFor(t, { env });
  t.is(await service.services.get(FirstOperator).ensure(), undefined);
  const operator = service.client();
  t.is((await operator.signIn(EMAIL, INITIAL)).status, 200);
  const { json } = await operator.get('/admin/users');
  t.is(json.items.length, 1);
  t.like(json.items[0], { email: EMAIL, role: 'operator', passwordChangeDue: true, disabled: false });
  await operator.post('/auth/password', { currentPassword: INITIAL, newPassword: 'a password of my own choosing' });
  await operator.signIn(EMAIL, 'a password of my own choosing');
  t.false((await operator.get('/admin/users')).json.items[0].passwordChangeDue);
});

test('when an operator exists the variables change nothing and cause a warning', async (t) => {
  const service = await serviceFor(t, { env });
  await service.signedIn('someone', 'operator');
  await service.services.get(FirstOperator).ensure();
  t.is((await service.client().signIn(EMAIL, INITIAL)).status, 401);
  const warnings = service.logged
    .map((line) => JSON.parse(line))
    .filter(({ level, msg }) => level === 40 && /SVC_OPERATOR_EMAIL/.test(msg));
  t.is(warnings.length, 1);
});

test('outside development no operator is created without the variables, and a warning is logged', async (t) => {
  const service = await serviceFor(t);
  t.is(await service.services.get(FirstOperator).ensure(), undefined);
  const { rows } = await service.database.database.query('select 1 from accounts');
  t.is(rows.length, 0);
  t.true(service.logged.some((line) => JSON.parse(line).level === 40 && line.includes('SVC_OPERATOR_EMAIL')));
});

test('an address that belongs to a user creates no operator, and this is logged', async (t) => {
  const service = await serviceFor(t, { env });
  await service.client().post('/auth/register', { email: EMAIL, password: INITIAL, displayName: 'Someone else' });
  await service.services.get(FirstOperator).ensure();
  const { rows } = await service.database.database.query('select role from accounts');
  t.deepEqual(rows, [{ role: 'user' }]);
  t.true(service.logged.some((line) => JSON.parse(line).level === 40 && line.includes('SVC_OPERATOR_EMAIL')));
});

/** Starts a service in development with its own data directory. Returns it and its output. */
async function development(t: ExecutionContext) {
  const directory = dataDirectory(t);
  const service = await serviceFor(t, { env: { SVC_ENV: 'development', SVC_DATA_DIR: directory } });
  const printed: FirstCredentials[] = [];
  const ensure = () => service.services.get(FirstOperator).ensure((credentials) => void printed.push(credentials));
  return { service, printed, ensure, file: join(directory, 'first-operator') };
}

test('in development the first operator gets a generated password, which is printed once and kept in a private file until the first sign-in', async (t) => {
  const passwords = [];
  for (let round = 0; round < 2; round += 1) {
    const { service, printed, ensure, file } = await development(t);
    const unused = await ensure();
    const { email, password } = printed[0] as FirstCredentials;
    t.true(password.length >= 20);
    passwords.push(password);
    t.deepEqual(unused, { email, file });
    t.is(statSync(file).mode & 0o777, 0o600);
    t.deepEqual(await ensure(), { email, file }, 'another start names the file again');
    t.is(printed.length, 1);
    t.is((await service.client().signIn(email, 'a wrong password')).status, 401);
    t.is(readFileSync(file, 'utf8'), `${email}\n${password}\n`);
    t.is((await service.client().signIn(email, password)).status, 200);
    t.false(existsSync(file));
    t.is(await ensure(), undefined);
    t.false(service.logged.some((line) => line.includes(password)));
  }
  t.not(passwords[0], passwords[1]);
});

test('the start that creates the first operator prints the password and its file; later starts name the file until the first sign-in', async (t) => {
  const { service, file } = await development(t);
  const printed: string[] = [];
  const start = () => authModule.start(service.services, (text) => void printed.push(text));
  t.is(await start(), undefined);
  t.is(printed.length, 1);
  t.true(printed[0]?.includes(file));
  t.true((await start())?.includes(file));
  t.is(printed.length, 1);
});

test('a start that was killed before the first operator existed leaves a password that the next start uses', async (t) => {
  const { service, printed, ensure, file } = await development(t);
  const credentials = { email: 'operator@watchfloor.test', password: 'left by a start that was killed' };
  writeFileSync(file, `${credentials.email}\n${credentials.password}\n`);
  await ensure();
  t.deepEqual(printed, [credentials]);
  t.is((await service.client().signIn(credentials.email, credentials.password)).status, 200);
});

test('when the password cannot be saved, no operator is created', async (t) => {
  const { service, ensure, file } = await development(t);
  mkdirSync(file);
  await t.throwsAsync(ensure());
  const { rows } = await service.database.database.query('select 1 from accounts');
  t.is(rows.length, 0);
});

test('processes that start concurrently on an empty database create exactly one operator, despite different settings, and log the same', async (t) => {
  const { url, database, drop } = await createTestDatabase();
  t.teardown(drop);
  await database.query('drop schema public cascade');
  await database.query('drop schema if exists drizzle cascade');
  await database.query('create schema public');
  const variables = (email: string) => ({
    SVC_ENV: 'production',
    SVC_JWT_SECRET: 'Zk3wq8Vb1nXc7Rm5Ty9Lp2Gd6Hf4Js0A',
    SVC_DATA_SECRET: 'Zk3wq8Vb1nXc7Rm5Ty9Lp2Gd6Hf4Js0A',
    SVC_DATABASE_URL: url,
    SVC_ROLES: 'api',
    SVC_PORT: '0',
    SVC_DRAIN_SECONDS: '0',
    SVC_OPERATOR_EMAIL: email,
    SVC_OPERATOR_PASSWORD: INITIAL,
  });
  const processes = [EMAIL, EMAIL, 'second@watchfloor.test'].map((email) => startBareProcess(t, variables(email)));
  await Promise.all(processes.map((one) => one.listening));
  const { rows } = await database.query('select email, role, password_change_due from accounts');
  t.is(rows.length, 1);
  t.like(rows[0], { role: 'operator', password_change_due: true });
  for (const one of processes) {
    t.is(await one.stop(), 0);
    t.is(one.output().split('An operator account exists.').length, 2);
    t.false(one.output().includes(INITIAL));
  }
});

test('in production a common password of the first operator prevents the start', async (t) => {
  const { url, drop } = await createTestDatabase();
  t.teardown(drop);
  const refused = startBareProcess(t, {
    SVC_ENV: 'production',
    SVC_JWT_SECRET: 'Zk3wq8Vb1nXc7Rm5Ty9Lp2Gd6Hf4Js0A',
    SVC_DATA_SECRET: 'Zk3wq8Vb1nXc7Rm5Ty9Lp2Gd6Hf4Js0A',
    SVC_DATABASE_URL: url,
    SVC_PORT: '0',
    SVC_OPERATOR_EMAIL: EMAIL,
    SVC_OPERATOR_PASSWORD: 'password123',
  });
  t.is(await refused.exited, 1);
  t.regex(refused.output(), /SVC_OPERATOR_PASSWORD is one of the passwords most used/);
  t.false(refused.output().includes('password123'));
});
