import type pg from 'pg';
import type { Connection } from './database.js';
import { guardedConnection } from './guarded-socket.js';
import { PatientClient } from './patient-client.js';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 1_000;
/** Interval of pings (ms), because a network can silently drop a connection that only listens. */
const PING_MS = 1_000;
const ANSWER_TIMEOUT_MS = 2_000;

const limits = { ...guardedConnection, connectionTimeoutMillis: ANSWER_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS };

/**
 * Listens on channels over a separate connection and reconnects when it is lost. PostgreSQL does not keep notifications
 * that are sent in the meantime: `heard` is therefore also called, without a payload, after each connect, and listeners
 * must also poll.
 * @returns a function that stops listening
 */
export function notificationsOf(
  connection: Connection,
  channels: string | readonly string[],
  heard: (payload?: string) => void,
): () => Promise<void> {
  const names = [channels].flat();
  let closed = false;
  let client: pg.Client | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;

  const retry = () => {
    client = undefined;
    if (closed || timer !== undefined) return;
    timer = setTimeout(open, pauseMs * (0.5 + Math.random()));
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
  };
  const open = async () => {
    timer = undefined;
    const own: pg.Client = new PatientClient({ ...connection, application_name: `watchfloor ${names[0]}`, ...limits });
    client = own;
    let ping: NodeJS.Timeout | undefined;
    own.on('error', () => {}); // the 'end' event follows
    own.once('end', () => {
      clearTimeout(ping);
      retry();
    });
    const watch = async () => {
      try {
        await own.query('select');
        if (client === own && !closed) ping = setTimeout(watch, PING_MS);
      } catch {
        await own.end().catch(() => {});
      }
    };
    own.on('notification', ({ payload }) => heard(payload ?? ''));
    try {
      await own.connect();
      await own.query(names.map((name) => `LISTEN "${name}"`).join('; '));
      pauseMs = FIRST_PAUSE_MS;
      heard();
      ping = setTimeout(watch, PING_MS);
    } catch {
      await own.end().catch(() => {});
      if (client === own) retry();
    }
  };
  void open();
  return async () => {
    closed = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}
