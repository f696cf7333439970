import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { MemorySessionStore } from '../../../../src/features/auth/sessions/memory-session-store.js';
import { SavedSessions } from '../../../../src/features/auth/sessions/saved-sessions.runner.js';

function processesOf(t: ExecutionContext) {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-sessions-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const warnings: string[] = [];
  const start = async (sessions: unknown[] = [], directory = folder) => {
    const restored: unknown[] = [];
    const store = Object.assign(Object.create(MemorySessionStore.prototype), {
      snapshot: () => sessions,
      restore: (found: unknown[]) => restored.push(...found),
    });
    const vault = { seal: (text: string) => `sealed ${text}`, open: (text: string) => text.replace(/^sealed /, '') };
    const log = { warn: (_fields: unknown, message: string) => warnings.push(message) };
    const service = { dataFile: (name: string) => join(directory, name) };
    const runner = new SavedSessions(service as never, store, vault as never, log as never);
    await runner.start();
    return { stop: () => runner.stop(), restored };
  };
  return { file: join(folder, 'sessions'), start, warnings };
}

test('a graceful stop saves sessions encrypted, and the next start restores them once', async (t) => {
  const { file, start } = processesOf(t);
  await (await start([{ id: 'a' }, { id: 'b' }])).stop();
  t.is(readFileSync(file, 'utf8'), 'sealed [{"id":"a"},{"id":"b"}]');
  t.deepEqual((await start()).restored, [{ id: 'a' }, { id: 'b' }]);
  t.false(existsSync(file));
  t.deepEqual((await start()).restored, []);
});

test('without sessions nothing is saved', async (t) => {
  const { file, start } = processesOf(t);
  await (await start()).stop();
  t.false(existsSync(file));
});

test('only the process that started last saves its sessions', async (t) => {
  const { file, start } = processesOf(t);
  const first = await start([{ id: 'old' }]);
  const second = await start([{ id: 'new' }]);
  await first.stop();
  t.false(existsSync(file));
  await second.stop();
  t.regex(readFileSync(file, 'utf8'), /new/);
});

test('a directory that is not writable causes a warning, and nothing is saved', async (t) => {
  const { start, warnings } = processesOf(t);
  const { stop } = await start([{ id: 'a' }], '/dev/null/nowhere');
  await t.notThrowsAsync(stop);
  t.deepEqual(warnings, ['Sessions will not survive a restart: the data directory cannot be written.']);
});
