import test from 'ava';
import { failingFiles, type RunResult } from './failing-files.js';

const FILES = ['dist/test/a.test.js', 'dist/test/b.test.js', 'dist/test/c.system.js'];
const PASSED: RunResult = { status: 'passed', failures: [] };
const failed = (...files: string[]): RunResult => ({ status: 'failed', failures: [{ title: 'x', files }] });

/** Returns the files that fail, and the files of each run. */
async function failing(answer: (files: string[]) => RunResult) {
  const runs: string[] = [];
  const found = await failingFiles(FILES, async (files) => {
    runs.push(files.map((file) => file.charAt(10)).join(''));
    return answer(files);
  });
  return { found: [...found].map((file) => file.charAt(10)).join(''), runs };
}

test('files of one suite run together, and the files that the failures name fail', async (t) => {
  const { found, runs } = await failing((files) => (files.length > 1 ? failed(FILES[1] as string) : PASSED));
  t.deepEqual([found, runs], ['b', ['ab', 'c']]);
});

test('if a failure names no file, each file runs alone', async (t) => {
  const { found, runs } = await failing((files) => (files.includes(FILES[0] as string) ? failed() : PASSED));
  t.deepEqual([found, runs], ['a', ['ab', 'a', 'b', 'c']]);
});

test('a file whose process fails without naming a file fails, also if it is the only file of its suite', async (t) => {
  const { found } = await failing((files) => (files.includes(FILES[2] as string) ? failed() : PASSED));
  t.is(found, 'c');
});

test('a run that took too long is repeated file by file', async (t) => {
  const { found, runs } = await failing((files) =>
    files.length > 1 || files[0] === FILES[1] ? { status: 'timeout', failures: [] } : PASSED,
  );
  t.deepEqual([found, runs], ['b', ['ab', 'a', 'b', 'c']]);
});
