// CPU time of the rate limiter per request (memory store), and the memory of a hundred thousand windows. Run with
// --expose-gc.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import { MemoryWindowStore } from '../../src/http/rate-limit/memory-window-store.js';
import { rateLimit } from '../../src/http/rate-limit/rate-limit.js';
import { SystemClock } from '../../src/time/clock.js';
import { sizesOf } from '../support/sizes.js';

const { rounds, calls, windows } = sizesOf({
  usual: { rounds: 7, calls: 200_000, windows: 100_000 },
  smoke: { rounds: 1, calls: 100, windows: 100 },
});
const accounts = Array.from(
  { length: 1_000 },
  (_, index) => `0197f5a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
);
const store = new MemoryWindowStore(new SystemClock());
let at = 0;
const middleware = rateLimit({
  store,
  max: 1_000_000,
  durationMs: 60_000,
  namespace: 'api',
  id: () => accounts[at++ % accounts.length]!,
});

const request = new IncomingMessage(new Socket());
const ctx = new Koa().createContext(request, new ServerResponse(request));
const next = async () => {};

/** Returns the CPU time per call of `work` (µs). */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < calls; count += 1) {
    ctx.state = { requestId: '', receivedTick: 0 };
    await work();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

const figures = { limiter: [] as number[], empty: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  figures.empty.push(await measure(async () => next()));
  figures.limiter.push(await measure(async () => middleware(ctx, next)));
}
const median = (values: number[]) => values.sort((one, other) => one - other)[values.length >> 1]!;
console.log(`limiter: ${(median(figures.limiter) - median(figures.empty)).toFixed(2)} µs CPU per call`);

globalThis.gc?.();
const heap = process.memoryUsage().heapUsed;
const many = new MemoryWindowStore(new SystemClock());
for (let count = 0; count < windows; count += 1)
  many.hit(`api:0197f5a0-0000-7000-8000-${String(count).padStart(12, '0')}`, 60_000);
globalThis.gc?.();
console.log(`windows: ${((process.memoryUsage().heapUsed - heap) / 1e6).toFixed(1)} MB for ${many.size}`);
