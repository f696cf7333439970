// Runs `npm test` with one PostgreSQL server for all test files: the server that TEST_DATABASE_URL names, or else a
// private one. `npm test -- --with-database` tests another database server: it runs the files that reach a database. If
// `TEST_STATEMENTS` names the records of an earlier run, the server prepares every recorded statement instead, and only
// the files that depend on more than statements run.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseTests } from './database-tests.js';
import { prepareStatements } from './prepare-statements.js';
import { killAllIn } from './processes.js';
import { slowestFiles } from './slowest-files.js';
import { groupTests } from './test-groups.js';
import { siblingUrl, startTestServer } from './test-server.js';

const root = join(import.meta.dirname, '..', '..', '..');
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.js');

const args = process.argv.slice(2).filter((argument) => argument !== '--with-database');
const withDatabase = args.length < process.argv.length - 2;

/** File with the statements that an earlier run has sent, to be prepared by another server. */
const records = withDatabase ? process.env.TEST_STATEMENTS : undefined;
if (records !== undefined) delete process.env.TEST_STATEMENTS;

let interrupted: NodeJS.Signals | undefined;
let running: ReturnType<typeof spawn> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = signal;
    running?.kill(signal);
  });
}

/**
 * Returns a directory in memory with room for a run, or else the usual one for temporary files. On a disk, each created
 * and dropped database costs ten times the CPU time.
 */
function quickestDirectory(): string {
  const memory = '/dev/shm';
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * 1024 ** 3 ? memory : tmpdir();
}

/** Time after which a run that hangs is ended: several times what the longest suite takes on a slow machine. */
const MAX_RUN_MS = 90 * 60_000;

/** Resolves with the exit code of ava; 130 if a signal or the time limit ended it. */
function runAva(env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    running = spawn(process.execPath, [ava, ...args], { cwd: root, env, stdio: 'inherit' });
    const limit = setTimeout(() => {
      process.stdout.write(`!! ended after ${MAX_RUN_MS / 60_000} minutes\n`);
      running?.kill('SIGKILL');
    }, MAX_RUN_MS);
    running.once('error', reject).once('exit', (code) => {
      clearTimeout(limit);
      resolve(code ?? 130);
    });
    if (interrupted) running.kill(interrupted);
  });
}

// Interrupted tests do not clean up, so their temporary files, and the servers that run there, are removed with this
// directory.
const temporary = mkdtempSync(join(quickestDirectory(), 'watchfloor-run-'));
chmodSync(temporary, 0o711); // allows the user of the server to enter, when run as root
process.env.TMPDIR = temporary;
const costs = join(temporary, 'costs');
process.env.TEST_COSTS = costs;
process.env.TEST_DESCRIPTION = join(temporary, 'description.json');
// The processes of the run share their compiled code.
process.env.NODE_COMPILE_CACHE ??= join(temporary, 'compiled');
const files = args.filter((argument) => argument.endsWith('.js') && !argument.endsWith('.config.js'));
const isSuite = files.length === 0;
// A whole suite runs without source maps; a file that is named runs with them.
if (isSuite) process.env.TEST_SOURCE_MAPS = 'off';
if (isSuite && !args.includes('--config')) args.push(...suite());

/** Returns the part of the whole suite to run. */
function suite(): string[] {
  const reaching = new Set(databaseTests(root));
  if (!withDatabase)
    return groupTests(root, globSync('dist/test/**/*.test.js', { cwd: root }).sort(), (file) => reaching.has(file));
  // These tests depend on the server itself and not only on its statements: locks, notifications, transactions and
  // jobs.
  const chosen =
    records === undefined
      ? [...reaching]
      : [...reaching].filter((file) => /^dist\/test\/(database|events|jobs)/.test(file));
  return groupTests(root, chosen, () => true);
}

try {
  const server = await startTestServer(process.env.TEST_DATABASE_URL);
  try {
    if (records !== undefined)
      process.stdout.write(
        `${await prepareStatements(siblingUrl(server.url, server.template), records)} statements are understood\n`,
      );
    process.exitCode = await runAva({
      ...process.env,
      TEST_DATABASE_URL: server.url,
      TEST_DATABASE_TEMPLATE: server.template,
    });
    if (interrupted) process.exitCode = 130;
    else process.stdout.write(slowestFiles(costs, 20));
  } finally {
    await server.stop();
  }
} finally {
  await killAllIn(temporary);
  rmSync(temporary, { recursive: true, force: true });
}
