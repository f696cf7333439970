import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * `count` requests in all, over `connections` keep-alive connections. Each connection sends its next request when the
 * previous one is answered.
 */
export interface LoadOrder {
  port: number;
  /** Whole requests as they go over the wire; connection n sends the one at n modulo their number. */
  requests: string[];
  count: number;
  connections: number;
  /** Stop after this long (ms), whatever `count` says. */
  forMs?: number;
  /** Pause (ms) of a connection between a response and its next request; none if omitted. */
  pauseMs?: number;
  /** Whether the client waits for as long as `Retry-After` of a response says. */
  honorsRetryAfter?: boolean;
}

export interface LoadResult {
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Latency of each response, in ms. */
  latencies: number[];
  /** Latencies by status (ms). */
  byStatus: Record<string, number[]>;
  /** Latencies of responses with status 503, by the code of the problem. */
  byCode: Record<string, number[]>;
  /** ms */
  took: number;
  /** Delay of the client's own event loop (ms), 99th percentile: latencies include this much of the client's own. */
  ownDelayP99: number;
  /** The fraction of a CPU core that the client used. */
  ownCpu: number;
}

/** A client in a process of its own, so that its work is not counted as the server's. */
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

/** A request as bytes. A body is sent as JSON. */
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
