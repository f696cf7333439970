// `npm test`: one PostgreSQL server for all test files. TEST_DATABASE_URL names a server to use; otherwise a private
// one is started. `npm test -- --with-database` proves another database server: it runs the files that reach a database
// or, when `TEST_STATEMENTS` names the records of an earlier run, has the server prepare every recorded statement and
// runs only the files that depend on more than statements.
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

/** Statements that an earlier run has sent, for another server. */
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
 * A file system in memory with room for a run, or that of temporary files: a disk costs ten times the CPU time for each
 * database made and dropped.
 */
function quickestDirectory(): string {
  const memory = '/dev/shm';
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * 1024 ** 3 ? memory : tmpdir();
}

/** The exit code of ava; 130 when it ended by a signal. */
function runAva(env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    running = spawn(process.execPath, [ava, ...args], { cwd: root, env, stdio: 'inherit' });
    running.once('error', reject).once('exit', (code) => resolve(code ?? 130));
    if (interrupted) running.kill(interrupted);
  });
}

// Interrupted tests do not tidy up, so what they put into temporary files, and the servers they run there, go with this
// directory.
const temporary = mkdtempSync(join(quickestDirectory(), 'watchfloor-run-'));
chmodSync(temporary, 0o711); // as root, the server's user must pass through
process.env.TMPDIR = temporary;
const costs = join(temporary, 'costs');
process.env.TEST_COSTS = costs;
process.env.TEST_DESCRIPTION = join(temporary, 'description.json');
// Compiled code is shared by the processes of the run.
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
  // Tests that depend on the server and not only on its statements: locks, notifications, transactions, jobs.
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
