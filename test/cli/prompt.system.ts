import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { serviceFor } from '../support/service-for.js';
import { root } from '../support/sources.js';
import { PASSWORD } from '../support/test-service.js';

const command = `exec ${process.execPath} bin/watchfloor.js login`;
const terminal =
  process.platform === 'linux' ? ['-qfec', command, '/dev/null'] : ['-q', '/dev/null', 'sh', '-c', command];

/** Signs in from a terminal: types each answer when its question appears. */
async function signIn(url: string, home: string, answers: ReadonlyArray<readonly [question: RegExp, answer: string]>) {
  const env = { PATH: process.env.PATH, TERM: 'dumb', WATCHFLOOR_URL: url, XDG_CONFIG_HOME: home };
  const child = spawn('script', terminal, { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  const waiting = [...answers];
  child.stdout.on('data', (chunk) => {
    said += chunk;
    const [next] = waiting;
    if (next?.[0].test(said)) {
      waiting.shift();
      child.stdin.write(next[1]);
    }
  });
  const [status] = await once(child, 'close');
  return { status, said };
}

test('at a terminal login shows the address that is typed and hides the password', async (t) => {
  const service = await serviceFor(t);
  const { email } = await service.signedIn();
  const home = mkdtempSync(join(tmpdir(), 'watchfloor-home-'));
  t.teardown(() => rmSync(home, { recursive: true, force: true }));
  const answers = [
    [/E-mail: $/, `${email}\r`],
    [/Password: $/, `${PASSWORD}\r`],
  ] as const;
  const { status, said } = await signIn(service.url, home, answers);
  t.is(status, 0, said);
  t.true(said.includes(`Signed in to ${service.url} as ${email} (user).`));
  t.true(said.includes(`E-mail: ${email}`));
  t.false(said.includes(PASSWORD));
});

test('Ctrl-C at the question for the password cancels the sign-in', async (t) => {
  const service = await serviceFor(t);
  const home = mkdtempSync(join(tmpdir(), 'watchfloor-home-'));
  t.teardown(() => rmSync(home, { recursive: true, force: true }));
  const answers = [
    [/E-mail: $/, 'ada@watchfloor.test\r'],
    [/Password: $/, '\u0003'],
  ] as const;
  const { status, said } = await signIn(service.url, home, answers);
  t.is(status, 1);
  t.regex(said, /Canceled\.\s*$/);
});
