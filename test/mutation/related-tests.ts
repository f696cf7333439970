import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { compiledOf } from './draw.js';

/**
 * Finds the tests that are likely to notice a change of a source: tests of the same name, tests that import it, and
 * tests of the same folder; the nearest first.
 */
export class RelatedTests {
  private readonly imports = new Map<string, string[]>();
  private readonly reached = new Map<string, Map<string, number>>();
  private readonly tests: string[];
  private readonly otherTests: string[];

  /** @param root folder of a project with compiled modules in dist */
  constructor(private readonly root: string) {
    this.tests = globSync('dist/test/**/*.test.js', { cwd: root })
      .filter((file) => !file.startsWith(join('dist', 'test', 'groups') + sep))
      .sort();
    this.otherTests = globSync('dist/test/**/*.{system,redis}.js', { cwd: root }).sort();
  }

  /** Returns every test file of dist. */
  all(): string[] {
    return [...this.tests];
  }

  /** Returns the test files of dist that are related to a source, the nearest first. */
  of(source: string): string[] {
    return this.nearest(this.tests, source)
      .filter(({ isOfName, steps, shared, depth }) => isOfName || steps <= 3 || shared >= Math.min(depth, 2))
      .map(({ file }) => file);
  }

  /**
   * Returns related tests of the suites that start programs or need Redis: tests of the same name or folder, and tests
   * that import the source.
   */
  othersOf(source: string): string[] {
    return this.nearest(this.otherTests, source)
      .filter(({ isOfName, steps, shared, depth }) => isOfName || steps === 1 || shared === depth)
      .map(({ file }) => file);
  }

  /** Returns the files, the nearest to a source first. */
  sorted(files: readonly string[], source: string): string[] {
    return this.nearest(files, source).map(({ file }) => file);
  }

  private nearest(files: readonly string[], source: string) {
    const module = compiledOf(source);
    return files
      .map((file) => ({ file, ...this.nearness(file, module) }))
      .sort((a, b) => a.order - b.order || a.reach - b.reach);
  }

  private nearness(file: string, module: string) {
    const steps = this.distances(file).get(module) ?? Number.POSITIVE_INFINITY;
    const folder = foldersOf(module, 'src');
    const shared = commonLength(foldersOf(file, 'test'), folder);
    const isOfName = shared > 0 && stem(file) === stem(module);
    // The same name counts most, then a direct import, then the number of shared folders, then the distance in imports.
    const order = isOfName ? 0 : steps === 1 ? 1 : 20 - 3 * shared + Math.min(steps, 8);
    return { isOfName, steps, shared, depth: folder.length, order, reach: this.distances(file).size };
  }

  /** Returns the distance of each module from a test file, as a number of imports. */
  private distances(file: string): Map<string, number> {
    const known = this.reached.get(file);
    if (known !== undefined) return known;
    const found = new Map([[file, 0]]);
    this.reached.set(file, found);
    let level = [file];
    for (let steps = 1; level.length > 0; steps += 1) {
      level = level.flatMap((module) => this.importsOf(module)).filter((module) => !found.has(module));
      for (const module of level) found.set(module, steps);
      level = [...new Set(level)];
    }
    return found;
  }

  private importsOf(module: string): string[] {
    const known = this.imports.get(module);
    if (known !== undefined) return known;
    const path = join(this.root, module);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const imported = [...text.matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(([, name]) =>
      join(dirname(module), name as string),
    );
    this.imports.set(module, imported);
    return imported;
  }
}

const stem = (file: string) => basename(file).split('.')[0];
const foldersOf = (file: string, top: string) => relative(join('dist', top), dirname(file)).split(sep);

function commonLength(one: readonly string[], other: readonly string[]): number {
  const length = one.findIndex((folder, index) => folder !== other[index]);
  return length < 0 ? one.length : length;
}
