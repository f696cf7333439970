import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Layout } from './layout.js';
import { isServer, livingPid } from './postmaster.js';
import { keeperName } from './probe.js';
import { removeSocketDirectory } from './socket-directory.js';

const stopPatienceMs = 30_000;

interface Company {
  keepers: boolean;
  others: boolean;
}

/**
 * Returns true if `keeper` is the only client. Waits a moment for sessions that are closing or whose client was killed.
 */
export async function isLastClient(keeper: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const company = await keeper.query<Company>(
      `SELECT count(*) > 0 AS others, count(*) FILTER (WHERE application_name = $1) > 0 AS keepers
         FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      [keeperName],
    );
    if (company.rows[0]?.others !== true) return true;
    if (company.rows[0].keepers && attempt >= 4) return false;
    await wait(20);
  }
  return false;
}

/**
 * Shuts the server down: sessions are closed and a checkpoint is written. Requires the start lock.
 * @returns false when it is still running after 30 s; the next process to open it waits for its end
 */
export async function stopServer(layout: Layout): Promise<boolean> {
  const pid = livingPid(layout);
  if (pid === null) return true;
  try {
    process.kill(pid, 'SIGINT'); // PostgreSQL's "fast shutdown"
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  const deadline = performance.now() + stopPatienceMs;
  // The pid file is removed a moment before the process ends.
  while (isServer(layout, pid)) {
    if (performance.now() > deadline) return false;
    await wait(10);
  }
  removeSocketDirectory(layout);
  return true;
}
