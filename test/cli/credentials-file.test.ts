import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { CredentialsFile } from '../../src/cli/credentials-file.js';

const entry = { tokens: undefined } as never;

/**
 * Returns a credentials file with a lock of another process, and the time (ms) for which the file has waited for the
 * lock.
 */
function locked(t: ExecutionContext, onPause: (lock: string, passedMs: number) => void = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-credentials-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  mkdirSync(folder, { recursive: true });
  let passedMs = 0;
  const file = new CredentialsFile({ WATCHFLOOR_CONFIG_DIR: folder }, async (ms) => {
    passedMs += ms;
    onPause(`${file.path}.lock`, passedMs);
  });
  writeFileSync(`${file.path}.lock`, '');
  return { file, passed: () => passedMs };
}

test('a lock unchanged for 30 seconds counts as abandoned and is taken over', async (t) => {
  const { file, passed } = locked(t);
  await file.replace('https://watch.example', entry);
  t.deepEqual(Object.keys(file.read().servers), ['https://watch.example']);
  t.true(passed() > 30_000 && passed() <= 30_200, `${passed()}`);
});

test('a lock that changes is waited for', async (t) => {
  const { file, passed } = locked(t, (lock, passedMs) => {
    if (passedMs % 20_000 === 0) utimesSync(lock, passedMs, passedMs);
    if (passedMs === 100_000) rmSync(lock);
  });
  await file.replace('https://watch.example', entry);
  t.is(passed(), 100_000);
});
