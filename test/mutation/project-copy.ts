import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Copies the project and its build output to a temporary directory. The packages are links to the packages of the
 * project.
 */
export function makeCopy(root: string): { root: string; remove: () => void } {
  const copy = mkdtempSync(join(tmpdir(), 'watchfloor-copy-'));
  chmodSync(copy, 0o711); // allows the user of the embedded PostgreSQL to enter, when run as root
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }).split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { preserveTimestamps: true });
  }
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true, preserveTimestamps: true });
  // Marks the build as current, so that no command builds the copy again.
  writeFileSync(join(copy, 'dist', '.built'), '');
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return { root: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}
