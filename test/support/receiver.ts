import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** Body of the request, unchanged. */
  body: Buffer;
  /** Time of arrival, by `performance.now()`. */
  at: number;
}

type Reply = (response: ServerResponse, received: Received) => void;

export const replyWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Reply =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** A reply that never comes. */
export const hang: Reply = () => {};

/** A webhook receiver for tests, which keeps requests and replies as the test says. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Sets the later replies, for every path or for one. Default: 204. */
  reply(reply: Reply, path?: string): void;
  /** Resolves when `count` requests have arrived. */
  count(count: number, timeoutMs?: number): Promise<void>;
}

/** Starts a receiver on a free port of loopback, until the test ends. */
export async function receiverFor(t: ExecutionContext): Promise<Receiver> {
  const received: Received[] = [];
  const replies = new Map<string | undefined, Reply>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        path: request.url as string,
        headers: request.headers,
        body: Buffer.concat(chunks),
        at: performance.now(),
      };
      received.push(one);
      (replies.get(one.path) ?? replies.get(undefined) ?? replyWith(204))(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const count = async (wanted: number, timeoutMs = 60_000) => {
    const deadline = performance.now() + timeoutMs;
    while (received.length < wanted) {
      if (performance.now() > deadline) throw new Error(`${received.length} came, not ${wanted}`);
      await wait(10);
    }
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    reply: (reply, path) => void replies.set(path, reply),
    count,
  };
}
