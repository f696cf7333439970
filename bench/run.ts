// `npm run bench [-- name… [--option value…]]`: runs the benches whose name contains one of the given words, or all of them, one after another, with
// the options. `--smoke` runs them with their smallest sizes, to see that they still work.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { smokeRun } from './support/smoke-run.js';

/** Where they are compiled. */
const folder = import.meta.dirname;

// Their sources: what was deleted may still be compiled. What is in `support` and `servers` is used by benches.
const benches = globSync('*/**/*.ts', { cwd: join(folder, '..', '..', 'bench') })
  .filter((file) => !/(?:^|\/)(?:support|servers)\//.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

/** They start several services one after another and wait for them. In a smoke run they are compiled only. */
const isSlow = (name: string) => name.startsWith('process/');

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('--'));
const [words, options] = firstOption < 0 ? [given, []] : [given.slice(0, firstOption), given.slice(firstOption)];
const chosen = benches.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(`There is no such bench. There are:\n  ${benches.join('\n  ')}`);
  process.exit(2);
}

console.log(`${new Date().toISOString()}, Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`);
if (options.includes('--smoke')) {
  // A bench that did not end in time may still wait for something.
  if (!(await smokeRun(words.length === 0 ? chosen.filter((name) => !isSlow(name)) : chosen, folder))) process.exit(1);
} else {
  for (const name of chosen) {
    console.log(`\n== ${name}   (npm run bench -- ${[name, ...options].join(' ')})`);
    const script = join(folder, `${name}.js`);
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--expose-gc', script, ...options], { stdio: 'inherit' });
    const [status] = await once(child, 'exit');
    if (status !== 0) process.exitCode = 1;
  }
}
