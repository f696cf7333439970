import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Layout } from './layout.js';
import { PrivatePostgresError } from './private-postgres-error.js';
import { chownTo, type ServerUser } from './server-user.js';

/**
 * The socket directory may lie in /tmp, where anyone could have put one before us, with a server in it that is not
 * ours. So before anything is said to a socket in it: a directory of ours or of the cluster's owner, closed to others,
 * or none at all.
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
 * Makes the socket directory and gives it to the server's user, who owns the cluster by now.
 * @throws PrivatePostgresError
 */
export function makeSocketDirectory(layout: Layout, serverUser: ServerUser): void {
  mkdirSync(layout.sockets, { recursive: true, mode: 0o700 });
  checkSocketDirectory(layout);
  chownTo(serverUser, layout.sockets);
}

/** Removes the socket directory of a stopped server where it lies outside the data directory. */
export function removeSocketDirectory(layout: Layout): void {
  if (dirname(layout.sockets) === layout.home) return;
  rmSync(layout.sockets, { recursive: true, force: true });
}
