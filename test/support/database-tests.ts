import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the compiled test files that reach a database through their imports, relative to `root`. Another PostgreSQL
 * must pass them.
 */
export function databaseTests(root: string): string[] {
  const reaching = new Map<string, boolean>([[join('dist', 'test', 'support', 'test-server.js'), true]]);
  const reaches = (file: string): boolean => {
    const known = reaching.get(file);
    if (known !== undefined) return known;
    reaching.set(file, false); // marks the file as visited, in case of circular imports
    const imported = importsOf(join(root, file)).map((path) => join(dirname(file), path));
    const found = imported.some((path) => path.startsWith(join('dist', 'test')) && reaches(path));
    reaching.set(file, found);
    return found;
  };
  return globSync('dist/test/**/*.{test,system}.js', { cwd: root }).filter(reaches).sort();
}

/** Returns the relative paths that a compiled module imports. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(
    ([, path]) => path as string,
  );
}
