import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Layout, socketName } from './layout.js';

// A process id greater than any in use: the maximum is 4,194,304 on Linux and 99,998 on macOS.
const nobodysPid = 2_147_483_647;

const pidFile = (layout: Layout) => join(layout.cluster, 'postmaster.pid');

/** Returns the command line of a process; '' if it has ended, is a zombie, or cannot be read. */
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

/** Returns the process id that the last server of this cluster wrote; null after a regular shutdown. */
export function recordedPid(layout: Layout): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile(layout), 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Returns true if the process is a server of this cluster; the command line is compared, because process ids are
 * reused.
 */
export const isServer = (layout: Layout, pid: number): boolean => commandOf(pid).includes(layout.cluster);

/** Returns the process id of the running server of this cluster, or null. */
export function livingPid(layout: Layout): number | null {
  const pid = recordedPid(layout);
  return pid !== null && isServer(layout, pid) ? pid : null;
}

/**
 * Returns true if the kernel would let the server's user signal that process id: PostgreSQL checks no more. Zombies
 * count.
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
 * Replaces the process id in the first line by an unused one, atomically: PostgreSQL does not start with an empty file.
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
 * Neutralizes the files of a killed server. Requires the start lock, and that `livingPid` is null.
 *
 * PostgreSQL itself recovers from a stale postmaster.pid, unless its process id belongs to another process now, as it
 * usually does in containers. The id is replaced rather than the file removed: with the other lines PostgreSQL detects
 * whether backends of the dead server still use the shared memory; without that check two servers could write to one
 * cluster. An empty file, of a server that died while creating it, has no such information.
 */
export function retireStaleFiles(layout: Layout): void {
  const pid = recordedPid(layout);
  if (pid === null) rmSync(pidFile(layout), { force: true });
  else if (isTaken(pid)) disownPidFile(layout);
  rmSync(join(layout.sockets, `${socketName}.lock`), { force: true });
}
