import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { PrivatePostgresError } from './private-postgres-error.js';

/** Paths of the private server, all in `<data directory>/postgres`, except the socket if that path is too long. */
export interface Layout {
  /** The folder `<data directory>/postgres`. */
  home: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  /** Directory of the Unix socket; only the server's user (and root) may enter it. */
  sockets: string;
  /** Lock file that a process locks while it starts, attaches to or stops the server. */
  lock: string;
  log: string;
}

/** PostgreSQL names the socket file after the port; the private server listens on no TCP port. */
export const port = 5432;
export const socketName = `.s.PGSQL.${port}`;

// The longest path of a Unix socket: sun_path has 104 bytes on macOS and the BSDs and 108 on Linux, with the final NUL.
const longestSocketPath = 103;

/**
 * Creates the server's folder in a data directory if it is missing. Returns its path without symbolic links: processes
 * that name the directory differently must agree on the socket, and on whether a running server belongs to this
 * directory.
 */
function makeHome(dataDir: string): string {
  const home = join(dataDir, 'postgres');
  try {
    // Other users may traverse the folder but not list it: the server's user may not be the owner.
    mkdirSync(home, { recursive: true, mode: 0o711 });
    return realpathSync(home);
  } catch (error) {
    throw new PrivatePostgresError(
      `${home} could not be made: ${(error as Error).message}. Let this user write there, or set another SVC_DATA_DIR.`,
      error,
    );
  }
}

/**
 * Returns the layout for a data directory (`SVC_DATA_DIR`), which is created if it does not exist.
 * @throws PrivatePostgresError
 */
export function layoutOf(dataDir: string): Layout {
  const home = makeHome(dataDir);
  const beside = join(home, 'run');
  const fits = Buffer.byteLength(join(beside, socketName)) <= longestSocketPath;
  // TMPDIR is not used, because all processes that share the data directory must find the same path.
  const sockets = fits
    ? beside
    : join('/tmp', `watchfloor-${createHash('sha256').update(home).digest('hex').slice(0, 20)}`);
  return { home, cluster: join(home, 'cluster'), sockets, lock: join(home, 'lock'), log: join(home, 'server.log') };
}

/** Returns true if a private server ran in the data directory before. Creates nothing. */
export function hasPrivatePostgres(dataDir: string): boolean {
  const home = join(dataDir, 'postgres');
  return existsSync(join(home, 'cluster')) || existsSync(join(home, 'server.log'));
}
