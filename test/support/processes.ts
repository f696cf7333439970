import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

export interface ProcessRow {
  pid: number;
  parent: number;
  command: string;
}

/** Returns all living processes, without zombies. */
export function processes(): ProcessRow[] {
  const rows = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' }).split('\n');
  return rows.flatMap((row) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(row) ?? [];
    return command === undefined || state?.startsWith('Z')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/**
 * Returns the processes whose command names the directory, and their children: the server, its backends, initdb and its
 * children.
 */
export function processesIn(directory: string): number[] {
  const all = processes().filter(({ pid }) => pid !== process.pid);
  const found = new Set(all.filter(({ command }) => command.includes(directory)).map(({ pid }) => pid));
  for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  return [...found];
}

/** Sends SIGKILL to each process that still exists. */
export function kill(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}

/** Kills all processes with files in the directory, and processes that they start meanwhile. */
export async function killAllIn(directory: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const left = processesIn(directory);
    if (left.length === 0) return;
    kill(left);
    await wait(20);
  }
}
