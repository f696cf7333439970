import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { type Layout, layoutOf } from '../../src/database/private-postgres/layout.js';
import {
  openPrivatePostgres,
  type PrivatePostgres,
  type PrivatePostgresOptions,
} from '../../src/database/private-postgres/private-postgres.js';
import { kill, killAllIn, processes, processesIn } from './processes.js';

/**
 * A data directory for a private PostgreSQL. At the end of the test, even a failed one, its processes are killed and it
 * is removed.
 */
export interface PrivatePlace {
  dataDir: string;
  layout: Layout;
  /** Lines that `openPrivatePostgres` has logged. */
  logged: string[];
  open(options?: PrivatePostgresOptions): Promise<PrivatePostgres>;
  /** Returns the process id that the last server has written; NaN without one. */
  postmasterPid(): number;
  running(): boolean;
  /**
   * Kills the server and all its backends at once (SIGKILL), as when the machine runs out of memory. Resolves when they
   * have ended.
   */
  killServer(): Promise<void>;
}

async function removePlace(top: string, sockets: string): Promise<void> {
  await killAllIn(top);
  rmSync(sockets, { recursive: true, force: true });
  rmSync(top, { recursive: true, force: true });
}

export interface PlaceOptions {
  /** Path of the data directory within the temporary one. */
  below?: string;
  /** Directory in which the temporary one is created. Default: the system's directory for temporary files. */
  parent?: string;
}

export function privatePlace(
  t: Pick<ExecutionContext, 'teardown'>,
  { below = '', parent = tmpdir() }: PlaceOptions = {},
): PrivatePlace {
  const top = mkdtempSync(join(parent, 'watchfloor-place-'));
  chmodSync(top, 0o711); // allows the user of the server to enter, when run as root
  const dataDir = join(top, below);
  const layout = layoutOf(dataDir);
  t.teardown(() => removePlace(top, layout.sockets));
  const logged: string[] = [];
  const postmasterPid = () => {
    try {
      return Number.parseInt(readFileSync(join(layout.cluster, 'postmaster.pid'), 'utf8'), 10);
    } catch {
      return Number.NaN;
    }
  };
  const killServer = async () => {
    const pid = postmasterPid();
    const family = () => processes().filter((row) => row.pid === pid || row.parent === pid);
    const victims = family().map((row) => row.pid);
    kill(victims);
    while (processes().some((row) => victims.includes(row.pid))) await wait(5);
  };
  return {
    dataDir,
    layout,
    logged,
    open: (options) => openPrivatePostgres(dataDir, (line) => logged.push(line), options),
    postmasterPid,
    running: () => processesIn(top).length > 0,
    killServer,
  };
}

/**
 * Returns a place for all tests of a file that need a cluster but not a fresh one, because initializing a cluster would
 * take most of their time.
 */
export function sharedPlace(): PrivatePlace {
  const removals: Array<() => unknown> = [];
  test.after.always(async () => {
    for (const remove of removals) await remove();
  });
  return privatePlace({ teardown: (remove) => void removals.push(remove) });
}

/** Polls at every turn of the event loop, for conditions that only hold for a millisecond. @throws after a minute */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`It did not come to this: ${condition}`);
    await turn();
  }
}

/** Returns the user id of the owner of a file. */
export const ownerOf = (path: string): number => lstatSync(path).uid;

/** Returns the id of the user that a process runs as. */
export const userOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }));
