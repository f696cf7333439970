import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { dataDirectory } from '../support/service-process.js';

const lockModule = pathToFileURL(join(import.meta.dirname, '..', '..', '..', 'bin', 'build-lock.js')).href;

/** Starts a process that creates a folder, waits and removes it, which fails if another process does so at once. */
function worker(t: ExecutionContext, folder: string, ms: number) {
  const script = `
    import { mkdirSync, rmSync } from 'node:fs';
    import { locked } from ${JSON.stringify(lockModule)};
    const [folder, ms] = process.argv.slice(1);
    locked(folder + '/lock', () => {
      if (process.env.CLEAN === 'yes') rmSync(folder + '/work', { recursive: true });
      mkdirSync(folder + '/work');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
      rmSync(folder + '/work', { recursive: true });
    });`;
  const start = (env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script, folder, String(ms)], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    });
    t.teardown(() => child.kill('SIGKILL'));
    return { child, ended: once(child, 'exit') };
  };
  return start;
}

test('builds that start together run one after the other', async (t) => {
  const start = worker(t, dataDirectory(t), 300);
  const codes = await Promise.all([start(), start(), start()].map(async ({ ended }) => (await ended)[0]));
  t.deepEqual(codes, [0, 0, 0]);
});

test('a build that is killed does not block the next one', async (t) => {
  const folder = dataDirectory(t);
  const first = worker(t, folder, 600_000)();
  while (!existsSync(join(folder, 'work'))) await wait(20);
  first.child.kill('SIGKILL');
  await first.ended;
  const [code] = await worker(t, folder, 1)({ CLEAN: 'yes' }).ended;
  t.is(code, 0);
});
