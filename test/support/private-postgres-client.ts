import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { PrivatePlace } from './private-place.js';

export interface ClientOptions {
  /** User to run as; needs root. */
  user?: { uid: number; gid: number };
  binariesRoot?: string;
  env?: Record<string, string>;
  /** Name under which the process writes its rows. */
  writer?: string;
}

/** Another process that uses a private PostgreSQL as the service does. It is killed when the test ends. */
export interface PrivateClient {
  child: ChildProcess;
  /**
   * Resolves with the way in which the server was opened, and the time (ms); rejects with the reason if it could not be
   * opened.
   */
  opened: Promise<{ how: string; ms: number }>;
  /** Starts to write numbers as fast as possible. */
  write(): void;
  /** Returns the highest number that was reported as committed; -1 before the first. */
  committed(): number;
  /** Resolves when at least `count` numbers are committed. */
  wrote(count: number): Promise<void>;
  kill(): Promise<void>;
  /** Releases the server and ends the process. */
  release(): Promise<void>;
}

const program = join(import.meta.dirname, 'private-postgres-process.js');

export function privateClient(
  t: ExecutionContext,
  place: PrivatePlace,
  { user, binariesRoot = '', env = {}, writer = '' }: ClientOptions = {},
): PrivateClient {
  const child = fork(program, [place.dataDir, binariesRoot, writer], {
    ...user,
    cwd: '/',
    env: { ...process.env, ...env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const exited = once(child, 'exit');
  const opened = Promise.withResolvers<{ how: string; ms: number }>();
  opened.promise.catch(() => {}); // callers that need the result await it
  let last = -1;
  child.on('message', (message: { how?: string; ms?: number; committed?: number; failed?: string }) => {
    if (message.committed !== undefined) last = message.committed;
    if (message.how !== undefined) opened.resolve({ how: message.how, ms: message.ms ?? 0 });
    if (message.failed !== undefined) opened.reject(new Error(message.failed));
  });
  child.once('exit', () => opened.reject(new Error('The process ended before it was a client.')));
  child.on('error', () => {}); // the process may have just ended
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  t.teardown(kill);
  return {
    child,
    opened: opened.promise,
    write: () => void child.send('write'),
    committed: () => last,
    wrote: async (count) => {
      while (last + 1 < count)
        await Promise.race([once(child, 'message'), exited.then(() => Promise.reject(new Error('The writer ended.')))]);
    },
    kill,
    release: async () => {
      child.send('release');
      await exited;
    },
  };
}
