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
 * Test files that send every statement the files sent according to the records of `recordStatements`, found greedily by the CPU time that a
 * statement costs; all of them when there are no records. Files without a record are kept, and so are those that `isKept` names.
 */
export function coveringFiles(files: readonly string[], records: string, isKept: (file: string) => boolean): string[] {
  if (!existsSync(records)) return [...files];
  const recorded = readFileSync(records, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileStatements);
  const known = new Map(recorded.map((record) => [record.file, record]));
  const statementsOf = (file: string) => known.get(file)?.statements ?? [];
  const kept = files.filter((file) => isKept(file) || !known.has(file));
  const left = new Set(files.flatMap(statementsOf));
  const cover = (file: string) => {
    for (const statement of statementsOf(file)) left.delete(statement);
  };
  kept.forEach(cover);
  const chosen: string[] = [];
  const gain = (file: string) => statementsOf(file).filter((statement) => left.has(statement)).length / (known.get(file)?.cpuMs || 1);
  while (left.size > 0) {
    const best = files.reduce((first, second) => (gain(second) > gain(first) ? second : first));
    chosen.push(best);
    cover(best);
  }
  return [...kept, ...[...chosen].filter((file) => !isSentByOthers(file))].sort();

  /** Whether a file chosen early sends nothing that the later ones do not send, and removes it then. */
  function isSentByOthers(file: string): boolean {
    const others = new Set([...kept, ...chosen.filter((other) => other !== file)].flatMap(statementsOf));
    const isSent = statementsOf(file).every((statement) => others.has(statement));
    if (isSent) chosen.splice(chosen.indexOf(file), 1);
    return isSent;
  }
}
