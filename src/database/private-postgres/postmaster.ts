import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Layout, socketName } from './layout.js';

// Greater than any process id in use: Linux ends at 4 194 304, macOS at 99 998.
const nobodysPid = 2_147_483_647;

const pidFile = (layout: Layout) => join(layout.cluster, 'postmaster.pid');

/** The command line of a process, '' when it has ended, is a zombie, or cannot be read. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

/** The process id written by the last server of this cluster; null when it ended in order. */
export function recordedPid(layout: Layout): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile(layout), 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** True when that process is a server of this cluster. A recycled id does not deceive it. */
export const isServer = (layout: Layout, pid: number): boolean => commandOf(pid).includes(layout.cluster);

/** The process id of the running server of this cluster, or null. */
export function livingPid(layout: Layout): number | null {
  const pid = recordedPid(layout);
  return pid !== null && isServer(layout, pid) ? pid : null;
}

/**
 * True when the kernel would let the server's user signal that process id, which is all PostgreSQL asks. Zombies count.
 */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Replaces the process id in the first line by an unused one, atomically: an empty file would prevent any start of
 * PostgreSQL.
 */
function disownPidFile(layout: Layout): void {
  const path = pidFile(layout);
  const { uid, gid, mode } = statSync(path);
  const lines = readFileSync(path, 'utf8').split('\n');
  lines[0] = String(nobodysPid);
  writeFileSync(`${path}.new`, lines.join('\n'), { mode });
  chownSync(`${path}.new`, uid, gid);
  renameSync(`${path}.new`, path);
}

/**
 * Neutralizes the files of a killed server. Call it under the start lock, when `livingPid` is null.
 *
 * PostgreSQL recovers from a stale postmaster.pid by itself, unless its process id belongs to another process by now,
 * which is the rule in containers. The id is replaced rather than the file removed: its other lines let PostgreSQL see
 * whether backends of the dead server still use the shared memory, and without that check two servers could write to
 * one cluster. An empty file, of a server that died while making it, says nothing.
 */
export function retireStaleFiles(layout: Layout): void {
  const pid = recordedPid(layout);
  if (pid === null) rmSync(pidFile(layout), { force: true });
  else if (isTaken(pid)) disownPidFile(layout);
  rmSync(join(layout.sockets, `${socketName}.lock`), { force: true });
}
