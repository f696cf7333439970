import type pg from 'pg';
import type { Connection } from './database.js';
import { guardedConnection } from './guarded-socket.js';
import { PatientClient } from './patient-client.js';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 1_000;
/** Interval of pings (ms), because a network can silently drop a connection that only listens. */
const PING_MS = 1_000;
const ANSWER_TIMEOUT_MS = 2_000;

/** Options of a listener that must know until when it has missed nothing. */
export interface ListenOptions {
  /** Interval of pings (ms). */
  pingMs?: number;
  /**
   * Called after each answered ping with the time at which it was sent, by `performance.now()` (ms). Every
   * notification from before this time has been passed to `heard`, because PostgreSQL sends notifications before the
   * answer.
   */
  confirmed?: (sentAt: number) => void;
}

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
  { pingMs = PING_MS, confirmed }: ListenOptions = {},
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
        const sentAt = performance.now();
        await own.query('select');
        if (client !== own || closed) return;
        confirmed?.(sentAt);
        ping = setTimeout(watch, pingMs);
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
      ping = setTimeout(watch, pingMs);
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
