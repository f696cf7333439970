import type { Pool } from 'undici';
import { UpstreamError } from '../upstream-error.js';
import type { UpstreamAnswer } from '../upstreams.js';
import { type CallBody, callOnce } from './http-call.js';

const CONNECTIONS = 16;
const CONNECT_MS = 5_000;
const IDLE_MS = 10_000;
const MAX_HEADER_BYTES = 16_384;

export interface CallLimits {
  timeoutMs: number;
  maxBytes: number;
  asBytes?: boolean;
  /** The body; the call is then a POST. */
  body?: CallBody;
  signal?: AbortSignal;
}

/** The connections to one vendor. The HTTP library is loaded with the first call and not at the start. */
export class Connections {
  private readonly base: URL;
  private readonly underWay = new Set<AbortController>();
  private pool?: Pool;
  private closed = false;

  constructor(
    baseUrl: string,
    private readonly userAgent: string,
  ) {
    this.base = new URL(baseUrl);
  }

  /**
   * Sends a call to the vendor.
   * @param path appended to the path of the base URL.
   * @throws UpstreamError and nothing else
   */
  async call(
    path: string,
    headers: Record<string, string>,
    { timeoutMs, maxBytes, asBytes, body, signal }: CallLimits,
  ): Promise<UpstreamAnswer> {
    const abort = new AbortController();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      abort.abort();
    }, timeoutMs);
    const leave = () => abort.abort();
    signal?.addEventListener('abort', leave);
    this.underWay.add(abort);
    try {
      const pool = await this.open();
      if (signal?.aborted) throw new UpstreamError('stopped');
      const whole = this.base.pathname.replace(/\/+$/, '') + path;
      const sent = { 'user-agent': this.userAgent, 'accept-encoding': 'gzip, br', ...headers };
      return await callOnce(pool, { path: whole, headers: sent, maxBytes, asBytes, body, signal: abort.signal });
    } catch (error) {
      if (isLate) throw new UpstreamError('timeout');
      if (abort.signal.aborted) throw new UpstreamError('stopped');
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      this.underWay.delete(abort);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const call of this.underWay) call.abort();
    await this.pool?.destroy();
  }

  private async open(): Promise<Pool> {
    const { Pool } = await import('undici');
    if (this.closed) throw new UpstreamError('stopped');
    this.pool ??= new Pool(this.base.origin, {
      connections: CONNECTIONS,
      pipelining: 1,
      allowH2: false,
      connectTimeout: CONNECT_MS,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The library's own time limits are off, because the caller limits the time of the whole call.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return this.pool;
  }
}
