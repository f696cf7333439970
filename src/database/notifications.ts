import pg from 'pg';
import type { Connection } from './database.js';
import { guardedConnection } from './guarded-socket.js';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 1_000;
/** How often the server is asked whether it is there (ms): a network can drop a connection that only listens without a word. */
const PING_MS = 1_000;
const ANSWER_TIMEOUT_MS = 2_000;

const limits = { ...guardedConnection, connectionTimeoutMillis: ANSWER_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS };

/**
 * Listens on a channel over a connection of its own, and connects again by itself when that is lost. What is sent meanwhile is lost, as
 * PostgreSQL keeps no notifications: `heard` is also called, without a payload, after each connection, and whoever listens must look by
 * themselves now and then.
 * @returns ends it
 */
export function notificationsOf(connection: Connection, channel: string, heard: (payload?: string) => void): () => Promise<void> {
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
    const own = new pg.Client({ ...connection, application_name: `watchfloor ${channel}`, ...limits });
    client = own;
    let ping: NodeJS.Timeout | undefined;
    own.on('error', () => {}); // 'end' follows
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
      await own.query(`LISTEN "${channel}"`);
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
