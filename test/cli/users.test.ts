import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { main } from '../../src/cli/watchfloor.js';
import { PASSWORD, SECRET, startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

/** Runs a command on the service's database, as from another process. */
async function watchfloor(args: string[], input = '') {
  const out: string[] = [];
  const err: string[] = [];
  const env = { SVC_DATABASE_URL: service.database.url, SVC_ENV: 'test', SVC_JWT_SECRET: SECRET };
  const status = await main(args, { env, out: (text) => void out.push(text), err: (text) => void err.push(text), input: async () => input });
  return { status, out: out.join(''), err: err.join('') };
}

test('an added account signs in with the password that was shown', async (t) => {
  const { status, out } = await watchfloor(['users', 'add', 'Grace@Watchfloor.test', '--name', 'Grace', '--role', 'operator']);
  t.is(status, 0);
  const password = /shown once: (\S+)/.exec(out)?.[1] as string;
  const grace = service.client();
  const { json } = await grace.signIn('grace@watchfloor.test', password);
  t.is(json.user.role, 'operator');
});

test('a password from standard input is used and not shown', async (t) => {
  const { status, out } = await watchfloor(['users', 'add', 'stdin@watchfloor.test', '--password-stdin'], `${PASSWORD}\n`);
  t.is(status, 0);
  t.false(out.includes(PASSWORD));
  t.is((await service.client().signIn('stdin@watchfloor.test', PASSWORD)).status, 200);
});

test('a password reset ends the sessions of a running service within a second', async (t) => {
  const user = await service.signedIn('reset-me');
  service.clock.advance(1000);
  t.is((await watchfloor(['users', 'reset', user.email, '--password-stdin'], 'another good sentence')).status, 0);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  t.is((await user.get('/users/me')).status, 401);
  t.is((await user.signIn(user.email, PASSWORD)).status, 401);
});

// Alone, before all others: it demotes every operator there is.
test.serial('promoting makes an operator, demoting a user, and the last operator cannot be demoted', async (t) => {
  const user = await service.signedIn('climber');
  t.regex((await watchfloor(['users', 'promote', user.email])).out, /is now operator/);
  t.regex((await watchfloor(['users', 'list'])).out, new RegExp(`operator {2}active +${user.email}`));
  for (const { email } of (
    await service.database.database.query<{ email: string }>("select email from accounts where role = 'operator' and email <> $1", [user.email])
  ).rows) {
    t.is((await watchfloor(['users', 'demote', email])).status, 0);
  }
  const refused = await watchfloor(['users', 'demote', user.email]);
  t.is(refused.status, 1);
  t.regex(refused.err, /last operator/);
});

test('a weak password, a taken address and an unknown account are rejected with a reason', async (t) => {
  t.regex((await watchfloor(['users', 'add', 'weak@watchfloor.test', '--password-stdin'], 'password1')).err, /password/);
  const user = await service.signedIn('taken');
  t.regex((await watchfloor(['users', 'add', user.email])).err, /already has an account/);
  t.regex((await watchfloor(['users', 'reset', 'nobody@watchfloor.test'])).err, /No account has the address/);
});

test('unknown arguments print the usage and exit with 2', async (t) => {
  for (const args of [
    ['dance'],
    ['users'],
    ['users', 'add'],
    ['users', 'list', 'a@b.cd', 'more'],
    ['users', 'add', 'x@y.zz', '--role', 'king'],
    ['--nonsense'],
  ]) {
    const { status, err } = await watchfloor(args);
    t.is(status, 2, args.join(' '));
    t.regex(err, /Usage: watchfloor/);
  }
  t.is((await watchfloor(['--help'])).status, 0);
});

test('the accounts of an embedded database can be managed without a running service', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-cli-'));
  chmodSync(folder, 0o711);
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const out: string[] = [];
  const terminal = {
    env: { SVC_DATA_DIR: folder },
    out: (text: string) => void out.push(text),
    err: (text: string) => void t.log(text),
    input: async () => '',
  };
  t.is(await main(['migrate'], terminal), 0);
  t.is(await main(['users', 'add', 'ada@watchfloor.test'], terminal), 0);
  t.regex(out.join(''), /Added ada@watchfloor.test \(user\)/);
});
