import { DrizzleQueryError } from 'drizzle-orm/errors';
import { type DestinationStream, destination, pino } from 'pino';
import type { ServiceConfig } from './config/service-config.js';

/** Where lines go. One JSON object a line on standard output; every line of a request carries its `requestId`. */
export abstract class Log {
  abstract debug(fields: object, message?: string): void;
  abstract info(fields: object, message?: string): void;
  abstract warn(fields: object, message?: string): void;
  abstract error(fields: object, message?: string): void;
  /** Writes what is buffered; call before exiting. */
  abstract flush(): void;
}

// Nothing that lets someone in may be logged, wherever a careless object puts it.
const secrets = ['password', 'newPassword', 'currentPassword', 'secret', 'token', 'accessToken', 'authorization', 'cookie'];
const redact = { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' };

/**
 * Drizzle writes the values of a failed statement into its message, and PostgreSQL into its detail: password hashes and addresses.
 * The statement and the server's own message tell enough.
 */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const root = error instanceof DrizzleQueryError ? error.cause : error;
  const { code, constraint, table, column } = (root ?? {}) as Record<string, unknown>;
  if (!(error instanceof DrizzleQueryError)) return { ...pino.stdSerializers.err(error), detail: undefined, where: undefined };
  return { type: error.name, message: root?.message ?? 'A statement failed.', query: error.query, code, constraint, table, column, stack: root?.stack };
}

/** Lines are gathered for up to 200 ms: one system call a request would cost more than the request. */
export function createLog(config: Pick<ServiceConfig, 'logLevel'>, stream?: DestinationStream): Log {
  const target = stream ?? destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact, serializers: { err: shownError } }, target);
}
