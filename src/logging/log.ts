import { isatty } from 'node:tty';
import { type DestinationStream, pino } from 'pino';
import type { LogLevel, ServiceConfig } from '../config/service-config.js';
import { currentSpan } from './current-span.js';
import { LogOutput } from './log-output.js';
import { textLine } from './log-text.js';

/** The logged fields of a request. */
export interface RequestLine {
  requestId: string;
  method: string;
  /** Path without the query, which can contain secrets. */
  path: string;
  /** Template of the route; undefined when no route matches. */
  route: string | undefined;
  status: number;
  ms: number;
  accountId: string | undefined;
  address: string;
  /** True: logged at `debug`, because load balancers send a probe every few seconds. */
  isProbe: boolean;
}

/**
 * Writes log lines: one JSON object a line on standard output, or text on a terminal. Every line of a request contains
 * its `requestId`.
 */
export abstract class Log {
  abstract debug(fields: object, message?: string): void;
  abstract info(fields: object, message?: string): void;
  abstract warn(fields: object, message?: string): void;
  abstract error(fields: object, message?: string): void;
  /**
   * Logs a request that was answered. The fields are fixed, so they are not searched for secrets, which would cost as
   * much as routing.
   */
  abstract request(line: RequestLine): void;
  /** Writes buffered lines, within at most a second. Call it before exiting. */
  abstract close(): Promise<void>;
  /** Changes the minimum level, from the next line on. */
  abstract setLevel(level: LogLevel): void;
}

// Names of members that are redacted, so that credentials are never logged, whichever object contains them.
const secrets = [
  'password',
  'newPassword',
  'currentPassword',
  'secret',
  'token',
  'accessToken',
  'authorization',
  'cookie',
];
const redact = { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' };

/**
 * Removes values from a database error. Drizzle writes the values of a failed statement into its message, and
 * PostgreSQL into its detail, such as password hashes and addresses. The statement and the server's message are kept.
 */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // Recognized by its fields, because importing its class would load all of Drizzle before the first log line.
  if (!('query' in error && 'params' in error))
    return { ...pino.stdSerializers.err(error), detail: undefined, where: undefined };
  const {
    message = 'A statement failed.',
    stack,
    code,
    constraint,
    table,
    column,
  } = (error.cause ?? {}) as Record<string, unknown>;
  return { type: 'DrizzleQueryError', message, query: error.query, code, constraint, table, column, stack };
}

let stamped = 0;
let stamp = '';

/**
 * Returns the time in the format of pino's ISO time, cached for each millisecond, because under load most lines have
 * the same time.
 */
function isoTime(): string {
  const now = Date.now();
  if (now !== stamped) {
    stamped = now;
    stamp = `,"time":"${new Date(now).toISOString()}"`;
  }
  return stamp;
}

const STDOUT = 1;
const { debug: DEBUG, info: INFO, warn: WARN } = pino.levels.values;

const member = (name: string, value: string | undefined) =>
  value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;

/** Returns the ids of the current trace and span, which connect log lines and traces. */
function traceIds(): { trace_id?: string; span_id?: string } {
  const span = currentSpan();
  return span?.isExported ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** Returns the JSON that pino would write, at a third of the cost, because every request logs such a line. */
function jsonOf({ requestId, method, path, route, status, ms, accountId, address, isProbe }: RequestLine): string {
  const from = `${member('requestId', requestId)}${member('method', method)}${member('path', path)}${member('route', route)}`;
  const answer = `,"status":${status},"ms":${ms}${member('accountId', accountId)}${member('address', address)}`;
  const { trace_id, span_id } = traceIds();
  const place = trace_id === undefined ? '' : `,"trace_id":"${trace_id}","span_id":"${span_id}"`;
  return `{"level":${isProbe ? DEBUG : INFO}${isoTime()}${from}${answer}${place},"msg":"request"}\n`;
}

const dropNotice = (dropped: number) =>
  `${JSON.stringify({ level: WARN, time: new Date().toISOString(), component: 'log', dropped, msg: 'Log lines dropped: standard output is not read fast enough.' })}\n`;

/** Creates the log of this process. @param stream receives the lines instead of standard output */
export function createLog(
  config: { logLevel: LogLevel } & Partial<Pick<ServiceConfig, 'logFormat'>>,
  stream?: DestinationStream,
): Log {
  const isText = config.logFormat === 'text' || (config.logFormat === 'auto' && isatty(STDOUT));
  const written = isText ? textLine : (line: string) => line;
  let output: LogOutput | undefined;
  // Opened with the first line, so that a log without lines opens nothing.
  const write = (line: string) => {
    output ??= new LogOutput(STDOUT, (dropped) => written(dropNotice(dropped)));
    output.write(written(line));
  };
  const target = stream ?? { write };
  const options = { level: config.logLevel, base: null, timestamp: isoTime, mixin: traceIds };
  const log = pino({ ...options, redact, serializers: { err: shownError } }, target);
  let [logsRequests, logsProbes] = [log.isLevelEnabled('info'), log.isLevelEnabled('debug')];
  const setLevel = (level: LogLevel) => {
    log.level = level;
    [logsRequests, logsProbes] = [log.isLevelEnabled('info'), log.isLevelEnabled('debug')];
  };
  return Object.assign(log, {
    request: (line: RequestLine) => void ((line.isProbe ? logsProbes : logsRequests) && target.write(jsonOf(line))),
    close: async () => output?.close(),
    setLevel,
  });
}
