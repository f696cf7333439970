// `npm run bench [-- name… [--option value…]]`: runs the benches whose name contains one of the given words, or all of them, one after another, with
// the options. `--smoke` runs some of them with their smallest sizes, to see that they still work.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';

/** Where they are compiled. */
const folder = import.meta.dirname;

// Their sources: what was deleted may still be compiled. What is in `support` and `servers` is used by benches.
const benches = globSync('*/**/*.ts', { cwd: join(folder, '..', '..', 'bench') })
  .filter((file) => !/(?:^|\/)(?:support|servers)\//.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

/** The smallest sizes of the benches that `--smoke` runs: one for each kind of server and store. The figures mean nothing. */
const smallest: Record<string, string[]> = {
  'events/partitions': ['--events', '200', '--months', '2', '--runs', '2'],
  'features/geospatial/partitions': ['--points', '200', '--days', '2', '--runs', '2'],
  'features/markets/quotes': ['--rounds', '1', '--requests', '40', '--connections', '2'],
  'features/timeline/queries': ['--events', '500', '--runs', '1'],
};

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('--'));
const [words, options] = firstOption < 0 ? [given, []] : [given.slice(0, firstOption), given.slice(firstOption)];
const isSmoke = options.includes('--smoke');
const chosen = benches.filter((name) => (words.length === 0 || words.some((word) => name.includes(word))) && (!isSmoke || name in smallest));
if (chosen.length === 0) {
  console.error(`There is no such bench. There are:\n  ${benches.join('\n  ')}`);
  process.exit(2);
}

console.log(`${new Date().toISOString()}, Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`);
for (const name of chosen) {
  const own = isSmoke ? (smallest[name] ?? []) : options;
  console.log(`\n== ${name}   (npm run bench -- ${[name, ...own].join(' ')})`);
  const script = join(folder, `${name}.js`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--expose-gc', script, ...own], { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0) process.exitCode = 1;
}
