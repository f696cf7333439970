import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Binaries } from './binaries.js';
import { type Layout, port } from './layout.js';
import { livingPid, retireStaleFiles } from './postmaster.js';
import { PrivatePostgresError } from './private-postgres-error.js';
import { probe } from './probe.js';
import { logTail } from './server-log.js';
import { chownTo, type ServerUser } from './server-user.js';

/** Timeout of a start (ms). Recovery after a crash replays at most `max_wal_size`; this leaves time for a slow disk. */
export const startPatienceMs = 60_000;

export type Settings = Record<string, string>;

const settings = (layout: Layout): Settings => ({
  listen_addresses: '',
  port: String(port),
  unix_socket_directories: `"${layout.sockets.replaceAll('"', '""')}"`,
  shared_buffers: '64MB',
  max_connections: '100',
  max_wal_size: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and values are users' data and are not logged; callers receive the errors of failed statements anyway.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
});

function launch(binaries: Binaries, layout: Layout, serverUser: ServerUser, extra: Settings): ChildProcess {
  const options = Object.entries({ ...settings(layout), ...extra }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const [program, args] = serverUser.command(binaries.postgres, ['-D', layout.cluster, ...options]);
  const log = openSync(layout.log, 'a', 0o600);
  try {
    // The program is detached, so that it does not receive Ctrl+C of this terminal and can outlive this process.
    return spawn(program, args, {
      ...serverUser.identity,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
}

/**
 * Waits until the server is ready. Resolves to null when it has stopped.
 * @throws PrivatePostgresError when it does neither before `deadline`
 */
export async function awaitServer(layout: Layout, deadline: number): Promise<pg.Client | null> {
  while (performance.now() < deadline) {
    const found = await probe(layout.sockets);
    if (found.state === 'ready') return found.client;
    if (found.state === 'absent' && livingPid(layout) === null) return null;
    await wait(20);
  }
  throw new PrivatePostgresError(
    `The private PostgreSQL is running but has not answered for ${startPatienceMs / 1000} s. See ${layout.log}.`,
  );
}

// Messages of temporary failures: the last backends of a killed server need a moment to end, and PostgreSQL does not
// start until then.
const passing =
  /pre-existing shared memory block|lock file ".*" already exists|could not create any Unix-domain sockets/;

function checkVersion(layout: Layout): void {
  const version = readFileSync(join(layout.cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === '18') return;
  throw new PrivatePostgresError(
    `${layout.cluster} was written by PostgreSQL ${version}, and this is PostgreSQL 18. Move it by dump and restore, or set SVC_DATABASE_URL.`,
  );
}

/**
 * Starts the server and returns a first client. Requires the start lock, and that no server is running.
 * @throws PrivatePostgresError
 */
export async function startServer(
  binaries: Binaries,
  layout: Layout,
  serverUser: ServerUser,
  extra: Settings,
): Promise<pg.Client> {
  checkVersion(layout);
  chownTo(serverUser, layout.cluster);
  const deadline = performance.now() + startPatienceMs;
  for (;;) {
    // A process that has since been killed may have started a server.
    const other = livingPid(layout) === null ? null : await awaitServer(layout, deadline);
    if (other !== null) return other;
    retireStaleFiles(layout);
    const logStart = statSync(layout.log, { throwIfNoEntry: false })?.size ?? 0;
    const child = launch(binaries, layout, serverUser, extra);
    let ended = false;
    const end = () => {
      ended = true;
    };
    child.once('exit', end).once('error', end);
    child.unref();
    while (!ended && performance.now() < deadline) {
      const found = await probe(layout.sockets);
      if (found.state === 'ready') return found.client;
      await wait(10);
    }
    const tail = logTail(layout.log, logStart);
    if (!ended)
      throw new PrivatePostgresError(
        `The private PostgreSQL did not become ready within ${startPatienceMs / 1000} s: ${tail}`,
      );
    if (!passing.test(tail) || performance.now() > deadline)
      throw new PrivatePostgresError(`The private PostgreSQL did not start: ${tail}`);
    await wait(200);
  }
}
