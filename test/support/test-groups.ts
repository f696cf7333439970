import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Files of one process. To load the application costs two seconds of CPU, more than most files; the services of a group
 * are open together.
 */
const GROUP_SIZE = 36;

/**
 * Signs of a test that others in its process would disturb: it measures time, processor or memory, or changes the
 * process.
 */
const needsOwnProcess =
  /cpuUsage|performance\.now|collectGarbage|memoryUsage|process\.(env|chdir|on\()|[eE]ventLoopDelay|setFlags|loaded-modules|node:worker_threads|^(?!.*\basync\b)(?:(?:export )?(?:const|let) .*)?\bawait /m;

/**
 * Serial tests of a group all run one after another, before its other tests. Where such tests wait for faults of a
 * network, their waits add up.
 */
const isSerial = /test\.serial/;
const waits = /\/proxied-database\.js/;

const runsAlone = (file: string, code: string) =>
  file.endsWith('.system.js') || needsOwnProcess.test(code) || (isSerial.test(code) && waits.test(code));

/**
 * Makes modules that import several of these compiled test files, so that a whole suite starts fewer processes: loading
 * the application costs more than most of its tests. Any file can still be run alone.
 *
 * @param root of the repository
 * @param files relative to it
 * @param reachesDatabase
 * @returns what to run: the modules made, and the files that need a process of their own
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
    // Before anything with decorators, which some files of a group load without it.
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
