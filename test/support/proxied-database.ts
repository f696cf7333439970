import type { ExecutionContext } from 'ava';
import type { Database } from '../../src/database/database.js';
import { type ChaosProxy, chaosProxy } from './chaos-proxy.js';
import { createTestDatabase } from './test-database.js';

export interface ProxiedDatabase {
  /** Connection through the proxy. */
  connection: { host: string; port: number; user: string; database: string };
  proxy: ChaosProxy;
  /** The same database, without the proxy. */
  healthy: Database;
}

/** Creates a database behind a proxy that simulates faults. The test closes its connections in its own teardown. */
export async function proxiedDatabase(t: ExecutionContext): Promise<ProxiedDatabase> {
  const { url, database: healthy, drop } = await createTestDatabase();
  const target = new URL(url);
  const socketDirectory = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const proxy = await chaosProxy(
    socketDirectory === null ? { host: target.hostname, port } : { path: `${socketDirectory}/.s.PGSQL.${port}` },
  );
  t.teardown(async () => {
    await proxy.close();
    await drop();
  });
  return {
    connection: { host: '127.0.0.1', port: proxy.port, user: target.username, database: target.pathname.slice(1) },
    proxy,
    healthy,
  };
}
