/** The names that this process holds, and the holders of all names. */
export interface LeaseShare {
  held: ReadonlySet<string>;
  /** Held names that are assigned to another process; this process should give them up. */
  surplus: readonly string[];
  /** The process that holds each name; names without a holder are missing. */
  holders: ReadonlyMap<string, string>;
  /** Number of processes that can take at least one name. */
  processes: number;
}

/**
 * Distributes names over the processes of a database: each name is held by at most one process, and processes that can
 * take it hold similar numbers of names.
 */
export abstract class Leases {
  /** This process as other processes see it: `host:pid`. */
  abstract readonly process: string;

  /**
   * Announces the names that this process can take, and takes the free ones that are assigned to it. Call it at least
   * every `LEASE_PERIOD_MS`: some seconds after the last call, the held names become free. Never rejects.
   * @param lost called once when the database connection, and with it all held names, are lost
   * @returns undefined while the database is unreachable
   */
  abstract renew(names: readonly string[], lost: () => void): Promise<LeaseShare | undefined>;

  /** Releases names. Never rejects. */
  abstract giveUp(names: readonly string[]): Promise<void>;

  /** Releases all names and the connection. Never rejects. */
  abstract release(): Promise<void>;
}

/** Leases of the shards of evaluations, distributed separately from the leases of feeds. */
export abstract class EvaluationLeases extends Leases {}

/** Interval at which leases are renewed (ms). */
export const LEASE_PERIOD_MS = 2_000;
