// Runs the whole service with its simulators at 60 % of its measured capacity, and reports whether memory, handles and
// latency stay constant. The run has ten parts of equal length. BENCH_MINUTES: duration (default: 2; 30 before a
// release). BENCH_RATE: fixed rate in requests per second instead of the 60 %, for a machine that others also use.
// BENCH_SNAPSHOTS: directory for heap snapshots after the third and the last part.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessClient, sharedEnv } from '../../test/support/process-client.js';
import { startTestServer } from '../../test/support/test-server.js';
import { Load, wireRequest } from '../support/load.js';
import { percentile } from '../support/median.js';
import { ProcessMemory } from '../support/process-memory.js';
import { ServiceProcess } from '../support/service-process.js';
import { sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';

const {
  minutes: USUAL_MINUTES,
  parts: PARTS,
  warmMs: WARM_MS,
} = sizesOf({ usual: { minutes: 2, parts: 10, warmMs: 5_000 }, smoke: { minutes: 0.02, parts: 3, warmMs: 300 } });
const MINUTES = Number(process.env.BENCH_MINUTES ?? USUAL_MINUTES);
const CONNECTIONS = 8;
const SHARE = 0.6;
const { BENCH_RATE, BENCH_SNAPSHOTS } = process.env;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

const directory = mkdtempSync(join(tmpdir(), 'watchfloor-soak-'));
const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const database = new URL(postgres.url);
database.pathname = `/${postgres.template}`;
const { SVC_NEWS_SOURCES: _, ...env } = sharedEnv;
const service = await ServiceProcess.start(directory, {
  ...env,
  SVC_DATABASE_URL: database.href,
  SVC_LOG_LEVEL: 'warn',
  NODE_OPTIONS: '--inspect=127.0.0.1:0',
});
const memory = await ProcessMemory.at(service.inspectors).catch(async (error: unknown) => {
  await service.stop();
  throw error;
});
const load = new Load();

const usage = () => ({
  rss: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1_000,
  files: readdirSync(`/proc/${service.pid}/fd`).length,
  threads: readdirSync(`/proc/${service.pid}/task`).length,
});

/** The slope of the values over their index, by least squares. */
function slope(values: readonly number[]): number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [middle, level] = [(values.length - 1) / 2, mean(values)];
  const squares = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  return values.reduce((sum, value, index) => sum + (index - middle) * (value - level), 0) / squares;
}

try {
  const paths = [
    '/api/v1/markets/quotes?symbol=AAPL.US,BTC-USD.CC,EURUSD.FOREX',
    '/api/v1/geospatial/vessels?bbox=-10,40,20,60&limit=50',
    '/api/v1/timeline?limit=20',
    '/api/v1/news?limit=20',
    '/api/v1/users/me',
  ];
  /** Returns the requests with a new access token, which is valid for 15 minutes. */
  const requestsNow = async () => {
    const { token } = await ProcessClient.at(service);
    return paths.map((path) => wireRequest('GET', path, token));
  };
  const order = {
    port: Number(new URL(service.url).port),
    requests: await requestsNow(),
    count: NO_LIMIT,
    connections: CONNECTIONS,
  };
  await load.run({ ...order, forMs: WARM_MS });
  const full = BENCH_RATE === undefined ? await load.run({ ...order, forMs: WARM_MS }) : undefined;
  const capacity = full === undefined ? undefined : full.latencies.length / (full.took / 1_000);
  // Each connection sends one request every `periodMs`: it pauses for the rest of the period after each response. The
  // latency at this load is assumed to be half of the latency at full load.
  const periodMs = (CONNECTIONS * 1_000) / (capacity === undefined ? Number(BENCH_RATE) : SHARE * capacity);
  const pauseMs = Math.max(0, periodMs - percentile(full?.latencies ?? [0], 0.5) / 2);

  const parts = [];
  for (let part = 0; part < PARTS; part += 1) {
    const { latencies, statuses, took } = await load.run({
      ...order,
      requests: await requestsNow(),
      forMs: (MINUTES * 60_000) / PARTS,
      pauseMs,
    });
    parts.push({
      ...usage(),
      ...(await memory.live()),
      rate: latencies.length / (took / 1_000),
      p99: percentile(latencies, 0.99),
      failed: latencies.length - (statuses['200'] ?? 0),
    });
    if (BENCH_SNAPSHOTS !== undefined && (part === 2 || part === PARTS - 1))
      await memory.snapshot(join(BENCH_SNAPSHOTS, `soak-${part + 1}.heapsnapshot`));
  }
  printTable(
    ['part', 'requests/s', 'p99 ms', 'failed', 'RSS MB', 'heap MB', 'external MB', 'open files', 'threads'],
    parts.map(({ rate, p99, failed, rss, heap, external, files, threads }, index) => [
      ...[
        `${index + 1}`,
        rate.toFixed(0),
        p99.toFixed(1),
        failed,
        rss.toFixed(0),
        heap.toFixed(1),
        external.toFixed(1),
        files,
        threads,
      ],
    ]),
  );
  const settled = parts.slice(PARTS / 2);
  const perMinute = (values: number[]) => (slope(values) / (MINUTES / PARTS)).toFixed(2);
  if (capacity !== undefined) console.log(`capacity ${capacity.toFixed(0)} requests/s`);
  console.log(
    `in the second half RSS changes by ${perMinute(settled.map(({ rss }) => rss))} MB a minute, the heap after a garbage collection by ${perMinute(settled.map(({ heap }) => heap))}`,
  );
  console.log(
    `p99 of the last part is ${((parts.at(-1)?.p99 ?? 0) / (parts[0]?.p99 ?? 1)).toFixed(2)} times that of the first`,
  );
  console.log('aim over 30 minutes: less than 1 MB a minute, at most 1.2 times, files and threads constant');
} finally {
  memory.close();
  await load.stop();
  await service.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
