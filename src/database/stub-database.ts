import type pg from 'pg';
import type { SharesState } from './connection-shares.js';
import type { ConnectionTimes } from './connection-times.js';
import { type Connection, Database, type Orm } from './database.js';

function refuse(): never {
  throw new Error('There is no database here: this process only describes the API.');
}

/** Placeholder for generating the API description, for which the application is built but not run. Every use throws. */
export class StubDatabase extends Database {
  get orm(): Orm {
    return refuse();
  }

  get connection(): Connection {
    return refuse();
  }

  get requestConnections(): SharesState {
    return refuse();
  }

  get connectionTimes(): ConnectionTimes {
    return refuse();
  }

  get isDiskFull(): boolean {
    return refuse();
  }

  get isSilent(): boolean {
    return refuse();
  }

  override async transaction(): Promise<never> {
    return refuse();
  }

  override afterCommit(): void {
    refuse();
  }

  override async query<Row extends pg.QueryResultRow>(): Promise<pg.QueryResult<Row>> {
    return refuse();
  }

  override async ping(): Promise<void> {
    return refuse();
  }

  override async close(): Promise<void> {}
}
