import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';

const main = fileURLToPath(new URL('../../bundle/main.js', import.meta.url));

export interface BareProcess {
  /** Resolves with the address when the service listens; rejects if the process ends first. */
  listening: Promise<string>;
  /** Resolves with the exit code; -1 if a signal ended the process. */
  exited: Promise<number>;
  /** Returns everything written so far to standard output and standard error. */
  output(): string;
  /** Sends the process the signal to stop. Resolves with its exit code. */
  stop(): Promise<number>;
}

/**
 * Starts the service in its own process with exactly these variables, in an empty directory. The process is killed at
 * the end of the test if it still runs.
 */
export function startBareProcess(t: ExecutionContext, variables: Record<string, string>): BareProcess {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-process-'));
  const child = spawn(process.execPath, [main], {
    cwd: directory,
    env: { PATH: process.env.PATH, SVC_DATA_DIR: directory, ...variables },
  });
  let text = '';
  const address = Promise.withResolvers<string>();
  const read = (bytes: Buffer) => {
    text += bytes;
    const found = /listens on (\S+?)[,\s]/.exec(text)?.[1];
    if (found !== undefined) address.resolve(found);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const exited = once(child, 'close').then(([code]) => (code as number | null) ?? -1);
  exited.then(() => address.reject(new Error(`It ended before it listened:\n${text}`)));
  address.promise.catch(() => undefined);
  t.teardown(async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  });
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  return { listening: address.promise, exited, output: () => text, stop };
}
