import { getConstructionPlans } from 'pg-boss';

/** Database schema of the job queue. */
export const QUEUE_SCHEMA = 'jobs';

const BEGIN = /^\s*BEGIN;/;
const COMMIT = /COMMIT;\s*$/;
const VERSION = /INSERT INTO jobs\.version\(version\) VALUES \('(\d+)'\)/;

/**
 * Returns the statements that create the tables of the job queue within a transaction of the caller, and the version of
 * the schema.
 */
export function queueSchema(): { statements: string; version: number } {
  const plan = getConstructionPlans(QUEUE_SCHEMA);
  const version = VERSION.exec(plan)?.[1];
  if (version === undefined || !BEGIN.test(plan) || !COMMIT.test(plan))
    throw new Error('pg-boss creates its tables in an unknown manner.');
  // The plan's own transaction would commit the caller's transaction. Its timeouts are meant for creating tables, not
  // for filling them.
  const statements = `${plan.replace(BEGIN, '').replace(COMMIT, '')}; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;`;
  return { statements, version: Number(version) };
}
