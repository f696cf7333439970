import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';

const root = join(import.meta.dirname, '..', '..', '..');

function check(folder: string, ...options: string[]) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'bin', 'check-install-scripts.js'), folder, ...options],
    { encoding: 'utf8' },
  );
  return { status, stderr };
}

function project(t: ExecutionContext, allowScripts: Record<string, boolean>): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-lock-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ allowScripts }));
  const packages = {
    '': { hasInstallScript: false },
    'node_modules/harmless': { version: '1.0.0' },
    'node_modules/@scope/tool': { version: '2.1.0', hasInstallScript: true },
    'node_modules/harmless/node_modules/nested': { version: '3.0.0', hasInstallScript: true },
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  return folder;
}

test('every install script of the dependencies is allowed or denied', (t) => {
  t.deepEqual(check(root), { status: 0, stderr: '' });
});

test('a dependency with an undecided install script fails the check with its name and version', (t) => {
  const { status, stderr } = check(project(t, { '@scope/tool': true }));
  t.is(status, 1);
  t.regex(stderr, /^nested@3\.0\.0 has an install script/);
  t.notRegex(stderr, /tool/);
});

test('a permission for one version does not count, because npm cannot verify it without the address in the lock file', (t) => {
  t.regex(check(project(t, { '@scope/tool@2.1.0': true, nested: false })).stderr, /^@scope\/tool@2\.1\.0 has/);
  t.regex(check(project(t, { '@scope/tool@2.0.9': false, nested: false })).stderr, /^@scope\/tool@2\.1\.0 has/);
  t.is(check(project(t, { '@scope/tool@2.1.0': false, nested: false })).status, 0);
});

test('npm lists no undecided install script among the installed packages', (t) => {
  const { status, stderr } = check(root, '--installed');
  t.is(status, 0, stderr);
});
