// Cached quotes served per CPU-second of the server, one and fifty per response, compared with Fastify 5 writing the
// same JSON from a Map.
import { startTestServer } from '../../../test/support/test-server.js';
import { Load, wireRequest } from '../../support/load.js';
import { median } from '../../support/median.js';
import { ServerProcess } from '../../support/server-process.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';
import { symbols } from './servers/quote-work.js';

const {
  rounds,
  requests: count,
  connections,
} = sizesOf({
  usual: { rounds: 5, requests: 8_000, connections: 20 },
  smoke: { rounds: 1, requests: 40, connections: 2 },
});

const subjects: Record<string, { module: string; env?: Record<string, string> }> = {
  ours: { module: './servers/quotes-ours.js' },
  fastify: { module: './servers/quotes-fastify.js' },
  'fastify, tokens remembered': { module: './servers/quotes-fastify.js', env: { BENCH_TOKEN_CACHE: 'on' } },
};

const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const database = new URL(postgres.url);
database.pathname = `/${postgres.template}`;
const load = new Load();
const servers = new Map<string, ServerProcess>();
try {
  for (const [name, { module, env }] of Object.entries(subjects)) {
    servers.set(
      name,
      await ServerProcess.start(new URL(module, import.meta.url), { BENCH_DATABASE_URL: database.href, ...env }),
    );
  }
  await compare(1);
  await compare(symbols.length);
} finally {
  for (const server of servers.values()) await server.stop();
  await load.stop();
  await postgres.stop();
}

async function compare(quotes: number): Promise<void> {
  const path = `/api/v1/markets/quotes?symbol=${symbols.slice(0, quotes).join()}`;
  const bytes = new Map<string, number>();
  for (const [name, { port, tokens }] of servers) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${tokens[0]}` },
    });
    const text = await answer.text();
    const { items } = JSON.parse(text) as { items?: unknown[] };
    if (items?.length !== quotes) throw new Error(`${name} answered ${answer.status}, expected ${quotes} quotes`);
    bytes.set(name, text.length);
  }
  const costs = new Map([...servers.keys()].map((name) => [name, [] as number[]]));
  // Round 0 warms up. The servers alternate, so that a slower machine affects all of them.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, server] of servers) {
      const requests = server.tokens.map((token) => wireRequest('GET', path, token));
      const before = await server.cpuMicros();
      const { statuses } = await load.run({ port: server.port, requests, count, connections });
      if (statuses['200'] !== count) throw new Error(`Not every response was 200: ${JSON.stringify(statuses)}`);
      if (round > 0) costs.get(name)?.push(((await server.cpuMicros()) - before) / count);
    }
  }
  const fastify = median(costs.get('fastify') ?? [Number.NaN]);
  console.log(
    `\n${quotes} per response: median of ${rounds} windows of ${count} requests over ${connections} connections`,
  );
  printTable(
    ['server', 'quotes per CPU-second', 'CPU µs per request', 'least', 'most', '÷ Fastify', 'bytes'],
    [...costs].map(([name, each]) => {
      const middle = median(each);
      const [rate, ratio] = [Math.round((quotes * 1_000_000) / middle), (middle / fastify).toFixed(2)];
      return [
        name,
        rate,
        middle.toFixed(1),
        Math.min(...each).toFixed(1),
        Math.max(...each).toFixed(1),
        ratio,
        bytes.get(name) ?? 0,
      ];
    }),
  );
}
