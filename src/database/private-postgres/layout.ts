import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { PrivatePostgresError } from './private-postgres-error.js';

/** Paths of the private server, all in `<data directory>/postgres`, except the socket when the path is very long. */
export interface Layout {
  /** `<data directory>/postgres` */
  home: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  /** Where the Unix socket is; only the server's user (and root) may enter. */
  sockets: string;
  /** Held while a process starts, attaches to or stops the server. */
  lock: string;
  log: string;
}

/** The socket file has this name at this "port", whatever the directory. */
export const port = 5432;
export const socketName = `.s.PGSQL.${port}`;

// sun_path holds 104 bytes on macOS and the BSDs and 108 on Linux, with its final NUL.
const longestSocketPath = 103;

/**
 * Makes the server's home in a data directory where it is missing. Its path comes back without symbolic links:
 * processes that name the directory differently must agree on the socket, and on whether a running server is this
 * directory's.
 */
function makeHome(dataDir: string): string {
  const home = join(dataDir, 'postgres');
  try {
    // Others may pass through, not look: the server's user may not be the owner.
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
 * The layout for a data directory (`SVC_DATA_DIR`), which is made when it does not exist.
 * @throws PrivatePostgresError
 */
export function layoutOf(dataDir: string): Layout {
  const home = makeHome(dataDir);
  const beside = join(home, 'run');
  const fits = Buffer.byteLength(join(beside, socketName)) <= longestSocketPath;
  // All processes that share the data directory must find the same place, so TMPDIR is no help.
  const sockets = fits
    ? beside
    : join('/tmp', `watchfloor-${createHash('sha256').update(home).digest('hex').slice(0, 20)}`);
  return { home, cluster: join(home, 'cluster'), sockets, lock: join(home, 'lock'), log: join(home, 'server.log') };
}

/** Whether a private server ran in the data directory before. Creates nothing. */
export function hasPrivatePostgres(dataDir: string): boolean {
  const home = join(dataDir, 'postgres');
  return existsSync(join(home, 'cluster')) || existsSync(join(home, 'server.log'));
}
