// Server CPU time per request: Watchfloor, Fastify 5 with the same work per request, and Koa and node:http without that
// work.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer } from '../../test/support/test-server.js';
import { Load, wireRequest } from '../support/load.js';
import { median } from '../support/median.js';
import { ServerProcess } from '../support/server-process.js';
import { onlyParts, sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';
import { order } from './servers/work.js';

const {
  rounds,
  requests: count,
  connections,
} = sizesOf({
  usual: { rounds: 7, requests: 20_000, connections: 20 },
  smoke: { rounds: 1, requests: 40, connections: 2 },
});

const only = onlyParts();

// A trace collector that discards the traces it receives.
const traces = createServer((request, response) =>
  request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')),
);
await once(traces.listen(0, '127.0.0.1'), 'listening');
const { port: tracesPort } = traces.address() as AddressInfo;

const subjects: Record<string, { module: string; env?: Record<string, string> }> = {
  ours: { module: './servers/ours.js' },
  'ours, one in ten traced': {
    module: './servers/ours.js',
    env: { BENCH_TRACES_URL: `http://127.0.0.1:${tracesPort}` },
  },
  fastify: { module: './servers/fastify.js' },
  'fastify, tokens remembered': { module: './servers/fastify.js', env: { BENCH_TOKEN_CACHE: 'on' } },
  'koa, no duties': { module: './servers/koa.js' },
  'node:http, no duties': { module: './servers/bare.js' },
};
const calls = {
  GET: (token?: string) => wireRequest('GET', '/api/v1/bench/prices/AAPL.US', token),
  POST: (token?: string) => wireRequest('POST', '/api/v1/bench/orders', token, order),
};

const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const database = new URL(postgres.url);
database.pathname = `/${postgres.template}`;
const load = new Load();
const servers = new Map<string, ServerProcess>();
try {
  for (const [name, { module, env }] of Object.entries(subjects)) {
    if (only.length > 0 && !only.includes(name)) continue;
    servers.set(
      name,
      await ServerProcess.start(new URL(module, import.meta.url), { BENCH_DATABASE_URL: database.href, ...env }),
    );
  }
  for (const [method, requestOf] of Object.entries(calls)) await compare(method, requestOf);
} finally {
  for (const server of servers.values()) await server.stop();
  await load.stop();
  await postgres.stop();
  traces.close();
}

async function compare(method: string, requestOf: (token?: string) => string): Promise<void> {
  const costs = new Map([...servers.keys()].map((name) => [name, [] as number[]]));
  // Round 0 warms up. The servers alternate, so that a slower machine affects all of them.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, server] of servers) {
      const cost = await costOf(server, requestOf);
      if (round > 0) costs.get(name)!.push(cost);
    }
  }
  const [ours, fastify, bare] = ['ours', 'fastify', 'node:http, no duties'].map((name) =>
    median(costs.get(name) ?? [Number.NaN]),
  );
  console.log(
    `\n${method}: CPU per request, median of ${rounds} windows of ${count} requests over ${connections} connections`,
  );
  printTable(
    ['server', 'µs', 'least', 'most', '÷ node:http', '÷ Fastify', '÷ ours'],
    [...costs].map(([name, each]) => {
      const middle = median(each);
      return [
        name,
        middle.toFixed(1),
        Math.min(...each).toFixed(1),
        Math.max(...each).toFixed(1),
        (middle / bare!).toFixed(2),
        (middle / fastify!).toFixed(2),
        (middle / ours!).toFixed(2),
      ];
    }),
  );
  if (servers.size > 1)
    console.log(
      `aims: ours ÷ Fastify ${(ours! / fastify!).toFixed(2)} (≤ 1), ours ÷ node:http ${(ours! / bare!).toFixed(2)} (≤ 2.2)`,
    );
}

/** Returns the server's CPU time per request in one window (µs). */
async function costOf(server: ServerProcess, requestOf: (token?: string) => string): Promise<number> {
  const requests = server.tokens.length === 0 ? [requestOf()] : server.tokens.map(requestOf);
  const before = await server.cpuMicros();
  const { statuses } = await load.run({ port: server.port, requests, count, connections });
  if (statuses['200'] !== count) throw new Error(`Not every answer was 200: ${JSON.stringify(statuses)}`);
  return ((await server.cpuMicros()) - before) / count;
}
