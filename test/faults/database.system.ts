import { randomUUID } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { layoutOf, port } from '../../src/database/private-postgres/layout.js';
import { livingPid } from '../../src/database/private-postgres/postmaster.js';
import { database, user } from '../../src/database/private-postgres/probe.js';
import { settlesWithin } from '../support/in-time.js';
import { eventually, ProcessClient, sharedEnv } from '../support/process-client.js';
import { processes } from '../support/processes.js';
import { dataDirectory, startProcess } from '../support/service-process.js';

/**
 * Maximum duration of a request (ms), successful or not. Requests must also succeed again within this time after the
 * database is back.
 */
const LIMIT_MS = 5_000;

test('X02–X04: while the database restarts, is frozen or read-only, requests get a 503 within 5 s, and no write is lost or made twice', async (t) => {
  const { service, client, postgres } = await withDatabase(t);
  const ledger = new Map<string, string>();
  const unexpected: unknown[] = [];
  let refused = 0;
  let isOver = false;
  t.teardown(() => {
    isOver = true;
  });
  const write = async (title: string, key: string): Promise<number> => {
    const asked = client.post(service, '/timeline/notes', { title }, { 'idempotency-key': key });
    const isInTime = settlesWithin(LIMIT_MS, asked);
    const { status, json, headers } = await asked;
    if (!(await isInTime)) unexpected.push(`${title} took longer than ${LIMIT_MS} ms`);
    if (status === 201) ledger.set(title, json.id);
    else if (status === 503) refused += 1;
    else if (status !== 409) unexpected.push(status);
    if (status === 503 && headers.get('retry-after') === null) unexpected.push('no Retry-After');
    return status;
  };
  const writer = async (name: number) => {
    for (let count = 0; !isOver; count += 1) {
      const [title, key] = [`${name}-${count}`, randomUUID()];
      while (!ledger.has(title)) {
        await write(title, key);
        await wait(20);
      }
    }
  };
  /** Checks that requests succeed again in time: at least eight more writes. */
  const servedAgain = async (what: string) => {
    const before = ledger.size;
    t.true(
      await settlesWithin(
        LIMIT_MS,
        eventually(() => ledger.size >= before + 8),
      ),
      what,
    );
  };
  const writers = Array.from({ length: 4 }, (_, name) => writer(name));
  await eventually(() => ledger.size > 4);

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const before = postgres.pid();
    process.kill(before, signal);
    await eventually(() => postgres.pid() !== before && !Number.isNaN(postgres.pid()));
    await servedAgain(`restarted after ${signal}`);
  }
  t.true(refused > 0, 'requests met the restarts');

  // Stops every process of the server: the kernel still accepts connections, but nothing responds.
  refused = 0;
  for (const pid of postgres.family()) process.kill(pid, 'SIGSTOP');
  t.teardown(() => postgres.family().forEach((pid) => void process.kill(pid, 'SIGCONT')));
  await eventually(() => refused >= 4);
  t.is((await client.get(service, '/health')).status, 200, 'the process lives');
  t.is((await client.get(service, '/health/ready')).status, 503);
  for (const pid of postgres.family()) process.kill(pid, 'SIGCONT');
  await servedAgain('thawed');

  // Simulates a failover to a standby that is not promoted yet: the database is read-only.
  await postgres.query(`alter database "${database}" set default_transaction_read_only = on`);
  await postgres.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'watchfloor%' and pid <> pg_backend_pid()`,
  );
  refused = 0;
  await eventually(() => refused >= 4);
  t.is((await client.get(service, '/timeline/notes')).status, 200, 'reads are served');
  await postgres.query(`alter database "${database}" reset default_transaction_read_only`);
  await postgres.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'watchfloor%' and pid <> pg_backend_pid()`,
  );
  await servedAgain('writable again');

  isOver = true;
  await Promise.all(writers);
  t.deepEqual(unexpected, []);
  const stored = (await postgres.query<{ id: string; title: string }>('select id, title from timeline_notes')).map(
    ({ id, title }) => `${title} ${id}`,
  );
  t.deepEqual(
    stored.sort(),
    Array.from(ledger, ([title, id]) => `${title} ${id}`).sort(),
    'each acknowledged write is stored, once',
  );
  const [{ count } = { count: 0 }] = await postgres.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where application_name = 'watchfloor'`,
  );
  t.true(count <= 16, `${count} connections of the two pools`);
});

/** Starts the service as a process with its own embedded database and an operator. */
async function withDatabase(t: ExecutionContext) {
  const directory = dataDirectory(t);
  chmodSync(directory, 0o711);
  const service = await startProcess(t, { ...sharedEnv, SVC_DATA_DIR: directory });
  const client = await ProcessClient.at(service);
  const layout = layoutOf(directory);
  const connection = { host: layout.sockets, port, user, database, options: '-c default_transaction_read_only=off' };
  const pid = () => livingPid(layout) ?? Number.NaN;
  return {
    service,
    client,
    postgres: {
      pid,
      family: () => {
        const postmaster = pid();
        return processes().flatMap((row) => (row.pid === postmaster || row.parent === postmaster ? [row.pid] : []));
      },
      query: async <Row>(text: string): Promise<Row[]> => {
        const one = new pg.Client(connection);
        await one.connect();
        try {
          return (await one.query(text)).rows;
        } finally {
          await one.end();
        }
      },
    },
  };
}
