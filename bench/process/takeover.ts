// The time until the second of two processes leads and reads all sources, by the kind of failure of the leader. Needs
// redis-server.
import { setTimeout as wait } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import pg from 'pg';
import { type ChaosProxy, chaosProxy } from '../../test/support/chaos-proxy.js';
import { type FeedServer, feedServer } from '../../test/support/feed-server.js';
import { ownRedis } from '../../test/support/own-redis.js';
import { sharedEnv } from '../../test/support/process-client.js';
import { type ServiceProcess, startProcess } from '../../test/support/service-process.js';
import { startTestServer } from '../../test/support/test-server.js';
import { median } from '../support/median.js';
import { sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';

const SOURCES = 4;
const { runs: USUAL_RUNS, causes: CAUSES } = sizesOf({
  usual: { runs: 5, causes: 4 },
  smoke: { runs: 1, causes: 1 },
});
const RUNS = Number(process.env.BENCH_RUNS ?? USUAL_RUNS);
const LIMIT_MS = 60_000;

const ends: Array<() => unknown> = [];
const t = { teardown: (end: () => unknown) => void ends.push(end) } as unknown as ExecutionContext;
const postgres = await startTestServer(process.env.TEST_DATABASE_URL);
const database = new URL(postgres.url);
database.pathname = `/${postgres.template}`;

/** A process that connects to the database through its own proxy. */
interface Member {
  service: ServiceProcess;
  proxy: ChaosProxy;
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const endsAt = performance.now() + LIMIT_MS; !(await isTrue()); await wait(10))
    if (performance.now() > endsAt) throw new Error(`Not so: ${isTrue}`);
}

const causes: Record<string, (victim: Member) => unknown> = {
  SIGTERM: ({ service }) => service.child.kill('SIGTERM'),
  SIGKILL: ({ service }) => service.child.kill('SIGKILL'),
  SIGSTOP: ({ service }) => service.child.kill('SIGSTOP'),
  'lost database connection': ({ proxy }) => proxy.refuse(),
};
const times = Object.keys(causes)
  .slice(0, CAUSES)
  .map((cause) => ({ cause, leads: [] as number[], reads: [] as number[] }));

try {
  const { url: redisUrl } = await ownRedis(t);
  const receivers: FeedServer[] = [];
  for (let source = 0; source < SOURCES; source += 1) receivers.push(await feedServer(t, () => {}));
  const socketDirectory = database.searchParams.get('host');
  const port = Number(database.port || 5432);
  const target =
    socketDirectory === null ? { host: database.hostname, port } : { path: `${socketDirectory}/.s.PGSQL.${port}` };
  const observer = new pg.Client({ connectionString: database.href });
  await observer.connect();
  ends.push(() => observer.end());
  const count = async (query: string) => Number((await observer.query<{ count: string }>(query)).rows[0]?.count);
  /** Returns the number of source leases of each database session that holds at least one. */
  const shares = async () =>
    (
      await observer.query<{ count: number }>(
        `select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = 7267 group by pid`,
      )
    ).rows;
  const leader = async () =>
    (
      await observer.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and (classid, objid) = (0, 7265) and granted`,
      )
    ).rows[0]?.pid;

  const start = async (): Promise<Member> => {
    const proxy = await chaosProxy(target);
    ends.push(() => proxy.close());
    const url = new URL(database);
    url.searchParams.delete('host');
    url.host = `127.0.0.1:${proxy.port}`;
    const sources = receivers.map((receiver) => `tcp://127.0.0.1:${receiver.port}`).join();
    const env = {
      ...sharedEnv,
      SVC_LOG_LEVEL: 'warn',
      SVC_DATABASE_URL: url.href,
      SVC_REDIS_URL: redisUrl,
      SVC_ADSB_SOURCES: sources,
    };
    return { service: await startProcess(t, env), proxy };
  };

  let [leading, other] = [await start(), await start()];
  for (const { cause, leads, reads } of times) {
    for (let run = 0; run < RUNS; run += 1) {
      await until(async () => (await shares()).length === 2 && receivers.every(({ open }) => open === 1));
      const [before, connections] = [
        await leader(),
        receivers.reduce((sum, receiver) => sum + receiver.connections, 0),
      ];
      const victims = SOURCES / 2;
      const startedAt = performance.now();
      await causes[cause]?.(leading);
      const lead = until(async () => ![before, undefined].includes(await leader())).then(() =>
        leads.push(performance.now() - startedAt),
      );
      const read = until(async () => {
        const isOne =
          (await count(`select count(*) from pg_locks where locktype = 'advisory' and classid = 7267`)) === SOURCES &&
          (await shares()).length === 1;
        return isOne && receivers.reduce((sum, receiver) => sum + receiver.connections, 0) >= connections + victims;
      }).then(() => reads.push(performance.now() - startedAt));
      await Promise.all([lead, read]);
      leading.service.child.kill('SIGKILL');
      await leading.service.exit;
      if (cause === times.at(-1)?.cause && run === RUNS - 1) break;
      [leading, other] = [other, await start()];
    }
  }
} finally {
  for (const end of ends.reverse()) await end();
  await postgres.stop();
}

printTable(
  [`ms, median of ${RUNS}`, 'leads', 'most', 'reads all sources', 'most'],
  times.map(({ cause, leads, reads }) => [
    cause,
    ...[leads, reads].flatMap((values) => [median(values).toFixed(0), Math.max(...values).toFixed(0)]),
  ]),
);
console.log('aim: all sources read within 15 s');
