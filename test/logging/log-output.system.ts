import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';

const program = join(import.meta.dirname, '..', 'support', 'logging-process.js');

async function start(t: ExecutionContext): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  t.teardown(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

async function ask<T>(child: ChildProcess, what: string): Promise<T> {
  child.send(what);
  return (await once(child, 'message'))[0] as T;
}

interface Line {
  msg: string;
  dropped?: number;
}

test('unread output uses bounded memory, and dropped lines are counted when it is read again', async (t) => {
  const child = await start(t);
  const { lines, grownBytes } = await ask<{ lines: number; grownBytes: number }>(child, 'flood');
  // About 180 MB are logged; the growth of the process is garbage from formatting the lines.
  t.true(grownBytes < 90e6, `${grownBytes} bytes`);
  let text = '';
  const caughtUp = Promise.withResolvers<void>();
  child.stdout?.on('data', (chunk) => {
    text += chunk;
    if (text.includes('Log lines dropped')) caughtUp.resolve();
  });
  await caughtUp.promise;
  child.send('line');
  child.send('stop');
  await once(child, 'close');
  const read = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const dropped = read.reduce((sum, line) => sum + (line.dropped ?? 0), 0);
  t.true(dropped > 0);
  t.is(read.filter(({ msg }) => msg === 'flood').length + dropped, lines);
  t.is(read.at(-1)?.msg, 'later');
});

test('a process with unread output still exits', async (t) => {
  const child = await start(t);
  await ask(child, 'flood');
  child.send('stop');
  t.deepEqual(await once(child, 'exit'), [0, null]);
});

test('a process continues when the reader of its output is gone', async (t) => {
  const child = await start(t);
  child.stdout?.destroy();
  t.truthy(await ask(child, 'flood'));
  child.send('stop');
  t.deepEqual(await once(child, 'exit'), [0, null]);
});
