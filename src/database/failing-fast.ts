import pg from 'pg';
import { isDatabaseUnavailable } from './database-errors.js';

export type Client = pg.PoolClient;

/**
 * The client, but for this: once a query went unanswered, later ones reject at once with the same error. The driver would queue them
 * behind the unanswered one, so that a transaction would wait for its query and then as long again for its ROLLBACK.
 */
export function failingFast(client: Client): Client {
  let lost: Error | undefined;
  const query = async (...parameters: [string | pg.QueryConfig, unknown[]?]) => {
    if (lost !== undefined) throw lost;
    try {
      return await client.query(...parameters);
    } catch (error) {
      // An error the server sent is an answer.
      if (error instanceof Error && isDatabaseUnavailable(error) && !(error instanceof pg.DatabaseError)) lost = error;
      throw error;
    }
  };
  return Object.create(client, { query: { value: query } }) as Client;
}
