import { Socket } from 'node:net';
import type pg from 'pg';

/**
 * The socket of a connection to PostgreSQL. What its bytes make the driver throw, as bytes of no PostgreSQL do, ends
 * this connection; it would end the process.
 */
class GuardedSocket extends Socket {
  /** When bytes last came (`performance.now()`). */
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

/**
 * Options of every connection to PostgreSQL: a socket as above, which asks a silent peer after five seconds whether it
 * is there.
 */
export const guardedConnection = {
  stream: (): Socket => new GuardedSocket(),
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
};

/** Time of the last data from the server on this connection (`performance.now()`); 0 when unknown, as over TLS. */
export function receivedAt(client: pg.ClientBase): number {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  return stream instanceof GuardedSocket ? stream.receivedAt : 0;
}
