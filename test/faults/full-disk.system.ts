import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { dataDirectory } from '../support/service-process.js';
import { until } from '../support/upstream-for.js';

const program = join(import.meta.dirname, '..', 'support', 'logging-process.js');

/** Limits the size of files that a process may write, which has the effect of a full disk. */
const limitFiles = ({ pid }: ChildProcess, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);

test('X06: when the disk of the log is full the process continues, and so does the log when there is space again', async (t) => {
  const file = join(dataDirectory(t), 'log');
  const fd = openSync(file, 'a');
  const child = spawn(process.execPath, [program], { stdio: ['ignore', fd, 'inherit', 'ipc'] });
  closeSync(fd);
  t.teardown(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  const log = async (what: 'line' | 'flood') => {
    child.send(what);
    if (what === 'flood') await once(child, 'message');
  };
  const lines = () =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; dropped?: number });
  await log('line');
  await until(() => readFileSync(file, 'utf8').endsWith('\n'));
  limitFiles(child, readFileSync(file).length + 10_000);
  await log('flood');
  t.is(child.exitCode, null);
  limitFiles(child, 'unlimited');
  await until(() => readFileSync(file, 'utf8').includes('Log lines dropped'));
  await log('line');
  child.send('stop');
  t.deepEqual(await once(child, 'exit'), [0, null]);
  const written = lines();
  t.is(written.at(-1)?.msg, 'later');
  const dropped = written.reduce((sum, line) => sum + (line.dropped ?? 0), 0);
  t.is(
    written.filter(({ msg }) => msg === 'flood').length + dropped,
    400_000,
    'every line is written whole, or counted',
  );
});
