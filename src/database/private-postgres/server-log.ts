import { closeSync, copyFileSync, existsSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

const greatestBytes = 4 * 1024 * 1024;

/**
 * Limits the size of the server's log: above 4 MiB it is moved to `<path>.1`, which replaces an earlier one. It is
 * copied and truncated, not renamed, because the running server keeps its file open for appending.
 */
export function boundLog(path: string): void {
  if (!existsSync(path) || statSync(path).size < greatestBytes) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path, 0);
}

/** Returns the end of the log after offset `from` (bytes), at most 2000 bytes, for an error message. */
export function logTail(path: string, from: number): string {
  const size = statSync(path).size;
  const start = Math.max(from, size - 2000);
  const buffer = Buffer.alloc(Math.max(0, size - start));
  const file = openSync(path, 'r');
  try {
    readSync(file, buffer, 0, buffer.length, start);
  } finally {
    closeSync(file);
  }
  return buffer.toString('utf8').trim();
}
