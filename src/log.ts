import { type DestinationStream, destination, pino } from 'pino';
import type { ServiceConfig } from './config/service-config.js';

/** What is written of every request. */
export interface RequestLine {
  requestId: string;
  method: string;
  /** Without the query: queries can hold what nobody should read later. */
  path: string;
  /** The route's template; undefined when no route fits. */
  route: string | undefined;
  status: number;
  ms: number;
  accountId: string | undefined;
  address: string;
}

/** Where lines go. One JSON object a line on standard output; every line of a request carries its `requestId`. */
export abstract class Log {
  abstract debug(fields: object, message?: string): void;
  abstract info(fields: object, message?: string): void;
  abstract warn(fields: object, message?: string): void;
  abstract error(fields: object, message?: string): void;
  /** The line of a request that was answered. Its fields are named, so they are not searched for secrets, which would cost as much as routing. */
  abstract request(line: RequestLine): void;
  /** Writes what is buffered; call before exiting. */
  abstract flush(): void;
}

// Nothing that lets someone in may be logged, wherever a careless object puts it.
const secrets = ['password', 'newPassword', 'currentPassword', 'secret', 'token', 'accessToken', 'authorization', 'cookie'];
const redact = { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' };

/** Lines are gathered for up to 200 ms: one system call a request would cost more than the request. */
export function createLog(config: Pick<ServiceConfig, 'logLevel'>, stream?: DestinationStream): Log {
  const target = stream ?? destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
  const options = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const plain = pino(options, target);
  return Object.assign(pino({ ...options, redact }, target), { request: (line: RequestLine) => plain.info(line, 'request') });
}
