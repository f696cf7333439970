import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Sends `count` requests in all, over `connections` keep-alive connections. Each connection sends its next request when
 * it has the response to the previous one.
 */
export interface LoadOrder {
  port: number;
  /** Whole requests as text; connection n sends the request at n modulo their number. */
  requests: string[];
  count: number;
  connections: number;
  /** Maximum duration (ms), even if fewer than `count` requests were sent; unlimited if omitted. */
  forMs?: number;
  /** Pause of a connection between a response and its next request (ms). Default: 0. */
  pauseMs?: number;
  /** Whether the client waits for the seconds of `Retry-After` before its next request. Default: false. */
  honorsRetryAfter?: boolean;
}

export interface LoadResult {
  /** Number of responses by status. */
  statuses: Record<string, number>;
  /** Latency of each response (ms). */
  latencies: number[];
  /** Latencies by status (ms). */
  byStatus: Record<string, number[]>;
  /** Latencies of responses with status 503, by the code of the problem. */
  byCode: Record<string, number[]>;
  /** Duration of the load (ms). */
  took: number;
  /**
   * Delay of the client's own event loop (ms), 99th percentile. Latencies include up to this much delay of the client.
   */
  ownDelayP99: number;
  /** The fraction of a CPU core that the client used. */
  ownCpu: number;
}

/** A client in its own process, so that its work is not counted as the server's. */
export class Load {
  private readonly child: ChildProcess = fork(new URL('./load-process.js', import.meta.url), {
    stdio: 'inherit',
    serialization: 'advanced',
  });

  async run(order: LoadOrder): Promise<LoadResult> {
    this.child.send(order);
    const [result] = (await once(this.child, 'message')) as [LoadResult];
    return result;
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }
}

/** Returns a request as text. A body is sent as JSON. */
export function wireRequest(method: string, path: string, token: string | undefined, body?: object): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Accept: */*',
    'User-Agent: watchfloor-bench',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`]),
  ];
  return `${headers.join('\r\n')}\r\n\r\n${content}`;
}
