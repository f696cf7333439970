import pg from 'pg';

type Statement = pg.QueryConfig & { query_timeout?: number };
type Callback = (error: unknown, result?: pg.QueryResult) => void;

/**
 * A client whose timeouts of responses take into account that this process itself may have been busy: after a timeout
 * it reads what has arrived meanwhile before the query is rejected. The timers of node-postgres expire before the
 * sockets are read, so after a blocked event loop they reject queries whose response has long arrived.
 */
export class PatientClient extends pg.Client {
  readonly #queryMs: number | undefined;

  constructor({ query_timeout, ...options }: pg.ClientConfig = {}) {
    super(options);
    this.#queryMs = typeof query_timeout === 'number' ? query_timeout : undefined;
  }

  /**
   * Sends a statement, as `query` of node-postgres does; streams are not supported.
   * @throws Error `Query read timeout` without a response within `query_timeout` (ms)
   */
  override query(...parameters: unknown[]): never {
    const [target, values, callback] = parameters as [string | Statement, unknown[]?, Callback?];
    const { query_timeout: timeoutMs = this.#queryMs, ...statement } =
      typeof target === 'string' ? { text: target } : target;
    const sent = super.query(statement, values);
    const response = timeoutMs === undefined ? sent : withinTime(sent, timeoutMs);
    // A pool passes a callback.
    if (callback !== undefined) response.then((result) => callback(undefined, result), callback);
    return response as never;
  }
}

function withinTime<T>(response: Promise<T>, timeoutMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  // Sockets are read after timers and before what `setImmediate` calls.
  const timer = setTimeout(() => setImmediate(() => late.reject(new Error('Query read timeout'))), timeoutMs);
  return Promise.race([response, late.promise]).finally(() => clearTimeout(timer));
}
