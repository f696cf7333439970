import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { compiledOf } from './draw.js';

/** Finds controllers and jobs by their file names, so a test that imports this module reaches the whole application. */
const DISCOVERY = join('dist', 'src', 'process', 'discover.js');

/** Words of paths that say nothing about a subject. */
const COMMON_WORDS = new Set(['dist', 'src', 'test', 'features', 'js', 'ts', 'service', 'system', 'redis']);

/** Worth of a direct import, in units of the score: as much as a rare word that both paths have. */
const DIRECT_IMPORT_SCORE = 6;
/** Worth of a comparison with recorded results, which usually notices more than other tests. */
const RECORDING_SCORE = 2;
/** Number of reached modules that outweighs one unit of the score, because they have to be loaded. */
const MODULES_PER_SCORE = 150;

/**
 * Finds the tests that are likely to notice a change of a source: of the tests that reach it, those whose paths have
 * words in common with its path, and those that import it; the nearest first.
 */
export class RelatedTests {
  private readonly imports = new Map<string, string[]>();
  private readonly reached = new Map<string, Map<string, number>>();
  private readonly tests: string[];
  private readonly otherTests: string[];
  private readonly weights: Map<string, number>;

  /** @param root folder of a project with compiled modules in dist */
  constructor(private readonly root: string) {
    this.tests = globSync('dist/test/**/*.test.js', { cwd: root })
      .filter((file) => !file.startsWith(join('dist', 'test', 'groups') + sep))
      .sort();
    const suites = process.env.TEST_REDIS_URL === undefined ? 'system' : '{system,redis}';
    this.otherTests = globSync(`dist/test/**/*.${suites}.js`, { cwd: root }).sort();
    this.weights = weightsOf([...this.tests, ...this.otherTests]);
  }

  /** Returns every test file of dist. */
  all(): string[] {
    return [...this.tests];
  }

  /** Returns the test files of dist that are related to a source, the nearest first. */
  of(source: string): string[] {
    return this.nearest(this.tests, source)
      .filter(({ steps, shared }) => steps <= 3 || shared > 0)
      .map(({ file }) => file);
  }

  /**
   * Returns related tests of the suites that start programs or, if TEST_REDIS_URL names one, need Redis: tests that
   * import the source, and tests whose name and folder have words in common with it.
   */
  othersOf(source: string): string[] {
    const words = wordsOf(source);
    const isAbout = (path: string) => wordsOf(path).some((word) => words.includes(word));
    return this.nearest(this.otherTests, source)
      .filter(({ file, steps }) => steps === 1 || (isAbout(basename(file)) && isAbout(dirname(file))))
      .map(({ file }) => file);
  }

  /** Returns the files that reach a source, the nearest first. */
  sorted(files: readonly string[], source: string): string[] {
    return this.nearest(files, source).map(({ file }) => file);
  }

  private nearest(files: readonly string[], source: string) {
    const module = compiledOf(source);
    const words = wordsOf(source);
    return files
      .map((file) => ({ file, ...this.nearness(file, module, words) }))
      .filter(({ steps, isOfApplication }) => Number.isFinite(steps) || isOfApplication)
      .sort((a, b) => b.score - a.score);
  }

  private nearness(file: string, module: string, words: readonly string[]) {
    const distances = this.distances(file);
    const steps = distances.get(module) ?? Number.POSITIVE_INFINITY;
    const common = wordsOf(file).filter((word) => words.includes(word));
    const shared = common.reduce((sum, word) => sum + (this.weights.get(word) ?? 0), 0);
    const score =
      shared +
      DIRECT_IMPORT_SCORE / steps +
      (/recorded|question-set/.test(basename(file)) ? RECORDING_SCORE : 0) -
      distances.size / MODULES_PER_SCORE;
    return { steps, shared, score, isOfApplication: distances.has(DISCOVERY) };
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

  /** Returns the modules that a module names: those that it imports, and those that it runs in a thread. */
  private importsOf(module: string): string[] {
    const known = this.imports.get(module);
    if (known !== undefined) return known;
    const path = join(this.root, module);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const imported = [...text.matchAll(/'(\.\.?\/[^'\n]+\.js)'/g)].map(([, name]) =>
      join(dirname(module), name as string),
    );
    this.imports.set(module, imported);
    return imported;
  }
}

/** Returns the words of a path in the singular; each once. */
function wordsOf(path: string): string[] {
  const words = path.split(/[/.-]/).filter((word) => !COMMON_WORDS.has(word));
  return [...new Set(words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)))];
}

/** Returns a weight for each word of the paths; a rare word weighs more. */
function weightsOf(paths: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of paths.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].map(([word, count]) => [word, Math.log(paths.length / count)]));
}
