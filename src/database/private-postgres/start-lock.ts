import { accessSync, constants } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { PrivatePostgresError } from './private-postgres-error.js';

// Result codes of SQLite: https://www.sqlite.org/rescode.html
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

const hasCode = (error: unknown, code: number) =>
  error instanceof Error && 'errcode' in error && error.errcode === code;

function open(path: string): DatabaseSync {
  try {
    const lock = new DatabaseSync(path, { timeout: 0 });
    // SQLite also opens a read-only file, but its lock would then exclude no other process
    accessSync(path, constants.W_OK);
    return lock;
  } catch (error) {
    throw new PrivatePostgresError(
      `This user may not write ${path}. Run as the user who owns the data directory, or set another SVC_DATA_DIR.`,
      error,
    );
  }
}

/**
 * Runs `work` while this process, and no other on this machine, holds the lock at `path`.
 *
 * The lock is an exclusive SQLite transaction, which is a lock of the kernel: it always ends with the process, so a
 * stale lock cannot exist. Waiting does not block the event loop.
 * @param queryTimeoutMs maximum wait for other processes
 * @throws PrivatePostgresError when others hold the lock for longer
 */
export async function withStartLock<T>(path: string, queryTimeoutMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + queryTimeoutMs;
  const lock = open(path);
  try {
    for (;;) {
      try {
        lock.exec('BEGIN EXCLUSIVE');
        break;
      } catch (error) {
        if (hasCode(error, SQLITE_NOTADB))
          throw new PrivatePostgresError(`${path} is damaged. It holds no data: delete it and start again.`, error);
        if (!hasCode(error, SQLITE_BUSY)) throw error;
        if (performance.now() > deadline) {
          throw new PrivatePostgresError(
            `Another process has been starting or stopping the private PostgreSQL for ${Math.round(queryTimeoutMs / 1000)} s (${path}).`,
          );
        }
        await wait(5 + Math.random() * 20); // random, so that waiting processes do not retry in step
      }
    }
    return await work();
  } finally {
    lock.close();
  }
}
