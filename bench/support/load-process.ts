// The client of load.ts: plain sockets and the least parsing, so that it does not slow the server it shares the machine with.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { LoadOrder, LoadResult } from './load.js';

interface Progress {
  left: number;
  until: number;
  pauseMs: number;
  result: LoadResult;
}

/** Sends one request after another on one connection until nothing is left to send. Answers must carry Content-Length. */
async function keepSending(port: number, request: string, progress: Progress): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  let received = '';
  let sentAt = 0;
  const send = () => {
    if (progress.left <= 0 || performance.now() >= progress.until) return void socket.destroy();
    progress.left -= 1;
    sentAt = performance.now();
    socket.write(request);
  };
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    const head = received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1];
    if (length === undefined) throw new Error(`An answer without Content-Length:\n${received.slice(0, 500)}`);
    if (received.length < head + 4 + Number(length)) return;
    const status = received.slice(9, 12);
    progress.result.statuses[status] = (progress.result.statuses[status] ?? 0) + 1;
    const latency = performance.now() - sentAt;
    progress.result.latencies.push(latency);
    const alike = progress.result.byStatus[status];
    if (alike === undefined) progress.result.byStatus[status] = [latency];
    else alike.push(latency);
    received = '';
    if (progress.pauseMs === 0) send();
    else setTimeout(send, progress.pauseMs);
  });
  send();
  await ended;
}

async function run({ port, requests, count, connections, forMs = Number.POSITIVE_INFINITY, pauseMs = 0 }: LoadOrder): Promise<LoadResult> {
  const started = performance.now();
  const progress: Progress = { left: count, until: started + forMs, pauseMs, result: { statuses: {}, latencies: [], byStatus: {}, took: 0 } };
  await Promise.all(Array.from({ length: connections }, (_, index) => keepSending(port, requests[index % requests.length]!, progress)));
  progress.result.took = performance.now() - started;
  return progress.result;
}

process.on('message', async (order: LoadOrder) => process.send?.(await run(order)));
process.once('disconnect', () => process.exit(0));
