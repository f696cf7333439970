import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** Keeps one connection to the server open for as long as this process needs the server. */
export interface ConnectionKeeper {
  /** Stops reconnecting. Resolves to the connection, which the caller must close; null when it is lost. */
  leave(): Promise<pg.Client | null>;
}

const MAX_PAUSE_MS = 5_000;

/**
 * Keeps a connection open. It shows other processes that this one uses the server, so that none of them stops it as the
 * last client. Its loss shows that the server has died; the first process to notice restarts it.
 */
export function keep(
  first: pg.Client,
  rejoin: () => Promise<pg.Client>,
  log: (line: string) => void,
): ConnectionKeeper {
  let client: pg.Client | null = null;
  let leaving = false;
  let rejoining: Promise<void> = Promise.resolve();

  const hold = (next: pg.Client) => {
    client = next;
    next.once('end', () => {
      client = null;
      if (!leaving) rejoining = recover();
    });
  };

  const recover = async () => {
    log('private PostgreSQL has gone; starting it again');
    for (let pauseMs = 50; !leaving; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        hold(await rejoin());
        return;
      } catch (error) {
        log(`private PostgreSQL does not come back: ${error instanceof Error ? error.message : String(error)}`);
        await wait(pauseMs, undefined, { ref: false });
      }
    }
  };

  hold(first);
  return {
    async leave() {
      leaving = true;
      await rejoining;
      return client;
    },
  };
}
