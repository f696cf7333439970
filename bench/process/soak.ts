// The whole service with its simulators at 60 % of what it can answer: whether memory, handles and latency stay as they are (case X12).
// BENCH_MINUTES: how long, 2 unless given; 30 before a release.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessClient, sharedEnv } from '../../test/support/process-client.js';
import { startTestServer } from '../../test/support/test-server.js';
import { Load, wireRequest } from '../support/load.js';
import { percentile } from '../support/median.js';
import { ServiceProcess } from '../support/service-process.js';
import { printTable } from '../support/table.js';

const MINUTES = Number(process.env.BENCH_MINUTES ?? 2);
const PARTS = 10;
const CONNECTIONS = 8;
const SHARE = 0.6;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

const directory = mkdtempSync(join(tmpdir(), 'watchfloor-soak-'));
const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const database = new URL(postgres.url);
database.pathname = `/${postgres.template}`;
const { SVC_NEWS_SOURCES: _, ...env } = sharedEnv;
const service = await ServiceProcess.start(directory, { ...env, SVC_DATABASE_URL: database.href, SVC_LOG_LEVEL: 'warn' });
const load = new Load();

const usage = () => ({
  memory: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1_000,
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
  const { token } = await ProcessClient.at(service);
  const requests = [
    '/api/v1/markets/quotes?symbol=AAPL.US,BTC-USD.CC,EURUSD.FOREX',
    '/api/v1/geospatial/vessels?bbox=-10,40,20,60&limit=50',
    '/api/v1/timeline?limit=20',
    '/api/v1/news?limit=20',
    '/api/v1/users/me',
  ].map((path) => wireRequest('GET', path, token));
  const order = { port: Number(new URL(service.url).port), requests, count: NO_LIMIT, connections: CONNECTIONS };
  await load.run({ ...order, forMs: 5_000 });
  const full = await load.run({ ...order, forMs: 5_000 });
  const capacity = full.latencies.length / (full.took / 1_000);
  // A connection sends `1 / period` requests a second, and waits for what is left of its period after an answer.
  const periodMs = (CONNECTIONS * 1_000) / (SHARE * capacity);
  const pauseMs = Math.max(0, periodMs - percentile(full.latencies, 0.5) / 2);

  const parts = [];
  for (let part = 0; part < PARTS; part += 1) {
    const { latencies, statuses, took } = await load.run({ ...order, forMs: (MINUTES * 60_000) / PARTS, pauseMs });
    parts.push({ ...usage(), rate: latencies.length / (took / 1_000), p99: percentile(latencies, 0.99), failed: latencies.length - (statuses['200'] ?? 0) });
  }
  printTable(
    ['part', 'requests/s', 'p99 ms', 'failed', 'RSS MB', 'open files', 'threads'],
    parts.map(({ rate, p99, failed, memory, files, threads }, index) => [
      ...[`${index + 1}`, rate.toFixed(0), p99.toFixed(1), failed, memory.toFixed(0), files, threads],
    ]),
  );
  const settled = parts.slice(PARTS / 2);
  const perMinute = slope(settled.map(({ memory }) => memory)) / (MINUTES / PARTS);
  console.log(`capacity ${capacity.toFixed(0)} requests/s; in the second half RSS changes by ${perMinute.toFixed(2)} MB a minute`);
  console.log(`p99 of the last part is ${((parts.at(-1)?.p99 ?? 0) / (parts[0]?.p99 ?? 1)).toFixed(2)} times that of the first`);
  console.log('aim over 30 minutes: less than 1 MB a minute, at most 1.2 times, files and threads constant');
} finally {
  await load.stop();
  await service.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
