// Requests per CPU-second of one, two and four API processes, beside one feed reader and two workers on one PostgreSQL
// and one Redis. All share the cores of this machine, so requests per second grow only as far as the cores allow;
// requests per CPU-second show the cost of one more process. Needs redis-server.
import { readFileSync } from 'node:fs';
import type { ExecutionContext } from 'ava';
import { ownRedis } from '../../test/support/own-redis.js';
import { ProcessClient, sharedEnv } from '../../test/support/process-client.js';
import { startProcess } from '../../test/support/service-process.js';
import { startTestServer } from '../../test/support/test-server.js';
import { Load, wireRequest } from '../support/load.js';
import { median, percentile } from '../support/median.js';
import { sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';

const {
  rounds: ROUNDS,
  processes: PROCESSES,
  windowMs: WINDOW_MS,
} = sizesOf({ usual: { rounds: 5, processes: 4, windowMs: 3_000 }, smoke: { rounds: 1, processes: 2, windowMs: 300 } });
const COUNTS = [1, 2, 4].filter((count) => count <= PROCESSES);
const CONNECTIONS = 24;
/** Clock ticks per second in /proc. */
const TICKS = 100;

const ends: Array<() => unknown> = [];
const t = { teardown: (end: () => unknown) => void ends.push(end) } as unknown as ExecutionContext;
const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const database = new URL(postgres.url);
database.pathname = `/${postgres.template}`;

/** Returns the CPU time of a process so far (s; proc(5): fields 14 and 15). */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

const paths = [
  '/users/me',
  '/markets/quotes?symbol=AAPL.US,MSFT.US',
  '/geospatial/vessels?bbox=3,50,9,54&limit=20',
  '/timeline?limit=20',
];
const rows: string[][] = [];
try {
  const { url: redisUrl } = await ownRedis(t);
  const env = {
    ...sharedEnv,
    SVC_ENV: 'test',
    SVC_DATABASE_URL: database.href,
    SVC_REDIS_URL: redisUrl,
    SVC_LOG_LEVEL: 'warn',
    SVC_CONCURRENCY: '100',
  };
  const start = (roles: string) => startProcess(t, { ...env, SVC_ROLES: roles });
  const first = await start('api,ingest');
  // A worker does not listen on a port, so `startProcess` would wait for it in vain: its promise is ignored.
  for (let count = 0; count < 2; count += 1) void start('worker').catch(() => undefined);
  const apis: Array<typeof first> = [];
  for (let count = 0; count < Math.max(...COUNTS); count += 1) apis.push(await start('api'));
  const { token } = await ProcessClient.at(first);
  const requests = paths.map((path) => wireRequest('GET', `/api/v1${path}`, token));
  const loads = apis.map(() => new Load());
  ends.push(...loads.map((load) => () => load.stop()));

  const window = async (count: number) => {
    const chosen = apis.slice(0, count);
    const before = chosen.map(({ child }) => cpuSeconds(child.pid as number));
    const results = await Promise.all(
      chosen.map(({ url }, index) =>
        (loads[index] as Load).run({
          port: Number(new URL(url).port),
          requests,
          count: Number.MAX_SAFE_INTEGER,
          connections: CONNECTIONS / count,
          forMs: WINDOW_MS,
        }),
      ),
    );
    const cpu = chosen.reduce(
      (sum, { child }, index) => sum + cpuSeconds(child.pid as number) - (before[index] as number),
      0,
    );
    const answered = results.reduce((sum, { statuses }) => sum + (statuses['200'] ?? 0), 0);
    const others = results.reduce((sum, { latencies }) => sum + latencies.length, 0) - answered;
    return {
      perSecond: (answered * 1_000) / WINDOW_MS,
      perCpuSecond: answered / cpu,
      p99: percentile(
        results.flatMap(({ latencies }) => latencies),
        0.99,
      ),
      others,
    };
  };
  const measured = new Map(COUNTS.map((count) => [count, [] as Array<Awaited<ReturnType<typeof window>>>]));
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const count of COUNTS) {
      const one = await window(count);
      if (round > 0) measured.get(count)?.push(one);
    }
  const middle = (count: number, of: (one: Awaited<ReturnType<typeof window>>) => number) =>
    median((measured.get(count) ?? []).map(of));
  for (const count of COUNTS)
    rows.push([
      String(count),
      middle(count, ({ perSecond }) => perSecond).toFixed(0),
      middle(count, ({ perCpuSecond }) => perCpuSecond).toFixed(0),
      (middle(count, ({ perCpuSecond }) => perCpuSecond) / middle(1, ({ perCpuSecond }) => perCpuSecond)).toFixed(2),
      middle(count, ({ p99 }) => p99).toFixed(0),
      middle(count, ({ others }) => others).toFixed(0),
    ]);
} finally {
  for (const end of ends.reverse()) await end();
  await postgres.stop();
}
printTable(['API processes', 'requests/s', 'requests per CPU-second', '÷ one', 'p99 ms', 'not 200'], rows);
