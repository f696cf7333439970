import { isatty } from 'node:tty';
import { type DestinationStream, pino } from 'pino';
import type { LogLevel, ServiceConfig } from '../config/service-config.js';
import { currentSpan } from './current-span.js';
import { LogOutput } from './log-output.js';
import { textLine } from './log-text.js';

/** The fields written of every request. */
export interface RequestLine {
  requestId: string;
  method: string;
  /** Without the query, which can contain secrets. */
  path: string;
  /** The route's template; undefined when no route fits. */
  route: string | undefined;
  status: number;
  ms: number;
  accountId: string | undefined;
  address: string;
  /** Logged at `debug`: a load balancer asks every few seconds. */
  isProbe: boolean;
}

/**
 * Where lines go. One JSON object a line on standard output, or text on a terminal; every line of a request carries its
 * `requestId`.
 */
export abstract class Log {
  abstract debug(fields: object, message?: string): void;
  abstract info(fields: object, message?: string): void;
  abstract warn(fields: object, message?: string): void;
  abstract error(fields: object, message?: string): void;
  /**
   * The line of a request that was answered. Its fields are named, so they are not searched for secrets, which would
   * cost as much as routing.
   */
  abstract request(line: RequestLine): void;
  /** Writes what is buffered, for a second at most; call before exiting. */
  abstract close(): Promise<void>;
  /** Changes which lines are written, from the next one on. */
  abstract setLevel(level: LogLevel): void;
}

// Nothing that lets someone in may be logged, wherever a careless object puts it.
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
 * Drizzle writes the values of a failed statement into its message, and PostgreSQL into its detail: password hashes and
 * addresses. The statement and the server's message suffice.
 */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // Known by its fields: importing its class would load all of Drizzle before the first log line.
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

/** pino's own ISO time, made once a millisecond and not once a line: under load most lines share theirs. */
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

/** The ids of the current span, by which traces and lines are found from one another. */
function traceIds(): { trace_id?: string; span_id?: string } {
  const span = currentSpan();
  return span?.isExported ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** As pino writes it, at a third of the cost: there is one for every request. */
function jsonOf({ requestId, method, path, route, status, ms, accountId, address, isProbe }: RequestLine): string {
  const from = `${member('requestId', requestId)}${member('method', method)}${member('path', path)}${member('route', route)}`;
  const answer = `,"status":${status},"ms":${ms}${member('accountId', accountId)}${member('address', address)}`;
  const { trace_id, span_id } = traceIds();
  const place = trace_id === undefined ? '' : `,"trace_id":"${trace_id}","span_id":"${span_id}"`;
  return `{"level":${isProbe ? DEBUG : INFO}${isoTime()}${from}${answer}${place},"msg":"request"}\n`;
}

const dropNotice = (dropped: number) =>
  `${JSON.stringify({ level: WARN, time: new Date().toISOString(), component: 'log', dropped, msg: 'Log lines dropped: standard output is not read fast enough.' })}\n`;

/** @param stream where lines go instead of standard output */
export function createLog(
  config: { logLevel: LogLevel } & Partial<Pick<ServiceConfig, 'logFormat'>>,
  stream?: DestinationStream,
): Log {
  const isText = config.logFormat === 'text' || (config.logFormat === 'auto' && isatty(STDOUT));
  const written = isText ? textLine : (line: string) => line;
  let output: LogOutput | undefined;
  // Opened with the first line: a silent log opens nothing.
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
