import { readdirSync, readFileSync } from 'node:fs';
import type { Log } from '../logging/log.js';

/**
 * Minimum number of file descriptors for a service with connections, streams and a database; below it the start logs a
 * warning.
 */
const FEW_FILES = 4_096;
const LOOK_INTERVAL_MS = 5_000;
/** Fraction of the limit at which a warning is logged, because a burst of connections may reach the limit. */
const FULL_FRACTION = 0.95;

/**
 * Returns the maximum number of files and connections that the process may have open; undefined where the operating
 * system does not report it (only Linux does).
 */
export function openFileLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/**
 * Returns the number of files and connections that the process has open; `Infinity` when not even the file for counting
 * them can be opened; undefined when unknown.
 */
export function openFileCount(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch (error) {
    return ['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')
      ? Number.POSITIVE_INFINITY
      : undefined;
  }
}

/**
 * Warns when file descriptors become scarce. At the limit the operating system accepts connections and closes them at
 * once, without an error that the process could log.
 */
export class OpenFilesWatch {
  private timer?: NodeJS.Timeout;
  private isFull = false;

  constructor(
    private readonly log: Log,
    private readonly limit = openFileLimit(),
    private readonly count = openFileCount,
  ) {}

  start(): void {
    if (this.limit === undefined) return;
    if (this.limit < FEW_FILES)
      this.log.warn(
        { component: 'process', limit: this.limit },
        `Few file descriptors: at the limit new connections are reset. Raise it to ${FEW_FILES} or more.`,
      );
    this.timer = setInterval(() => this.look(), LOOK_INTERVAL_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Logs one line when the limit is near, and one when it no longer is. */
  look(): void {
    const open = this.count();
    if (open === undefined || this.limit === undefined) return;
    const isFull = open >= this.limit * FULL_FRACTION;
    if (isFull === this.isFull) return;
    this.isFull = isFull;
    const fields = { component: 'process', open: Math.min(open, this.limit), limit: this.limit };
    if (isFull) this.log.error(fields, 'File descriptors exhausted: new connections are reset (EMFILE).');
    else this.log.info(fields, 'File descriptors are free again.');
  }
}
