import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { processesIn } from '../support/processes.js';
import { dataDirectory, noSources } from '../support/service-process.js';

const root = join(import.meta.dirname, '..', '..', '..');
// In a terminal, Ctrl-C reaches npm and the service at the same time, and npm forwards it a second time.
const terminal =
  process.platform === 'linux' ? ['-qfec', 'exec npm start', '/dev/null'] : ['-q', '/dev/null', 'npm', 'start'];

test('Ctrl-C on npm start stops the service and its PostgreSQL', async (t) => {
  const directory = dataDirectory(t);
  chmodSync(directory, 0o711);
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    TERM: 'dumb',
    SVC_PORT: '0',
    SVC_DATA_DIR: directory,
    SVC_DRAIN_SECONDS: '1',
    ...noSources,
  };
  const child = spawn('script', terminal, { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] });
  t.teardown(() => void child.kill('SIGKILL'));
  let said = '';
  const listening = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk) => {
    said += chunk;
    if (/listens on http/.test(said)) listening.resolve();
  });
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  ended.then(() => listening.reject(new Error(said)));
  await listening.promise;
  t.true(processesIn(directory).length > 0, 'PostgreSQL runs');
  child.stdin.write('\u0003');
  const [code] = await ended;
  t.is(code, 0, said);
  t.regex(said, /info +stopped/, 'the log is text on a terminal');
  t.deepEqual(processesIn(directory), []);
});
