import pg from 'pg';
import { port } from './layout.js';

/** The only role and the only database of a private server. */
export const user = 'watchfloor';
export const database = 'postgres';

/** The application name of the connections that keep the server running. */
export const keeperName = 'watchfloor keeper';

/** `absent`: no server listens. `busy`: a server listens but is not ready (starting, stopping, recovering or stuck). */
export type Probe = { state: 'ready'; client: pg.Client } | { state: 'absent' | 'busy' };

const absentCodes = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * Tries to connect to the server at this socket. Only an answered query counts as ready: a process that accepts
 * connections may still be recovering. The caller must close the client of a `ready` result.
 * @throws the server's error for a permanent refusal, such as EACCES
 */
export async function probe(socketDirectory: string): Promise<Probe> {
  const client = new pg.Client({
    host: socketDirectory,
    port,
    user,
    database,
    application_name: keeperName,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on('error', () => {}); // the 'end' event reports a connection that is lost later
  try {
    await client.connect();
    await client.query('SELECT 1');
    return { state: 'ready', client };
  } catch (error) {
    client.end().catch(() => {});
    const code = (error as { code?: string }).code ?? '';
    if (absentCodes.has(code)) return { state: 'absent' };
    // 28: authentication failed; EACCES: the directory belongs to another user. Waiting would not help.
    if (code.startsWith('28') || code === 'EACCES' || code === 'EPERM') throw error;
    return { state: 'busy' };
  }
}
