import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

const root = join(import.meta.dirname, '..', '..', '..');

/**
 * Creates a copy of the program with one more migration, as in a next version. It is removed with the test.
 * @param sql statements of the migration
 * @returns path of the compiled module of the process
 */
export function nextVersion(t: ExecutionContext, sql: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-next-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  const program = join(directory, 'dist', 'src');
  cpSync(join(root, 'dist', 'src'), program, { recursive: true });
  for (const name of ['node_modules', 'package.json']) symlinkSync(join(root, name), join(directory, name));
  const migrations = join(program, 'database', 'migrations');
  const journal = join(migrations, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as {
    entries: Array<{ tag: string; when: number; idx: number }>;
  };
  const last = entries.at(-1);
  if (last === undefined) throw new Error('There are no migrations.');
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next_version' };
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, next] }));
  writeFileSync(join(migrations, `${next.tag}.sql`), sql);
  return join(program, 'process', 'main.js');
}
