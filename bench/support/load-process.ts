// The client process of load.ts. It uses plain sockets and parses as little as possible, so that it does not slow the
// server on the same machine.
import { once } from 'node:events';
import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { LoadOrder, LoadResult } from './load.js';

const DELAY_RESOLUTION_MS = 5;
/** Number of characters kept from the end of a response, enough for its problem document. */
const KEPT_CHARACTERS = 2_000;

interface Progress {
  left: number;
  until: number;
  pauseMs: number;
  honorsRetryAfter: boolean;
  result: LoadResult;
}

/** A response as it arrives. Only the end of a long body is kept. */
class Answer {
  head = '';
  private rest = '';
  private left = 0;
  private isChunked = false;

  get status(): string {
    return this.head.slice(9, 12);
  }

  /** The last KEPT_CHARACTERS of the body, or the whole of a shorter one. */
  get shown(): string {
    return this.rest;
  }

  /** Adds received text. @returns whether the response is complete */
  take(chunk: string): boolean {
    let body = chunk;
    if (this.head === '') {
      this.rest += chunk;
      const end = this.rest.indexOf('\r\n\r\n');
      if (end < 0) return false;
      this.head = this.rest.slice(0, end);
      body = this.rest.slice(end + 4);
      this.rest = '';
      const length = /\r\ncontent-length: (\d+)/i.exec(this.head)?.[1];
      this.isChunked = /\r\ntransfer-encoding: chunked/i.test(this.head);
      if (length === undefined && !this.isChunked) throw new Error(`An answer of unknown length:\n${this.head}`);
      this.left = Number(length ?? 0);
    }
    this.rest = (this.rest + body).slice(-KEPT_CHARACTERS);
    this.left -= body.length;
    return this.isChunked ? this.rest.endsWith('\r\n0\r\n\r\n') : this.left <= 0;
  }

  clear(): void {
    this.head = '';
    this.rest = '';
  }
}

/**
 * Sends one request after another on one connection until the count or the time is used up. Responses must have
 * Content-Length or be chunked.
 */
async function keepSending(port: number, request: string, progress: Progress): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  const answer = new Answer();
  let sentAt = 0;
  const send = () => {
    if (progress.left <= 0 || performance.now() >= progress.until) return void socket.destroy();
    progress.left -= 1;
    sentAt = performance.now();
    socket.write(request);
  };
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    if (!answer.take(chunk)) return;
    const { status, head, shown } = answer;
    progress.result.statuses[status] = (progress.result.statuses[status] ?? 0) + 1;
    const latency = performance.now() - sentAt;
    progress.result.latencies.push(latency);
    add(progress.result.byStatus, status, latency);
    const code = /"code":"(\w+)"/.exec(status === '503' ? shown : '')?.[1];
    if (code !== undefined) add(progress.result.byCode, code, latency);
    answer.clear();
    const pause = pauseAfter(head, progress);
    if (pause === 0) send();
    else setTimeout(send, pause);
  });
  send();
  await ended;
}

function add(lists: Record<string, number[]>, key: string, value: number): void {
  const list = lists[key];
  if (list === undefined) lists[key] = [value];
  else list.push(value);
}

/** Returns the pause before the next request (ms). */
function pauseAfter(answer: string, { pauseMs, honorsRetryAfter, until }: Progress): number {
  const seconds = honorsRetryAfter ? /\r\nretry-after: (\d+)/i.exec(answer)?.[1] : undefined;
  if (seconds === undefined) return pauseMs;
  return Math.min(Number(seconds) * 1_000, Math.max(0, until - performance.now()));
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const {
    port,
    requests,
    count,
    connections,
    forMs = Number.POSITIVE_INFINITY,
    pauseMs = 0,
    honorsRetryAfter = false,
  } = order;
  const started = performance.now();
  const cpu = process.cpuUsage();
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  const result: LoadResult = {
    statuses: {},
    latencies: [],
    byStatus: {},
    byCode: {},
    took: 0,
    ownDelayP99: 0,
    ownCpu: 0,
  };
  const progress: Progress = { left: count, until: started + forMs, pauseMs, honorsRetryAfter, result };
  await Promise.all(
    Array.from({ length: connections }, (_, index) => keepSending(port, requests[index % requests.length]!, progress)),
  );
  delay.disable();
  const { user, system } = process.cpuUsage(cpu);
  const took = performance.now() - started;
  // The histogram holds nanoseconds, and its values include its own sampling interval.
  return {
    ...result,
    took,
    ownDelayP99: Math.max(0, delay.percentile(99) / 1e6 - DELAY_RESOLUTION_MS),
    ownCpu: (user + system) / 1e3 / took,
  };
}

process.on('message', async (order: LoadOrder) => process.send?.(await run(order)));
process.once('disconnect', () => process.exit(0));
