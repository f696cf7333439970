// `npm run bench [-- name… [--option value…]]`: runs the benches whose name contains one of the given words, or all of
// them, one after another, with the options. `--smoke` runs them with their smallest sizes, to check that they still
// work; a failed bench is run once more, alone, unless `--once` is given.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { smokeRun } from './support/smoke-run.js';

/** The folder of the compiled benches. */
const folder = import.meta.dirname;

// Benches are listed from their sources, because a deleted bench may still be compiled. Files in `support` and
// `servers` are used by benches.
const benches = globSync('*/**/*.ts', { cwd: join(folder, '..', '..', 'bench') })
  .filter((file) => !/(?:^|\/)(?:support|servers)\//.test(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

/** A copy of the environment as it was given: a smoke run adds the names of databases to the environment. */
const env = { ...process.env };

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('--'));
const [words, options] = firstOption < 0 ? [given, []] : [given.slice(0, firstOption), given.slice(firstOption)];
const chosen = benches.filter(
  (name) => words.length === 0 || words.some((word) => (benches.includes(word) ? name === word : name.includes(word))),
);
if (chosen.length === 0) {
  console.error(`There is no such bench. There are:\n  ${benches.join('\n  ')}`);
  process.exit(2);
}

console.log(
  `${new Date().toISOString()}, Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`,
);
if (options.includes('--smoke')) {
  const failed = await smokeRun(chosen, folder);
  // Other work on the machine may have made a bench too slow. Only benches that fail again, alone, count as failed.
  const failedAgain: string[] = [];
  for (const name of options.includes('--once') ? [] : failed) {
    console.log(`\n── once more, alone: ${name}`);
    const isPassed = (await statusOf([import.meta.filename, name, '--smoke', '--once'])) === 0;
    console.log(
      isPassed ? `flaky: bench ${name} failed among the others and passed alone` : `!! bench ${name} failed twice`,
    );
    if (!isPassed) failedAgain.push(name);
  }
  // A bench that did not end in time may keep the event loop busy, so the process exits explicitly.
  process.exit((options.includes('--once') ? failed : failedAgain).length === 0 ? 0 : 1);
} else {
  for (const name of chosen) {
    console.log(`\n== ${name}   (npm run bench -- ${[name, ...options].join(' ')})`);
    if ((await statusOf(['--expose-gc', join(folder, `${name}.js`), ...options])) !== 0) process.exitCode = 1;
  }
}

async function statusOf(command: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...command], {
    stdio: 'inherit',
    env,
  });
  const [status] = await once(child, 'exit');
  return status ?? 1;
}
