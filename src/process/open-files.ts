import { readdirSync, readFileSync } from 'node:fs';
import type { Log } from '../logging/log.js';

/** Fewer than this are too few for a service with connections, streams and a database: a warning at the start. */
const FEW_FILES = 4_096;
const LOOK_INTERVAL_MS = 5_000;
/** Fraction of the limit from which the next burst of connections meets it. */
const FULL_FRACTION = 0.95;

/**
 * Returns the number of files and connections that the process may have open; undefined where the system does not
 * report it (only Linux does).
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
 * Returns the number of files and connections that the process has open; `Infinity` when not even one more can be
 * opened to count them; undefined where it is unknown.
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
 * Warns of too few file descriptors. At the limit the system accepts connections and closes them at once, without an
 * error that a program would see: they would be reset without a word in the log.
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

  /** One line when the limit is near, and one when it is not any more. */
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
