import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileStatements } from './record-statements.js';

/** The compiled test files that reach a database through their imports, below `root` and relative to it: what a second PostgreSQL has to prove. */
export function databaseTests(root: string): string[] {
  const reaching = new Map<string, boolean>([[join('dist', 'test', 'support', 'test-server.js'), true]]);
  const reaches = (file: string): boolean => {
    const known = reaching.get(file);
    if (known !== undefined) return known;
    reaching.set(file, false); // a circle of imports adds nothing
    const imported = importsOf(join(root, file)).map((path) => join(dirname(file), path));
    const found = imported.some((path) => path.startsWith(join('dist', 'test')) && reaches(path));
    reaching.set(file, found);
    return found;
  };
  return globSync('dist/test/**/*.test.js', { cwd: root }).filter(reaches).sort();
}

/** The relative paths that a compiled module imports. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(([, path]) => path as string);
}

/**
 * The fewest of these test files, found greedily, that send every statement the files sent according to the records of `recordStatements`; all of
 * them when there are no records. Files without a record are kept, and so are those that `isKept` names.
 */
export function coveringFiles(files: readonly string[], records: string, isKept: (file: string) => boolean): string[] {
  if (!existsSync(records)) return [...files];
  const recorded = readFileSync(records, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileStatements);
  const sent = new Map(recorded.map(({ file, statements }) => [file, statements]));
  const chosen = new Set(files.filter((file) => isKept(file) || !sent.has(file)));
  const left = new Set(files.flatMap((file) => sent.get(file) ?? []));
  const cover = (file: string) => {
    chosen.add(file);
    for (const statement of sent.get(file) ?? []) left.delete(statement);
  };
  for (const file of [...chosen]) cover(file);
  const gain = (file: string) => (sent.get(file) ?? []).filter((statement) => left.has(statement)).length;
  while (left.size > 0) cover(files.reduce((best, file) => (gain(file) > gain(best) ? file : best)));
  return [...chosen].sort();
}
