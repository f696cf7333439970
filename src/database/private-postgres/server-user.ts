import { execFile } from 'node:child_process';
import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.js';
import type { Layout } from './layout.js';
import { PrivatePostgresError } from './private-postgres-error.js';

const run = promisify(execFile);

/** The operating system user of the server's programs. PostgreSQL refuses to run as root. */
export interface ServerUser {
  /** Description for the log. */
  says: string;
  /** Required owner of the server's files; null for the current user. */
  owner: { uid: number; gid: number } | null;
  /** User and group for spawning a process. */
  identity: { uid?: number; gid?: number };
  /** Returns the command that runs a program as this user. */
  command(program: string, args: string[]): [string, string[]];
}

const asOurselves: ServerUser = {
  says: 'as this user',
  owner: null,
  identity: {},
  command: (program, args) => [program, args],
};

const asUser = (uid: number, gid: number): ServerUser => ({
  says: `as user ${uid}`,
  owner: { uid, gid },
  identity: { uid, gid },
  command: (program, args) => [program, args],
});

/**
 * Returns a user in a user namespace. Programs appear as `uid` inside it, and outside they run as the user of this
 * process.
 */
const inNamespace = (uid: number, gid: number): ServerUser => ({
  says: `in a user namespace, as user ${uid}`,
  owner: process.getuid?.() === 0 ? { uid: 0, gid: 0 } : null,
  identity: {},
  command: (program, args) => ['unshare', ['--user', `--map-user=${uid}`, `--map-group=${gid}`, program, ...args]],
});

/**
 * Returns true if that user can run the programs and work in the server's directory. Tests it by a command, because
 * mode bits are not decisive.
 */
async function canWork(candidate: ServerUser, binaries: Binaries, layout: Layout): Promise<boolean> {
  // `id -un`: initdb, unlike the server, needs a name for its user id, which an arbitrary user of a container lacks.
  const script =
    '"$1" --version && test -r "$2/share/postgresql/postgres.bki" && cd "$3" && { test -d "$4" || id -un; }';
  const [program, args] = candidate.command('/bin/sh', [
    '-c',
    script,
    'sh',
    binaries.postgres,
    binaries.root,
    layout.home,
    layout.cluster,
  ]);
  return run(program, args, { ...candidate.identity, cwd: '/', timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/** User and group id of `nobody`; macOS and old systems number it differently. */
async function nobody(): Promise<{ uid: number; gid: number }> {
  const ask = async (option: string) => Number((await run('id', [option, 'nobody'])).stdout);
  return { uid: await ask('-u'), gid: await ask('-g') };
}

async function candidatesFor(layout: Layout): Promise<ServerUser[]> {
  const fallback = await nobody().catch(() => ({ uid: 65534, gid: 65534 }));
  if (process.getuid?.() !== 0) return [asOurselves, inNamespace(fallback.uid, fallback.gid)];
  // The existing owner of the cluster or the data directory comes first: root may be administering another user's
  // installation.
  const owners = [layout.cluster, layout.home].flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat && stat.uid !== 0 ? [{ uid: stat.uid, gid: stat.gid }] : [];
  });
  return [...[...owners, fallback].map(({ uid, gid }) => asUser(uid, gid)), inNamespace(fallback.uid, fallback.gid)];
}

/**
 * Chooses the first user that works: the current user (unless root); the owner of the data; `nobody`; a user namespace,
 * for binaries or data in a directory that only root may enter, such as its home.
 * @throws PrivatePostgresError with the remedies if none works
 */
export async function chooseServerUser(binaries: Binaries, layout: Layout): Promise<ServerUser> {
  for (const candidate of await candidatesFor(layout)) if (await canWork(candidate, binaries, layout)) return candidate;
  if (process.getuid?.() !== 0) {
    throw new PrivatePostgresError(
      `The private PostgreSQL does not run on this system for this user (try: ${binaries.postgres} --version; id -un). Set SVC_DATABASE_URL.`,
    );
  }
  throw new PrivatePostgresError(
    `PostgreSQL refuses to run as root, no other user can reach ${binaries.root} and ${layout.home}, and user namespaces (unshare) are not to be had. ` +
      'Either run the service as an ordinary user, or move it and SVC_DATA_DIR to where other users may enter, ' +
      'or set SVC_DATABASE_URL.',
  );
}

/** Makes the user the owner of `path` and of those of its contents that have another owner. */
export function chownTo(serverUser: ServerUser, path: string): void {
  if (serverUser.owner === null) return;
  const { uid, gid } = serverUser.owner;
  const stat = lstatSync(path);
  // ownership is changed as a whole, so the top folder shows whether it is done
  if (stat.uid === uid && stat.gid === gid) return;
  if (stat.isDirectory()) for (const name of readdirSync(path)) chownTo(serverUser, join(path, name));
  lchownSync(path, uid, gid); // the top folder is changed last, so that an interrupted pass starts again
}
