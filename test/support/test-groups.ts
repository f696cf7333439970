import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Number of test files in one process. Loading the application takes two seconds of CPU time, more than most files. The
 * services of a group run at the same time.
 */
const GROUP_SIZE = 36;

/**
 * Matches tests that other tests in their process would disturb: they measure time, CPU time or memory, or change the
 * process.
 */
const needsOwnProcess =
  /cpuUsage|longestTurn|performance\.now|collectGarbage|memoryUsage|process\.(env|chdir|on\()|[eE]ventLoopDelay|setFlags|loaded-modules|node:worker_threads|^(?!.*\basync\b)(?:(?:export )?(?:const|let) .*)?\bawait /m;

/**
 * Serial tests of a group run one after another, before its other tests. If they wait for network faults, their waits
 * add up, so they run in their own process.
 */
const isSerial = /test\.serial/;
const waits = /\/proxied-database\.js/;

const runsAlone = (file: string, code: string) =>
  file.endsWith('.system.js') || needsOwnProcess.test(code) || (isSerial.test(code) && waits.test(code));

/**
 * Writes modules that import several of the compiled test files, so that a whole suite starts fewer processes, because
 * loading the application costs more than most of its tests. Any file can still be run alone.
 * @param root root of the repository
 * @param files compiled test files, relative to the root
 * @param reachesDatabase returns whether a file reaches a database
 * @returns the files to run: the written modules, and the files that need their own process
 */
export function groupTests(
  root: string,
  files: readonly string[],
  reachesDatabase: (file: string) => boolean,
): string[] {
  const folder = join('dist', 'test', 'groups');
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  const alone = files.filter((file) => runsAlone(file, readFileSync(join(root, file), 'utf8')));
  const together = files.filter((file) => !alone.includes(file)).sort();
  const makeGroup = (members: readonly string[], index: number) => {
    const [first = ''] = members;
    const name = `${relative(join('dist', 'test'), dirname(first)).replaceAll('/', '-') || 'root'}-${index + 1}`;
    const path = join(folder, `${name}.group.js`);
    // reflect-metadata comes before any decorators, because some files of a group do not import it.
    const imports = [
      'reflect-metadata',
      '../support/limit-concurrency.js',
      ...members.map((member) => relative(folder, member)),
    ];
    writeFileSync(join(root, path), imports.map((module) => `import '${module}';\n`).join(''));
    return path;
  };
  const withDatabase = together.filter(reachesDatabase);
  const without = together.filter((file) => !withDatabase.includes(file));
  return [...alone, ...[withDatabase, without].flatMap((members) => chunks(members, GROUP_SIZE)).map(makeGroup)];
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
