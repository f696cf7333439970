import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { migrationsFolder } from '../../src/database/migration-history.js';

/** A folder with the migrations before the named one, as an older version has them. Removed with the test. */
export function migrationsBefore(t: ExecutionContext, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-migrations-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'meta'));
  const journal = join('meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(join(migrationsFolder, journal), 'utf8')) as { entries: Array<{ tag: string }> };
  const count = entries.findIndex(({ tag }) => tag.endsWith(name));
  if (count < 0) throw new Error(`There is no migration ${name}.`);
  writeFileSync(join(folder, journal), JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
  for (const { tag } of entries.slice(0, count)) copyFileSync(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
  return folder;
}
