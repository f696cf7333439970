import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { migrationsFolder } from '../../src/database/migration-history.js';

/** Creates a folder with the migrations before the named one, as in an older version. It is removed with the test. */
export const migrationsBefore = (t: ExecutionContext, name: string): string => firstMigrations(t, name, 0);

/** Creates a folder with the migrations up to the named one. It is removed with the test. */
export const migrationsUpTo = (t: ExecutionContext, name: string): string => firstMigrations(t, name, 1);

/** Returns the name of the newest migration. */
export const lastMigration = (): string => readJournal().entries.at(-1)?.tag ?? '';

const JOURNAL = join('meta', '_journal.json');

const readJournal = () =>
  JSON.parse(readFileSync(join(migrationsFolder, JOURNAL), 'utf8')) as { entries: Array<{ tag: string }> };

function firstMigrations(t: ExecutionContext, name: string, more: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-migrations-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'meta'));
  const { entries, ...rest } = readJournal();
  const index = entries.findIndex(({ tag }) => tag.endsWith(name));
  if (index < 0) throw new Error(`There is no migration ${name}.`);
  const count = index + more;
  writeFileSync(join(folder, JOURNAL), JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
  for (const { tag } of entries.slice(0, count))
    copyFileSync(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
  return folder;
}
