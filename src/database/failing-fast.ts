import pg from 'pg';
import { isDatabaseUnavailable } from './database-errors.js';

export type Client = pg.PoolClient;

/**
 * The client of one transaction. It sends one statement at a time: work that reads several things at once outside of a
 * transaction may also run in one, and the driver's own queue is deprecated. Once a query went unanswered, later ones
 * reject at once with the same error: the driver would queue them behind the unanswered one, so that a transaction
 * would wait for its query and then as long again for its ROLLBACK. Once `retire` was called every query is refused,
 * for by then the connection serves somebody else.
 */
export function failingFast(client: Client): { client: Client; retire: () => void } {
  let lost: Error | undefined;
  let last: Promise<unknown> | undefined;
  const send = async (parameters: [string | pg.QueryConfig, unknown[]?]) => {
    if (lost !== undefined) throw lost;
    try {
      return await client.query(...parameters);
    } catch (error) {
      // An error the server sent is an answer.
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
