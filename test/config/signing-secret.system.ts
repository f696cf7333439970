import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { keptSecret } from '../../src/config/signing-secret.js';
import { dataDirectory, startProcess } from '../support/service-process.js';

function directory(t: ExecutionContext): string {
  const path = mkdtempSync(join(tmpdir(), 'watchfloor-secret-'));
  t.teardown(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('a secret is created once, readable only by its owner, and read again', (t) => {
  const place = directory(t);
  const file = join(place, 'data', 'jwt-secret');
  const secret = keptSecret(file);
  t.true(Buffer.byteLength(secret) >= 32);
  t.is(keptSecret(file), secret);
  t.is(statSync(file).mode & 0o777, 0o600);
  t.deepEqual(readdirSync(join(place, 'data')), ['jwt-secret']);
});

for (const [what, content] of [
  ['an empty file', ''],
  ['white space', '\n\n'],
  ['three bytes', 'abc\n'],
  ['31 bytes', 'x'.repeat(31)],
] as const) {
  test(`${what} in place of a secret is rejected with the name of the file, and not changed`, (t) => {
    const file = join(directory(t), 'jwt-secret');
    writeFileSync(file, content);
    const error = t.throws(() => keptSecret(file), { name: 'ConfigurationError' });
    t.true(error?.message.includes(file));
    t.regex(error?.message ?? '', /32 or more/);
    t.is(readFileSync(file, 'utf8'), content);
  });
}

for (const name of ['jwt-secret', 'data-secret']) {
  test(`the service does not start with an empty ${name}, and names it`, async (t) => {
    const data = dataDirectory(t);
    writeFileSync(join(data, name), '');
    const error = await t.throwsAsync(
      startProcess(t, { SVC_DATA_DIR: data, SVC_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
    );
    t.true(error?.message.includes(join(data, name)), error?.message);
    t.notRegex(error?.message ?? '', /\n\s+at /);
  });
}

test.serial('the secret and its directory are flushed to disk before it is used', (t) => {
  const original = { openSync: fs.openSync, fsyncSync: fs.fsyncSync, linkSync: fs.linkSync };
  const opened = new Map<number, string>();
  const calls: string[] = [];
  const watched: typeof original = {
    openSync: (path, ...rest) => {
      const handle = original.openSync(path, ...rest);
      opened.set(handle, String(path));
      return handle;
    },
    fsyncSync: (handle) => {
      original.fsyncSync(handle);
      calls.push(`flush ${opened.get(handle)}`);
    },
    linkSync: (from, to) => {
      original.linkSync(from, to);
      calls.push(`link ${String(to)}`);
    },
  };
  t.teardown(() => {
    Object.assign(fs, original);
    syncBuiltinESMExports();
  });
  Object.assign(fs, watched);
  syncBuiltinESMExports();
  const place = directory(t);
  keptSecret(join(place, 'new', 'jwt-secret'));
  t.regex(calls[0] ?? '', /^flush .*jwt-secret\.\d+\.[0-9a-f]+$/);
  t.deepEqual(calls.slice(1), [
    `link ${join(place, 'new', 'jwt-secret')}`,
    `flush ${join(place, 'new')}`,
    `flush ${place}`,
  ]);
});
