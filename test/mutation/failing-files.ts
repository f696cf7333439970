export interface Failure {
  /** Title of the test, or a message about a process that failed. */
  title: string;
  /** The test files of dist that the error names; may be empty. */
  files: string[];
}

/** The outcome of a run of tests. */
export interface RunResult {
  status: 'passed' | 'failed' | 'timeout';
  failures: Failure[];
}

/** Returns the suite of a test file: `test`, `system` or `redis`. */
export const suiteOf = (file: string): string => /\.(\w+)\.js$/.exec(file)?.[1] ?? 'test';

/**
 * Returns the files that fail. The files of one suite run together. If a failure names no file, as when a process ends
 * or times out, each file runs alone.
 */
export async function failingFiles(
  files: readonly string[],
  run: (files: string[]) => Promise<RunResult>,
): Promise<Set<string>> {
  const failing = new Set<string>();
  for (const part of Map.groupBy(files, suiteOf).values()) {
    const result = await run(part);
    if (result.status === 'passed') continue;
    const named = failedFiles(result, part);
    if (named.length < part.length || part.length === 1) for (const file of named) failing.add(file);
    else for (const file of part) if ((await run([file])).status !== 'passed') failing.add(file);
  }
  return failing;
}

/** Returns the files that the failures name; all files if a failure names no file. */
export function failedFiles({ failures }: RunResult, files: readonly string[]): string[] {
  const named = failures.map((failure) => failure.files.filter((file) => files.includes(file)));
  return named.length === 0 || named.some((some) => some.length === 0) ? [...files] : [...new Set(named.flat())];
}
