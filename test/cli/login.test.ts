import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { TOTP } from 'otpauth';
import { checkedFetch } from '../support/checked-fetch.js';
import { machineOf } from '../support/machine.js';
import { MINUTE } from '../support/service-for.js';
import { PASSWORD, startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let fetch: ReturnType<typeof checkedFetch>;
test.before(async () => {
  service = await startTestService();
  fetch = checkedFetch(service);
});
test.after.always(() => service.close());

const machine = (t: ExecutionContext) => machineOf(t, service, fetch);

test.serial(
  'login asks for the address and, without showing it, for the password; later commands are signed in',
  async (t) => {
    const { email } = await service.signedIn();
    const { run, file } = machine(t);
    const { status, out, err, asked } = await run(['login'], { answers: [email, PASSWORD] });
    t.is(status, 0, err);
    t.is(out, `Signed in to ${service.url} as ${email} (user).\n`);
    t.deepEqual(asked, ['E-mail: ', 'Password: (hidden) ']);
    t.true(err.includes(file));
    t.is((await run(['whoami'])).out, `${email} (user) at ${service.url}\n`);
    t.is(JSON.parse((await run(['whoami', '--json'])).out).email, email);
  },
);

test.serial('the file of credentials is readable only by its owner and contains no password', async (t) => {
  const { email } = await service.signedIn();
  const { run, file, home } = machine(t);
  await run(['login', '--email', email, '--password-stdin'], { input: `${PASSWORD}\n` });
  t.is(statSync(file).mode & 0o777, 0o600);
  t.is(statSync(join(home, 'watchfloor')).mode & 0o777, 0o700);
  t.false(readFileSync(file, 'utf8').includes(PASSWORD));
  t.deepEqual(readdirSync(join(home, 'watchfloor')), ['credentials.json']);
});

test.serial('an expired token is renewed once, also by commands that run at the same time', async (t) => {
  const { email } = await service.signedIn();
  const { run } = machine(t);
  await run(['login', '--email', email, '--password-stdin'], { input: PASSWORD });
  service.clock.advance(16 * MINUTE);
  fetch.requests.length = 0;
  const said = await Promise.all([1, 2, 3].map(() => run(['whoami'])));
  t.deepEqual(
    said.map(({ status }) => status),
    [0, 0, 0],
  );
  t.is(fetch.requests.filter((request) => request === 'POST /auth/refresh').length, 1);
  t.is((await run(['whoami'])).status, 0);
});

test.serial('logout ends the session and removes it from the file', async (t) => {
  const user = await service.signedIn();
  const { run, kept } = machine(t);
  await run(['login', '--email', user.email, '--password-stdin'], { input: PASSWORD });
  t.is((await user.get('/auth/sessions')).json.items.length, 2);
  t.is((await run(['logout'])).out, `Signed out of ${service.url}.\n`);
  t.is((await user.get('/auth/sessions')).json.items.length, 1);
  t.deepEqual(kept(), { servers: {} });
  const { status, err } = await run(['whoami']);
  t.is(status, 3);
  t.is(err, 'Authentication required (401 unauthenticated)\nSign in with `npx watchfloor login`.\n');
  t.is((await run(['logout'])).out, `Not signed in to ${service.url}.\n`);
});

test.serial('a second login replaces the session of the first', async (t) => {
  const user = await service.signedIn();
  const { run } = machine(t);
  for (let count = 0; count < 2; count += 1)
    await run(['login', '--email', user.email, '--password-stdin'], { input: PASSWORD });
  t.is((await user.get('/auth/sessions')).json.items.length, 2);
});

test.serial('commands use the service of the last sign-in', async (t) => {
  const { email } = await service.signedIn();
  const { run } = machine(t);
  await run(
    ['login', '--url', `${service.url}/`, '--email', email, '--password-stdin'],
    { input: PASSWORD },
    { WATCHFLOOR_URL: '' },
  );
  t.is((await run(['whoami'], {}, { WATCHFLOOR_URL: '' })).out, `${email} (user) at ${service.url}\n`);
});

test.serial('after a wrong password nothing is stored, and the exit code is 3', async (t) => {
  const { home, run } = machine(t);
  const { status, err } = await run(['login', '--email', 'ada@watchfloor.test', '--password-stdin'], {
    input: 'wrong wrong wrong',
  });
  t.is(status, 3);
  t.regex(err, /^Wrong e-mail address or password \(401 invalid_credentials\)\n/);
  t.deepEqual(readdirSync(home), []);
});

test.serial('for an unreachable service the exit code is 4, and the message says how to name another', async (t) => {
  const { run } = machine(t);
  const { status, err } = await run(['whoami', '--url', 'http://127.0.0.1:1'], { fetch: undefined });
  t.is(status, 4);
  t.regex(
    err,
    /^The service does not answer: .*\nIs it running there\? Name another with --url or WATCHFLOOR_URL\.\n$/,
  );
});

test.serial('wrong combinations of options are rejected before anything is sent', async (t) => {
  const { run } = machine(t);
  fetch.requests.length = 0;
  for (const [args, message] of [
    [[], /no terminal to ask/],
    [['--password-stdin'], /needs --email/],
    [['--key', 'wfk_a', '--email', 'a@b.cd'], /not with both/],
    [['--url', 'localhost'], /localhost is not the URL/],
    [['now'], /now is not expected/],
  ] as const) {
    const { status, err } = await run(['login', ...args]);
    t.is(status, 2);
    t.regex(err, message);
  }
  t.deepEqual(fetch.requests, []);
});

test.serial('the error for a damaged file of credentials names the file', async (t) => {
  const { run, file } = machine(t);
  const { email } = await service.signedIn();
  await run(['login', '--email', email, '--password-stdin'], { input: PASSWORD });
  writeFileSync(file, '{');
  const { status, err } = await run(['whoami']);
  t.is(status, 1);
  t.true(err.startsWith(`${file} cannot be read: `));
});

/** Creates a personal key of a new account. */
async function keyOf(scopes: string[]) {
  const user = await service.signedIn();
  const { json } = await user.post('/auth/keys', { name: 'Nightly report', scopes });
  return { user, id: json.id as string, key: json.key as string };
}

test.serial('login with a key stores the key, and later commands exchange it for tokens', async (t) => {
  const { user, key } = await keyOf(['users:read']);
  const { run, kept } = machine(t);
  const { status, out } = await run(['login', '--key-stdin'], { input: `${key}\n` });
  t.deepEqual([status, out], [0, `Signed in to ${service.url} as ${user.email} (user), with a key.\n`]);
  t.is(kept().servers[service.url].key, key);
  service.clock.advance(16 * MINUTE);
  fetch.requests.length = 0;
  t.is((await run(['whoami'])).out, `${user.email} (user) at ${service.url}\n`);
  t.deepEqual(fetch.requests, ['GET /users/me', 'POST /auth/token', 'GET /users/me']);
  t.regex((await run(['logout'])).out, /The key is removed from this machine and stays valid until you revoke it\./);
});

test.serial(
  'a key that may not read the account signs in too, and the error for a missing scope names it',
  async (t) => {
    const { key } = await keyOf(['markets:read']);
    const { run } = machine(t);
    t.is((await run(['login', '--key', key])).out, `Signed in to ${service.url} as a program with a key.\n`);
    t.is((await run(['call', 'getQuote', 'symbol==AAPL.US'])).status, 0);
    const { status, err } = await run(['whoami']);
    t.is(status, 3);
    t.regex(err, /users:read/);
  },
);

test.serial('WATCHFLOOR_KEY is used for one command and not stored', async (t) => {
  const { user, id, key } = await keyOf(['users:read']);
  const { run, home } = machine(t);
  t.is(JSON.parse((await run(['call', '/users/me'], {}, { WATCHFLOOR_KEY: key })).out).email, user.email);
  t.deepEqual(readdirSync(home), []);
  await user.delete(`/auth/keys/${id}`);
  const { status, err } = await run(['call', '/users/me'], {}, { WATCHFLOOR_KEY: key });
  t.is(status, 3);
  t.regex(err, /^Invalid personal key \(401 invalid_key\)\n/);
});

test.serial('login asks for a code when the account has a second factor', async (t) => {
  const user = await service.signedIn();
  const { secret } = (await user.post('/auth/mfa/totp', { password: PASSWORD })).json;
  const code = () => new TOTP({ secret }).generate({ timestamp: service.clock.now() });
  const { recoveryCodes } = (await user.post('/auth/mfa/totp/confirm', { code: code() })).json;
  const { run, file } = machine(t);
  service.clock.advance(MINUTE);
  const { status, err, asked } = await run(['login'], { answers: [user.email, PASSWORD, code()] });
  t.is(status, 0, err);
  t.is(asked.at(-1), 'Code of the authenticator app, or a recovery code: ');
  const piped = ['login', '--email', user.email, '--password-stdin'];
  t.is((await run([...piped, '--code', recoveryCodes[0]], { input: PASSWORD })).status, 0);
  t.false(readFileSync(file, 'utf8').includes(recoveryCodes[0]));
  t.regex((await run(piped, { input: PASSWORD })).err, /second factor: pass a code with --code/);
});

test.serial(
  'SVC_PORT takes precedence over the service of the last sign-in, but not over WATCHFLOOR_URL',
  async (t) => {
    const { email } = await service.signedIn();
    const { run } = machine(t);
    await run(['login', '--email', email, '--password-stdin'], { input: PASSWORD });
    const { port } = new URL(service.url);
    const env = { WATCHFLOOR_URL: '' };
    t.is((await run(['whoami'], {}, { ...env, SVC_PORT: port })).out, `${email} (user) at ${service.url}\n`);
    const calls: string[] = [];
    const refusing = async (url: unknown) => {
      calls.push(String(url));
      throw new TypeError('refused');
    };
    t.not((await run(['call', '/health'], { fetch: refusing }, { ...env, SVC_PORT: '4399' })).status, 0);
    t.regex(calls[0] ?? '', /^http:\/\/127\.0\.0\.1:4399\/api\/v1\/health/);
    t.is((await run(['whoami'], {}, { SVC_PORT: '4399' })).status, 0);
  },
);
