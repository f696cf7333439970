import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { type FailureCode, type OutboundAnswer, OutboundFailure, type OutboundRequest } from '../outbound.js';
import { ConnectFailure } from './guarded-connector.js';

export interface ExchangeOptions extends OutboundRequest {
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Start of the call, by `performance.now()` (ms). */
  startedAt: number;
  timeoutMs: number;
}

const defaultMaxBytes = 65_536;
const defaultKeepBytes = 1_024;

/** One request and its response. Buffers at most `keepBytes` and always settles by its deadline. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<OutboundAnswer>;
  readonly #maxBytes: number;
  readonly #keepBytes: number;
  readonly #timer: NodeJS.Timeout;
  #resolve: (answer: OutboundAnswer) => void;
  #reject: (failure: OutboundFailure) => void;
  #settled = false;
  #controller?: Dispatcher.DispatchController;
  #status = 0;
  #headers: Record<string, string> = {};
  #kept = Buffer.alloc(0);
  #read = 0;

  constructor(private readonly options: ExchangeOptions) {
    this.#maxBytes = options.maxBytes ?? defaultMaxBytes;
    this.#keepBytes = Math.min(options.keepBytes ?? defaultKeepBytes, this.#maxBytes);
    const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>();
    this.answer = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    const late = () => {
      this.#fail('timeout');
      this.#cut();
    };
    this.#timer = setTimeout(late, Math.max(1, options.startedAt + options.timeoutMs - performance.now()));
  }

  startOn(dispatcher: Dispatcher): void {
    if (this.#settled) return;
    const { method, path, headers, body = null } = this.options;
    dispatcher.dispatch({ method, path, headers, body }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The call timed out while it waited for a connection.
    if (this.#settled) this.#cut();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status; // an interim response sets the status first; the final response overwrites it
    this.#headers = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
    );
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    // The chunk is copied, because a slice would keep the whole chunk in memory.
    if (this.#read === 0) this.#kept = Buffer.allocUnsafeSlow(this.#keepBytes);
    if (this.#read < this.#keepBytes) chunk.copy(this.#kept, this.#read);
    this.#read += chunk.length;
    if (this.#read <= this.#maxBytes) return;
    this.#succeed(false);
    this.#cut();
  }

  onResponseEnd(): void {
    this.#succeed(true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(codeOf(error), error instanceof ConnectFailure ? error.cause : error);
  }

  #succeed(complete: boolean): void {
    if (!this.#settle()) return;
    const body = this.#kept.subarray(0, this.#read);
    this.#resolve({ status: this.#status, headers: this.#headers, body, complete, latencyMs: this.#latencyMs() });
  }

  #fail(code: FailureCode, cause?: unknown): void {
    if (!this.#settle()) return;
    this.#reject(new OutboundFailure(code, this.#latencyMs(), cause));
  }

  #settle(): boolean {
    const first = !this.#settled;
    this.#settled = true;
    clearTimeout(this.#timer);
    return first;
  }

  /** Closes the connection, because unread data is left on it. */
  #cut(): void {
    this.#controller?.abort(new Error('Nobody waits for the rest of the answer.'));
  }

  #latencyMs(): number {
    return Math.round(performance.now() - this.options.startedAt);
  }
}

const codes: Record<string, FailureCode> = {
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_INVALID_ARG: 'invalid_request',
  UND_ERR_NOT_SUPPORTED: 'invalid_request',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'invalid_request',
  UND_ERR_DESTROYED: 'stopped',
  UND_ERR_CLOSED: 'stopped',
};

/**
 * Returns the failure code of an error from undici: its parser errors have a name but not always a code, and
 * `ERR_SSL_*` comes from TLS after connecting. All other errors mean that the connection ended.
 */
function codeOf(error: Error & { code?: string }): FailureCode {
  if (error instanceof ConnectFailure) return error.code;
  const code = error.code ?? '';
  if (error.name === 'HTTPParserError') return 'protocol';
  if (code.startsWith('ERR_SSL_')) return 'tls';
  return codes[code] ?? 'reset';
}
