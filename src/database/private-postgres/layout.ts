import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';

/** Where the private server keeps what. All of it lies in `<data directory>/postgres`, but for the socket of a very long path. */
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

/** The layout for a data directory (`SVC_DATA_DIR`). */
export function layoutOf(dataDir: string): Layout {
  const home = join(resolve(dataDir), 'postgres');
  const beside = join(home, 'run');
  const fits = Buffer.byteLength(join(beside, socketName)) <= longestSocketPath;
  // All processes that share the data directory must find the same place, so TMPDIR is no help.
  const sockets = fits ? beside : join('/tmp', `watchfloor-${createHash('sha256').update(home).digest('hex').slice(0, 20)}`);
  return { home, cluster: join(home, 'cluster'), sockets, lock: join(home, 'lock'), log: join(home, 'server.log') };
}
