// The cost that the guard adds to a call (CPU time of this process per call, compared with undici's bare `request`),
// and the memory and open sockets that remain after calls to five thousand different origins. Run with --expose-gc.
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Agent, request } from 'undici';
import { GuardedOutbound } from '../../src/upstream/outbound/guarded-outbound.js';
import { order } from '../http/servers/work.js';
import { median } from '../support/median.js';
import { ServerProcess } from '../support/server-process.js';
import { sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';

const { rounds, calls, origins } = sizesOf({
  usual: { rounds: 7, calls: 5_000, origins: 5_000 },
  smoke: { rounds: 1, calls: 40, origins: 20 },
});
const atATime = 20;

const body = JSON.stringify(order);
const headers = { 'content-type': 'application/json' };
const guard = () =>
  new GuardedOutbound({
    allow: ['127.0.0.1'],
    ports: [443],
    plainHttp: false,
    userAgent: 'Watchfloor/bench',
    resolve: async () => ['127.0.0.1'],
  });
const bareAgent = () =>
  new Agent({
    pipelining: 1,
    allowH2: false,
    connect: { lookup: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]) },
  });

/** Makes one call and reads the response to its end. */
type Send = (url: string) => Promise<unknown>;
const byGuard =
  (outbound: GuardedOutbound): Send =>
  (url) =>
    outbound.send({ method: 'POST', url, body, headers });
const byUndici =
  (dispatcher: Agent): Send =>
  async (url) =>
    (await request(url, { method: 'POST', body, headers, dispatcher })).body.text();

/** Calls each URL once, `atATime` calls at a time. */
async function run(send: Send, urls: readonly string[]): Promise<void> {
  let at = 0;
  const work = async () => {
    for (let url = urls[at++]; url !== undefined; url = urls[at++]) await send(url);
  };
  await Promise.all(Array.from({ length: atATime }, work));
}

/** Returns the CPU time (user and system) of this process per call (µs). */
async function costOf(send: Send, urls: readonly string[]): Promise<number> {
  const before = process.cpuUsage();
  await run(send, urls);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / urls.length;
}

let open = 0;
subscribe('undici:client:connected', (message) => {
  open += 1;
  (message as { socket: Socket }).socket.once('close', () => {
    open -= 1;
  });
});

/**
 * Calls each URL.
 * @returns the growth of the heap and of the resident memory (MB), and the number of sockets still open
 */
async function remainsOf(send: Send, urls: readonly string[]): Promise<number[]> {
  globalThis.gc?.();
  const before = process.memoryUsage();
  await run(send, urls);
  const left = open;
  globalThis.gc?.();
  const after = process.memoryUsage();
  return [(after.heapUsed - before.heapUsed) / 1e6, (after.rss - before.rss) / 1e6, left];
}

const peer = await ServerProcess.start(new URL('../http/servers/bare.js', import.meta.url));
const [outbound, agent] = [guard(), bareAgent()];
const subjects: Record<string, Send> = { 'the guard': byGuard(outbound), 'undici request': byUndici(agent) };
const same = Array<string>(calls).fill(`http://127.0.0.1:${peer.port}/`);
const costs = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]));
// Round 0 warms up. The two clients alternate, so that a slower machine affects both.
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, send] of Object.entries(subjects)) {
    const cost = await costOf(send, same);
    if (round > 0) costs.get(name)!.push(cost);
  }
}
await outbound.close();
await agent.close();
const bare = median(costs.get('undici request')!);
console.log(
  `A POST on a kept connection: CPU µs of the caller, median of ${rounds} windows of ${calls} calls, ${atATime} at a time`,
);
printTable(
  ['by', 'µs', 'least', 'most', '÷ undici'],
  [...costs].map(([name, each]) => [
    name,
    ...[median(each), Math.min(...each), Math.max(...each)].map((micros) => micros.toFixed(1)),
    (median(each) / bare).toFixed(2),
  ]),
);

const distinct = Array.from({ length: origins }, (_, index) => `http://hook-${index}.example:${peer.port}/`);
console.log(`\n${origins} origins, one POST each`);
const [bounded, unbounded] = [guard(), bareAgent()];
const rows: Array<[string, number[]]> = [
  ['the guard', await remainsOf(byGuard(bounded), distinct)],
  ['the guard, again', await remainsOf(byGuard(bounded), distinct)],
  ['undici request', await remainsOf(byUndici(unbounded), distinct)],
];
printTable(
  ['by', 'heap + MB', 'rss + MB', 'open'],
  rows.map(([name, [heap = 0, rss = 0, left = 0]]) => [name, heap.toFixed(1), rss.toFixed(1), left]),
);
await bounded.close();
await unbounded.destroy();
await peer.stop();
