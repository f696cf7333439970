import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { settlesWithin } from '../support/in-time.js';
import { isProblem } from '../support/is-problem.js';
import { PASSWORD, SECRET, startTestService, type TestService } from '../support/test-service.js';
import { runCommand } from '../support/test-terminal.js';
import { until } from '../support/upstream-for.js';

let service: TestService;
test.before(async () => {
  service = await startTestService();
});
test.after.always(() => service.close());

/** Runs a command on the database of the service, as another process would. */
const watchfloor = (args: string[], input = '') =>
  runCommand(args, { SVC_DATABASE_URL: service.database.url, SVC_ENV: 'test', SVC_JWT_SECRET: SECRET }, { input });

test('an added account signs in with the printed password', async (t) => {
  const { status, out } = await watchfloor([
    'users',
    'add',
    'Grace@Watchfloor.test',
    '--name',
    'Grace',
    '--role',
    'operator',
  ]);
  t.is(status, 0);
  const password = /shown once: (\S+)/.exec(out)?.[1] as string;
  const grace = service.client();
  const { json } = await grace.signIn('grace@watchfloor.test', password);
  t.is(json.user.role, 'operator');
});

test('a password read from standard input is used and not printed', async (t) => {
  const { status, out } = await watchfloor(
    ['users', 'add', 'stdin@watchfloor.test', '--password-stdin'],
    `${PASSWORD}\n`,
  );
  t.is(status, 0);
  t.false(out.includes(PASSWORD));
  t.is((await service.client().signIn('stdin@watchfloor.test', PASSWORD)).status, 200);
});

test('a password reset ends the sessions of a running service within a second', async (t) => {
  const user = await service.signedIn('reset-me');
  service.clock.advance(1000);
  t.is((await watchfloor(['users', 'reset', user.email, '--password-stdin'], 'another good sentence')).status, 0);
  t.true(
    await settlesWithin(
      1_500,
      until(async () => (await user.get('/users/me')).status === 401),
    ),
  );
  isProblem(t, await user.signIn(user.email, PASSWORD), 401, 'invalid_credentials');
});

// Runs before all other tests and not concurrently, because it demotes every operator.
test.serial(
  'promote makes an account an operator, demote a user, and the last operator cannot be demoted',
  async (t) => {
    const user = await service.signedIn('climber');
    t.regex((await watchfloor(['users', 'promote', user.email])).out, /now has the role operator/);
    t.regex((await watchfloor(['users', 'list'])).out, new RegExp(`operator {2}active +${user.email}`));
    for (const { email } of (
      await service.database.database.query<{ email: string }>(
        "select email from accounts where role = 'operator' and email <> $1",
        [user.email],
      )
    ).rows) {
      t.is((await watchfloor(['users', 'demote', email])).status, 0);
    }
    const refused = await watchfloor(['users', 'demote', user.email]);
    t.is(refused.status, 1);
    t.regex(refused.err, /last operator/);
  },
);

test('a weak password, an address in use and an unknown account are rejected with the reason', async (t) => {
  t.regex(
    (await watchfloor(['users', 'add', 'weak@watchfloor.test', '--password-stdin'], 'password1')).err,
    /password/,
  );
  const user = await service.signedIn('taken');
  t.regex((await watchfloor(['users', 'add', user.email])).err, /already has an account/);
  t.regex((await watchfloor(['users', 'reset', 'nobody@watchfloor.test'])).err, /No account has the address/);
});

test('accounts are listed as a table with a header, or as JSON', async (t) => {
  const user = await service.signedIn('listed');
  const { out } = await watchfloor(['users', 'list']);
  t.regex(out, /^ID +ROLE +STATUS +EMAIL +NAME\n/);
  const listed = JSON.parse((await watchfloor(['users', 'list', '--json'])).out);
  const { id, createdAt, ...shown } = listed.find(({ email }: { email: string }) => email === user.email);
  t.deepEqual(shown, { role: 'user', status: 'active', email: user.email, displayName: 'listed' });
  t.is(id, user.accountId);
  t.false(Number.isNaN(Date.parse(createdAt)));
});

test('a command prints which database it uses, without its password', async (t) => {
  const { err } = await watchfloor(['users', 'list']);
  t.regex(err, /^Database: watchfloor_test_\w+ on .*\(SVC_DATABASE_URL\)\n$/);
});

test('a command in a directory without a database creates nothing and prints a remedy', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-cli-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (const args of [['list'], ['add', 'ada@watchfloor.test'], ['reset', 'ada@watchfloor.test']]) {
    const { status, out, err } = await runCommand(['users', ...args], { SVC_DATA_DIR: join(folder, 'data') });
    t.is(status, 1);
    t.is(out, '');
    t.true(err.includes(`Database: private PostgreSQL in ${folder}/data\nThere is no database in ${folder}/data.`));
    t.regex(err, /SVC_DATA_DIR or SVC_DATABASE_URL/);
  }
  t.deepEqual(readdirSync(folder), []);
});

test('the accounts of an embedded database can be managed without a running service', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-cli-'));
  chmodSync(folder, 0o711);
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  t.is((await runCommand(['migrate'], { SVC_DATA_DIR: folder })).status, 0);
  t.regex(
    (await runCommand(['users', 'add', 'ada@watchfloor.test'], { SVC_DATA_DIR: folder })).out,
    /Added ada@watchfloor.test \(user\)/,
  );
});
