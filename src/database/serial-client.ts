import pg from 'pg';
import { isDatabaseUnavailable } from './database-errors.js';

export type Client = pg.PoolClient;

/**
 * Wraps the client of one transaction:
 * - It sends one statement at a time. Work may start several queries in parallel, and the driver's own queue is
 *   deprecated.
 * - After a query without a response, later queries reject at once with the same error. Otherwise the driver would
 *   queue them, and a transaction would wait for its query and then as long again for its ROLLBACK.
 * - After `retire` every query is rejected, because the connection then serves other work.
 */
export function failingFast(client: Client): { client: Client; retire: () => void } {
  let lost: Error | undefined;
  let last: Promise<unknown> | undefined;
  const send = async (parameters: [string | pg.QueryConfig, unknown[]?]) => {
    if (lost !== undefined) throw lost;
    try {
      return await client.query(...parameters);
    } catch (error) {
      // An error that the server sent is a response.
      if (error instanceof Error && isDatabaseUnavailable(error) && !(error instanceof pg.DatabaseError)) lost = error;
      throw error;
    }
  };
  const query = (...parameters: [string | pg.QueryConfig, unknown[]?]) => {
    const next = () => send(parameters);
    const result = last === undefined ? next() : last.then(next, next);
    last = result;
    return result;
  };
  return {
    client: Object.create(client, { query: { value: query } }) as Client,
    retire: () => {
      lost = new Error('This transaction has ended. Whatever is part of it must be awaited within it.');
    },
  };
}
