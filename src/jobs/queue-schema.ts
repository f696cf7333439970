import { getConstructionPlans } from 'pg-boss';

/** The schema of the job queue in the database. */
export const QUEUE_SCHEMA = 'jobs';

const BEGIN = /^\s*BEGIN;/;
const COMMIT = /COMMIT;\s*$/;
const VERSION = /INSERT INTO jobs\.version\(version\) VALUES \('(\d+)'\)/;

/**
 * Returns the statements that create the tables of the job queue inside a transaction of the caller, and their version.
 */
export function queueSchema(): { statements: string; version: number } {
  const plan = getConstructionPlans(QUEUE_SCHEMA);
  const version = VERSION.exec(plan)?.[1];
  if (version === undefined || !BEGIN.test(plan) || !COMMIT.test(plan))
    throw new Error('pg-boss creates its tables in an unknown manner.');
  // Its own transaction would commit ours. Its timeouts are for creating tables, not for filling them.
  const statements = `${plan.replace(BEGIN, '').replace(COMMIT, '')}; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;`;
  return { statements, version: Number(version) };
}
