import { isatty } from 'node:tty';
import { styleText } from 'node:util';
import { type DestinationStream, pino } from 'pino';
import type { LogLevel, ServiceConfig } from '../config/service-config.js';
import { currentSpan } from './current-span.js';
import { LogOutput } from './log-output.js';

/** Maximum number of lines that are kept. */
export const MAX_PROBLEMS = 100;
/** Lines with more characters are not kept. */
const MAX_PROBLEM_LINE = 20_000;
const MAX_PROBLEM_TEXT = 500;

/** A warning or an error that this process has logged, without its other fields. */
export interface LoggedProblem {
  time: Date;
  level: 'warn' | 'error';
  message: string;
  component: string | null;
  /** Message of the error that was logged; null without one. */
  error: string | null;
  requestId: string | null;
}

const LEVEL_PREFIX = '{"level":';

/** Keeps the last warnings and errors of the log. Its lines contain no secrets, because pino has redacted them. */
export class RecentProblems {
  private readonly lines: string[] = [];

  /** Notes a line of the log, a JSON object that begins with its level. */
  note(line: string): void {
    // Most lines are not parsed: the first digit of the level is enough.
    if (!line.startsWith(LEVEL_PREFIX) || Number(line.slice(LEVEL_PREFIX.length, LEVEL_PREFIX.length + 2)) < WARN)
      return;
    if (line.length > MAX_PROBLEM_LINE) return;
    this.lines.push(line);
    if (this.lines.length > MAX_PROBLEMS) this.lines.shift();
  }

  /** Returns the problems, the newest first. */
  list(): LoggedProblem[] {
    return this.lines.map(problemOf).reverse();
  }
}

function problemOf(line: string): LoggedProblem {
  const { level, time, msg, component, err, requestId } = JSON.parse(line) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_PROBLEM_TEXT).toWellFormed() : null);
  return {
    time: new Date(time as string),
    level: (level as number) > WARN ? 'error' : 'warn',
    message: text(msg) ?? '',
    component: text(component),
    error: text((err as { message?: unknown } | undefined)?.message),
    requestId: text(requestId),
  };
}

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
  /** The last warnings and errors that were logged. */
  abstract readonly recentProblems: RecentProblems;
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
  // The error is recognized by its fields, because importing its class would load all of Drizzle before the first log
  // line.
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
const { debug: DEBUG, info: INFO, warn: WARN = 40 } = pino.levels.values;

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
  // The output is opened with the first line, so that a log without lines opens nothing.
  const write = (line: string) => {
    output ??= new LogOutput(STDOUT, (dropped) => written(dropNotice(dropped)));
    output.write(written(line));
  };
  const target = stream ?? { write };
  const options = { level: config.logLevel, base: null, timestamp: isoTime, mixin: traceIds };
  const recentProblems = new RecentProblems();
  const noted = {
    write: (line: string) => {
      recentProblems.note(line);
      target.write(line);
    },
  };
  const log = pino({ ...options, redact, serializers: { err: shownError } }, noted);
  let [logsRequests, logsProbes] = [log.isLevelEnabled('info'), log.isLevelEnabled('debug')];
  const setLevel = (level: LogLevel) => {
    log.level = level;
    [logsRequests, logsProbes] = [log.isLevelEnabled('info'), log.isLevelEnabled('debug')];
  };
  return Object.assign(log, {
    request: (line: RequestLine) => void ((line.isProbe ? logsProbes : logsRequests) && target.write(jsonOf(line))),
    close: async () => output?.close(),
    setLevel,
    recentProblems,
  });
}

type Line = Record<string, unknown> & { level: number; time: string; msg?: string };

const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info ',
  40: styleText('yellow', 'warn '),
  50: styleText('red', 'ERROR'),
};

/**
 * Formats a JSON line of the log for people: local time, level, message, the other members as `name=value`, and stacks
 * on separate lines.
 */
export function textLine(json: string): string {
  const { level, time, msg, component, err, ...fields } = JSON.parse(json) as Line;
  const { stack, ...error } = (err ?? {}) as { stack?: string };
  const head = `${styleText('dim', new Date(time).toTimeString().slice(0, 8))} ${levels[level] ?? level}`;
  const text =
    msg === 'request'
      ? requestText(fields)
      : [component === undefined ? '' : `[${component}] `, msg ?? '', pairs({ ...fields, ...error })].join('');
  return `${head} ${text}${stack === undefined ? '' : `\n${indented(stack)}`}\n`;
}

/** Formats a request: `GET /api/v1/users/me 200 1.4 ms`, with its caller. */
function requestText({ method, path, status, ms, accountId, address, requestId }: Record<string, unknown>): string {
  const color = Number(status) >= 500 ? 'red' : Number(status) >= 400 ? 'yellow' : 'green';
  return `${method} ${path} ${styleText(color, String(status))} ${ms} ms${pairs({ accountId, address, requestId })}`;
}

function pairs(fields: Record<string, unknown>): string {
  const shown = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const texts = shown.map(
    ([name, value]) =>
      ` ${name}=${typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)}`,
  );
  return texts.length === 0 ? '' : styleText('dim', texts.join(''));
}

const indented = (text: string) => text.replace(/^/gm, '    ');
