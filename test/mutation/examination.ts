import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledOf } from './draw.js';
import { failedFiles, failingFiles } from './failing-files.js';
import { mutate, type Place } from './places.js';
import { RelatedTests } from './related-tests.js';
import { TestRuns } from './test-runs.js';

export interface Verdict {
  outcome: 'drawn' | 'caught' | 'survived' | 'equivalent';
  /** Title of the test that failed, or the reason why no test can fail. */
  by: string;
  /** The test files that failed. */
  files?: string[];
}

/** Related tests run in steps that end at these numbers of files, because the nearest ones usually fail. */
const STEPS = [2, 7];

/** Maximum number of files of the other suites for one place; they take longest. */
const MAX_OTHERS = 1;
/** Maximum number of related files for each place when all changes are tested together. */
const MAX_TOGETHER = 30;
/** Maximum number of failed files that run again with only one of the changes. */
const MAX_ALONE = 10;

const RELATED_LIMIT_SECONDS = 240;
const GIVEN_IDLE_SECONDS = 20;
const SUITE_LIMIT_SECONDS = 2_400;

const SURVIVED: Verdict = { outcome: 'survived', by: '' };

/** Runs tests on changed modules of a copy of the project. */
export class Examination {
  private readonly related: RelatedTests;

  private constructor(
    private readonly root: string,
    private readonly runs: TestRuns,
  ) {
    this.related = new RelatedTests(root);
  }

  /** @param patience factor of all time limits, for a busy machine */
  static async open(root: string, patience: number): Promise<Examination> {
    return new Examination(root, await TestRuns.open(root, patience));
  }

  close(): Promise<void> {
    return this.runs.close();
  }

  /** Runs the given tests with a change, or else the related tests, until one fails. Files in `flaky` are left out. */
  async byRelatedTests(
    place: Place,
    { flaky = new Set(), files: given }: { flaky?: ReadonlySet<string>; files?: string[] } = {},
  ): Promise<Verdict> {
    const files = (given ?? this.related.of(place.source)).filter((file) => !flaky.has(file));
    for (const [index, end] of (given === undefined ? STEPS : [files.length]).entries()) {
      const idleSeconds = given === undefined ? undefined : GIVEN_IDLE_SECONDS;
      const verdict = await this.examine(place, files.slice(STEPS[index - 1] ?? 0, end), idleSeconds);
      if (verdict.outcome === 'caught') return verdict;
    }
    if (given !== undefined) return SURVIVED;
    if (
      /^src\/(?:api|openapi)\//.test(place.source) &&
      !(await this.withChanges([place], () => this.runs.isDescriptionCurrent()))
    )
      return { outcome: 'caught', by: 'openapi.json is up to date' };
    return SURVIVED;
  }

  /** Runs tests of the other suites that are related to each place until one fails. @returns the caught places */
  async byOtherSuites(surviving: readonly Place[]): Promise<Map<Place, Verdict>> {
    const verdicts = new Map<Place, Verdict>();
    for (const place of surviving)
      for (const file of this.related.othersOf(place.source).slice(0, MAX_OTHERS)) {
        const verdict = await this.examine(place, [file]);
        if (verdict.outcome === 'caught' && (await this.failingUnchanged([file])).size === 0)
          verdicts.set(place, verdict);
      }
    return verdicts;
  }

  /**
   * Runs the failed test files again on the unchanged program. If a file fails then too, the places whose changes it
   * seemed to catch are examined again without it.
   * @returns the places whose verdict has changed
   */
  async withoutChange(
    caught: readonly Place[],
    verdicts: ReadonlyMap<Place, Verdict>,
    print: (text: string) => void,
  ): Promise<Map<Place, Verdict>> {
    const filesOf = (place: Place) => verdicts.get(place)?.files ?? [];
    const flaky = await this.failingUnchanged([...new Set(caught.flatMap(filesOf))]);
    print(`${flaky.size} test files fail without a change: ${[...flaky].join(' ')}`);
    const changed = new Map<Place, Verdict>();
    for (const place of caught) {
      if (filesOf(place).some((file) => flaky.has(file)))
        changed.set(place, await this.byRelatedTests(place, { flaky }));
    }
    return changed;
  }

