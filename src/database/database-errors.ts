import pg from 'pg';

/** Code of `NoConnectionFree`: pg-boss copies errors, and a copy keeps its code but not its class. */
const NO_CONNECTION_FREE = 'NO_CONNECTION_FREE';

/** Thrown when no connection became free in time. */
export class NoConnectionFree extends Error {
  readonly code = NO_CONNECTION_FREE;

  constructor(waitedMs: number) {
    super(`No database connection was free within ${waitedMs} ms`);
    this.name = 'NoConnectionFree';
  }
}

/** Codes of Node's connection errors. ENOENT (no socket file) counts only when connecting. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * SQLSTATEs of a database that cannot serve at the moment, by appendix A of PostgreSQL's manual: shutdown and start
 * (57P01–57P05), canceled by timeout (57014), read-only after a failover (25006), idle transaction ended (25P03),
 * deadlock (40P01) and serialization failure (40001), in which another transaction had precedence.
 */
const states = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '57014', '25006', '25P03', '40P01', '40001']);
/**
 * SQLSTATE classes of an unavailable database: 08 connection, 53 out of disk, memory or connections, 58 I/O and system.
 */
const stateClasses = new Set(['08', '53', '58']);

// Messages of errors to which pg gives no code. test/database/database-errors.test.ts provokes each of them, so that a
// changed wording is noticed.
const uncoded = new Set([
  'timeout exceeded when trying to connect', // no free connection in the pool, or a server that does not answer
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
]);

/** Messages of pg about unexpected responses: the peer is not PostgreSQL, or the connection is out of sync. */
const nonsense = /^Received unexpected \w+ message from backend\.$/;

interface Coded extends Error {
  code?: string;
  syscall?: string;
  constraint?: string;
}

/** Yields the error and the errors it wraps: Drizzle puts the driver's error into `cause`. */
function* chain(error: unknown): Generator<Coded> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}

function isConnectionTrouble(error: Coded): boolean {
  const { code, syscall, message } = error;
  if (code === NO_CONNECTION_FREE) return true;
  // Every message of a server has a SQLSTATE; without one the peer is not PostgreSQL.
  if (error instanceof pg.DatabaseError && code === undefined) return true;
  if (nonsense.test(message)) return true;
  if (code === undefined) return uncoded.has(message);
  if (networkCodes.has(code)) return true;
  if (code === 'ENOENT' || code === 'EACCES') return syscall === 'connect';
  return states.has(code) || (/^[0-9A-Z]{5}$/.test(code) && stateClasses.has(code.slice(0, 2)));
}

/** Returns true if the database is down, unreachable, read-only or too slow; false if the query itself is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const one of chain(error)) if (isConnectionTrouble(one)) return true;
  return false;
}

/** Returns true if the server's disk has no space for a write (SQLSTATE 53100). */
export function isDiskFull(error: unknown): boolean {
  for (const { code } of chain(error)) if (code === '53100') return true;
  return false;
}

/** Returns the driver's error without its wrappers. */
export function rootOf(error: unknown): unknown {
  return [...chain(error)].at(-1) ?? error;
}

/**
 * Returns true if the server rolled the transaction back in favor of another one, so that repeating it from its
 * beginning may succeed.
 */
export function isRepeatable(error: unknown): boolean {
  for (const one of chain(error)) if (one.code === '40001' || one.code === '40P01') return true;
  return false;
}

/** Returns true for a value that already exists under a unique index; with `constraint`, only for that index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (const one of chain(error))
    if (one.code === '23505') return constraint === undefined || one.constraint === constraint;
  return false;
}

/** Returns true for a reference to a row that does not exist; with `constraint`, only for that constraint. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  for (const one of chain(error))
    if (one.code === '23503') return constraint === undefined || one.constraint === constraint;
  return false;
}
