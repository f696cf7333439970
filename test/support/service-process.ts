import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

const root = join(import.meta.dirname, '..', '..', '..');

/** The service as users run it, in its own process. */
export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /**
   * Time (ms) from the start of the process to the log line with its address, without the time in which it waited for a
   * processor.
   */
  startedInMs: number;
  /** Returns everything written so far to standard output and standard error. */
  said(): string;
  /** Resolves with the exit code or the name of the signal, and the time of the exit (`performance.now()`). */
  exit: Promise<{ code: number | string | null | undefined; at: number }>;
}

/** Settings without feeds, for tests that are not about feeds: events of the simulator would fill the event log. */
export const noSources = {
  SVC_AIS_SOURCES: 'none',
  SVC_ADSB_SOURCES: 'none',
  SVC_EVENT_SOURCES: 'none',
  SVC_NEWS_SOURCES: 'none',
};

/** Processes of a run share their compiled code. */
const { NODE_COMPILE_CACHE } = process.env;
const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };

/** Returns the time for which a process waited for a processor (ms), as reported by Linux. */
function waitedForProcessorMs(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** Creates an empty data directory, which is removed with the test. */
export function dataDirectory(t: Pick<ExecutionContext, 'teardown'>): string {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-process-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/**
 * Starts the service with the settings `env` and waits until it listens. The process is killed when the test ends.
 * @param preload file of `dist/test/support` to load before the service
 * @param main compiled module of the process. Default: the module of this version
 */
export async function startProcess(
  t: Pick<ExecutionContext, 'teardown'>,
  env: Record<string, string>,
  preload?: string,
  main = join(root, 'dist', 'bundle', 'main.js'),
): Promise<ServiceProcess> {
  const before = preload === undefined ? [] : ['--import', join(root, 'dist', 'test', 'support', preload)];
  const started = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...before, main], {
    cwd: dataDirectory(t),
    env: { PATH: process.env.PATH, ...compiled, SVC_PORT: '0', SVC_DATA_DIR: dataDirectory(t), ...noSources, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  let said = '';
  const listening = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk;
      const url = /listens on (http:\/\/[^\s,]+)/.exec(said)?.[1];
      if (url) listening.resolve(url);
    });
  }
  const exit = once(child, 'exit').then(([code, signal]: Array<number | string | null>) => ({
    code: code ?? signal,
    at: performance.now(),
  }));
  exit.then(() => listening.reject(new Error(`It ended before it listened:\n${said}`)));
  const url = await listening.promise;
  return {
    url,
    child,
    startedInMs: performance.now() - started - waitedForProcessorMs(child.pid),
    said: () => said,
    exit,
  };
}
