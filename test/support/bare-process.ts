import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';

const main = fileURLToPath(new URL('../../bundle/main.js', import.meta.url));

export interface BareProcess {
  /** Resolves with the address once it listens; rejects when it ends before. */
  listening: Promise<string>;
  /** Resolves with the exit code; -1 when a signal ended it. */
  exited: Promise<number>;
  /** Everything written so far, on both outputs. */
  output(): string;
  /** Asks it to stop. Resolves with the exit code. */
  stop(): Promise<number>;
}

/**
 * The service in its own process, with exactly these variables, in an empty directory. Killed at the end of the test if
 * it still runs.
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
