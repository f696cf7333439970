import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.js';
import type { Layout } from './layout.js';
import { PrivatePostgresError } from './private-postgres-error.js';
import { user } from './probe.js';
import { chownTo, type ServerUser } from './server-user.js';

const run = promisify(execFile);
const prefix = 'initialising-';

/**
 * Returns true if the cluster exists. It is created by a rename, so it exists completely or not at all.
 * @throws PrivatePostgresError when it is missing although a server ran here before, as with a volume that is not
 * mounted
 */
export function isInitialized(layout: Layout): boolean {
  if (existsSync(join(layout.cluster, 'PG_VERSION'))) return true;
  // The log appears with the first start of a server, which follows the initialization.
  if (!existsSync(layout.log)) return false;
  throw new PrivatePostgresError(
    `The database is missing: a private PostgreSQL ran in ${layout.home} before, but ${layout.cluster} is empty or gone. ` +
      `Mount its volume or restore a backup. To begin with an empty database, delete ${layout.home}.`,
  );
}

/**
 * Removes the directories of interrupted initializations. Each initialization uses its own directory, because the
 * initdb of a killed process may still be writing; a directory that cannot be removed now is removed at a later start.
 * Requires the start lock.
 */
export function removeLeftovers(layout: Layout): void {
  for (const name of readdirSync(layout.home).filter((entry) => entry.startsWith(prefix))) {
    try {
      rmSync(join(layout.home, name), { recursive: true, force: true });
    } catch {
      // The directory is still being written to.
    }
  }
}

/**
 * Creates the cluster: UTF-8, code point order (the same on all systems), checksums, flushed to disk. Requires the
 * start lock.
 * @throws PrivatePostgresError when `initdb` fails
 */
export async function initialize(binaries: Binaries, layout: Layout, serverUser: ServerUser): Promise<void> {
  const fresh = join(layout.home, `${prefix}${randomBytes(6).toString('hex')}`);
  mkdirSync(fresh, { mode: 0o700 });
  chownTo(serverUser, fresh);
  // `trust` is safe because the file mode of the socket directory admits only the server's user and root.
  const options = [
    '-D',
    fresh,
    '-U',
    user,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  const [program, args] = serverUser.command(binaries.initdb, options);
  try {
    await run(program, args, {
      ...serverUser.identity,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      maxBuffer: 4 * 1024 * 1024,
    });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    const said = String((error as { stderr?: unknown }).stderr ?? '').trim();
    throw new PrivatePostgresError(`The private PostgreSQL could not be initialized in ${layout.home}: ${said}`, error);
  }
  rmSync(layout.cluster, { recursive: true, force: true }); // a directory without PG_VERSION contains no cluster
  renameSync(fresh, layout.cluster);
  // initdb flushed the files, but not the rename.
  const home = openSync(layout.home, 'r');
  fsyncSync(home);
  closeSync(home);
}
