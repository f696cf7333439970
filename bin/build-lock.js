// Lets only one process at a time work on the compiled files.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Longest build on a busy machine (ms). */
const MAX_WAIT_MS = 15 * 60_000;

/**
 * Runs synchronous work while no other process does so with the same file. SQLite locks the file, so that the lock of a
 * process ends with it, also when the process is killed.
 * @param file path of the lock; its folder is created
 * @throws Error if another process holds the lock for 15 minutes
 */
export function locked(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  const { DatabaseSync } = process.getBuiltinModule?.('node:sqlite') ?? {};
  // An older Node has no SQLite. It only runs `node bin/build.js`; commands need Node 24.
  if (DatabaseSync === undefined) return work();
  const database = new DatabaseSync(file, { timeout: MAX_WAIT_MS });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return work();
  } finally {
    database.close();
  }
}
