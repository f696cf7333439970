import type pg from 'pg';
import { readyBinaries } from './binaries.js';
import { keep } from './connection-keeper.js';
import { initialize, isInitialized, removeLeftovers } from './initialize.js';
import { type Layout, layoutOf, port } from './layout.js';
import { database, probe, user } from './probe.js';
import { boundLog } from './server-log.js';
import { chooseServerUser } from './server-user.js';
import { checkSocketDirectory, makeSocketDirectory } from './socket-directory.js';
import { withStartLock } from './start-lock.js';
import { awaitServer, type Settings, startPatienceMs, startServer } from './start-server.js';
import { isLastClient, stopServer } from './stop-server.js';

/**
 * A use of the private server. Until it is released, no other process stops the server, and a dead server is restarted.
 */
export interface PrivatePostgres {
  /** The `host` for a PostgreSQL client: the directory of the Unix socket. */
  socketDirectory: string;
  port: number;
  user: string;
  database: string;
  how: 'initialized' | 'started' | 'attached';
  /** Releases the use; the last process to do so stops the server. Close all other connections before. */
  release(): Promise<void>;
}

export interface PrivatePostgresOptions {
  /** Folder with `bin`, `lib` and `share`. Default: the folder of the installed package. */
  binariesRoot?: string;
  /** PostgreSQL settings in addition to the built-in ones. */
  settings?: Settings;
}

type Log = (line: string) => void;

// Timeout of the lock (ms), longer than a start or a stop may take, so that waiting processes do not fail first.
const LOCK_TIMEOUT_MS = 2 * startPatienceMs;

/** Ensures that the server runs, and returns a client of it. Requires the start lock. */
async function join(
  layout: Layout,
  options: PrivatePostgresOptions,
  log: Log,
): Promise<{ client: pg.Client; how: PrivatePostgres['how'] }> {
  const fresh = !isInitialized(layout);
  boundLog(layout.log);
  checkSocketDirectory(layout);
  const found = await probe(layout.sockets);
  if (found.state === 'ready') return { client: found.client, how: 'attached' };
  const waited = await awaitServer(layout, performance.now() + startPatienceMs);
  if (waited !== null) return { client: waited, how: 'attached' };
  const binaries = readyBinaries(options.binariesRoot);
  const serverUser = await chooseServerUser(binaries, layout);
  removeLeftovers(layout);
  if (fresh) await initialize(binaries, layout, serverUser);
  makeSocketDirectory(layout, serverUser);
  const client = await startServer(binaries, layout, serverUser, options.settings ?? {});
  log(`private PostgreSQL ${fresh ? 'initialized and started' : 'started'} ${serverUser.says} in ${layout.home}`);
  return { client, how: fresh ? 'initialized' : 'started' };
}

/**
 * Opens the private PostgreSQL of a data directory: initializes it at first, starts it if it is not running, and
 * attaches to it if it is. Safe for concurrent processes; the next call recovers from any killed process.
 *
 * The server listens only on a Unix socket, in a directory that only its user (and root) may enter.
 * @param dataDir the service's data directory; the server uses its folder `postgres`
 * @throws PrivatePostgresError if it cannot run
 */
export async function openPrivatePostgres(
  dataDir: string,
  log: Log,
  options: PrivatePostgresOptions = {},
): Promise<PrivatePostgres> {
  const layout = layoutOf(dataDir);
  const rejoin = () => withStartLock(layout.lock, LOCK_TIMEOUT_MS, () => join(layout, options, log));
  const { client, how } = await rejoin();
  const keeper = keep(client, async () => (await rejoin()).client, log);
  const release = async () => {
    const last = await keeper.leave();
    if (last === null) return; // the server has already stopped
    await withStartLock(layout.lock, LOCK_TIMEOUT_MS, async () => {
      const alone = await isLastClient(last).catch(() => false);
      await last.end().catch(() => {});
      if (alone && !(await stopServer(layout))) log(`private PostgreSQL is still stopping in ${layout.home}`);
    });
  };
  let released: Promise<void> | undefined;
  return { socketDirectory: layout.sockets, port, user, database, how, release: () => (released ??= release()) };
}
