import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Layout } from './layout.js';
import { PrivatePostgresError } from './private-postgres-error.js';
import { chownTo, type ServerUser } from './server-user.js';

/**
 * Checks the socket directory. It may be in /tmp, where another user could have created it before, with a server of
 * their own. So before a connection is made, the directory must be owned by this user or the cluster's owner and closed
 * to others, or must not exist.
 * @throws PrivatePostgresError
 */
export function checkSocketDirectory(layout: Layout): void {
  const found = lstatSync(layout.sockets, { throwIfNoEntry: false });
  if (found === undefined) return;
  const owners = [process.getuid?.() ?? found.uid, lstatSync(layout.cluster, { throwIfNoEntry: false })?.uid];
  if (found.isDirectory() && (found.mode & 0o077) === 0 && owners.includes(found.uid)) return;
  throw new PrivatePostgresError(
    `${layout.sockets} must be a directory of the server's user that nobody else may enter. Remove it and start again.`,
  );
}

/**
 * Creates the socket directory and makes the server's user, who already owns the cluster, its owner.
 * @throws PrivatePostgresError
 */
export function makeSocketDirectory(layout: Layout, serverUser: ServerUser): void {
  mkdirSync(layout.sockets, { recursive: true, mode: 0o700 });
  checkSocketDirectory(layout);
  chownTo(serverUser, layout.sockets);
}

/** Removes the socket directory of a stopped server if it is outside the data directory. */
export function removeSocketDirectory(layout: Layout): void {
  if (dirname(layout.sockets) === layout.home) return;
  rmSync(layout.sockets, { recursive: true, force: true });
}