  /**
   * Runs the related tests of all places with all changes made together, because most of these tests start the service,
   * which takes too long for each change alone.
   * @returns the caught places with their verdicts
   */
  byAllRelatedTests(surviving: readonly Place[], print: (text: string) => void): Promise<Map<Place, Verdict>> {
    const files = surviving.flatMap(({ source }) => this.related.of(source).slice(0, MAX_TOGETHER));
    return this.together(surviving, [...new Set(files)].sort(), print);
  }

  /**
   * Runs the whole suite with all changes made together.
   * @returns the caught places with their verdicts
   */
  byWholeSuite(surviving: readonly Place[], print: (text: string) => void): Promise<Map<Place, Verdict>> {
    return this.together(surviving, this.related.all(), print);
  }

  /**
   * Runs files with all changes made together. When some fail, each change is examined alone with the failed files.
   * Caught changes are removed and the failed files run again, because they may have hidden others.
   */
  private async together(
    places: readonly Place[],
    all: readonly string[],
    print: (text: string) => void,
  ): Promise<Map<Place, Verdict>> {
    const verdicts = new Map<Place, Verdict>();
    let remaining = [...places];
    let files = [...all];
    while (remaining.length > 0 && files.length > 0) {
      print(`${files.length} test files with ${remaining.length} changes together …`);
      const result = await this.withChanges(remaining, () =>
        this.runs.run(files, { limitSeconds: SUITE_LIMIT_SECONDS }),
      );
      if (result.status === 'passed') break;
      const failed = failedFiles(result, files);
      const flaky = await this.failingUnchanged(failed);
      files = failed.filter((file) => !flaky.has(file));
      print(
        `${files.length} failed: ${files.slice(0, 20).join(' ')}; also without a change: ${[...flaky].join(' ') || '-'}`,
      );
      const caught = await this.alone(remaining, files, verdicts);
      if (caught === 0) break;
      remaining = remaining.filter((place) => !verdicts.has(place));
    }
    return verdicts;
  }

  /** Examines each place alone with the nearest of the files. @returns the number of places that are caught */
  private async alone(
    places: readonly Place[],
    files: readonly string[],
    verdicts: Map<Place, Verdict>,
  ): Promise<number> {
    let caught = 0;
    for (const place of places) {
      const nearest = this.related.sorted(files, place.source).slice(0, MAX_ALONE);
      const verdict = await this.examine(place, nearest);
      if (verdict.outcome !== 'caught') continue;
      verdicts.set(place, verdict);
      caught += 1;
    }
    return caught;
  }

  private async examine(place: Place, files: readonly string[], idleSeconds?: number): Promise<Verdict> {
    if (files.length === 0) return SURVIVED;
    const result = await this.withChanges([place], () =>
      this.runs.run(files, { isFailFast: true, limitSeconds: RELATED_LIMIT_SECONDS, idleSeconds }),
    );
    if (result.status === 'passed') return SURVIVED;
    // Without a failed test, a time limit ended the run, or a process failed: the change must be the reason.
    if (result.failures.length === 0 && (await this.failingUnchanged(files)).size > 0) return SURVIVED;
    return { outcome: 'caught', by: result.failures[0]?.title ?? result.status, files: failedFiles(result, files) };
  }

  /** Returns the files that fail even without a change. */
  private failingUnchanged(files: readonly string[]): Promise<Set<string>> {
    return failingFiles(files, (part) => this.runs.run(part, { limitSeconds: SUITE_LIMIT_SECONDS }));
  }

  private async withChanges<T>(places: readonly Place[], run: () => Promise<T>): Promise<T> {
    const modules = Map.groupBy(places, ({ source }) => join(this.root, compiledOf(source)));
    const originals = new Map([...modules.keys()].map((module) => [module, readFileSync(module, 'utf8')]));
    try {
      for (const [module, changes] of modules) writeFileSync(module, mutate(originals.get(module) as string, changes));
      return await run();
    } finally {
      for (const [module, text] of originals) writeFileSync(module, text);
    }
  }
}
