// `npm test`: one PostgreSQL server for all test files. TEST_DATABASE_URL names a server to use; otherwise a private one is started.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAllIn } from './processes.js';
import { startTestServer } from './test-server.js';

const root = join(import.meta.dirname, '..', '..', '..');
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.js');

let interrupted: NodeJS.Signals | undefined;
let running: ReturnType<typeof spawn> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = signal;
    running?.kill(signal);
  });
}

/** The exit code of ava; 130 when it ended by a signal. */
function runAva(env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    running = spawn(process.execPath, [ava, ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' });
    running.once('error', reject).once('exit', (code) => resolve(code ?? 130));
    if (interrupted) running.kill(interrupted);
  });
}

// Interrupted tests do not tidy up, so what they put into temporary files, and the servers they run there, go with this directory.
const temporary = mkdtempSync(join(tmpdir(), 'watchfloor-run-'));
chmodSync(temporary, 0o711); // as root, the server's user must pass through
process.env.TMPDIR = temporary;

try {
  const server = await startTestServer(process.env.TEST_DATABASE_URL);
  try {
    process.exitCode = await runAva({ ...process.env, TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: server.template });
    if (interrupted) process.exitCode = 130;
  } finally {
    await server.stop();
  }
} finally {
  await killAllIn(temporary);
  rmSync(temporary, { recursive: true, force: true });
}
