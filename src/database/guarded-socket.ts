import { Socket } from 'node:net';
import type pg from 'pg';

/**
 * The socket of a connection to PostgreSQL. If the PostgreSQL driver throws on received bytes, which happens only with
 * a peer that is not PostgreSQL, the error ends this connection instead of the process.
 */
class GuardedSocket extends Socket {
  /** Time of the last received bytes, by `performance.now()`. */
  receivedAt = 0;

  override on(event: string, listener: (...values: never[]) => void): this {
    if (event !== 'data') return super.on(event, listener as never);
    return super.on(event, ((bytes: never) => {
      this.receivedAt = performance.now();
      try {
        listener(bytes);
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error);
        this.destroy(
          Object.assign(new Error(`The database sent what cannot be read: ${cause}`), { code: 'ECONNABORTED' }),
        );
      }
    }) as never);
  }
}

/** Options of every connection to PostgreSQL: a `GuardedSocket` with TCP keep-alive after five seconds of silence. */
export const guardedConnection = {
  stream: (): Socket => new GuardedSocket(),
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
};

/**
 * Returns the time of the last data from the server on this connection, by `performance.now()`; 0 when unknown, as over
 * TLS.
 */
export function receivedAt(client: pg.ClientBase): number {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  return stream instanceof GuardedSocket ? stream.receivedAt : 0;
}
