/** The names that this process alone holds, and the holders of the others. */
export interface LeaseShare {
  held: ReadonlySet<string>;
  /** Held here, and to be given up: another process is to have them, or this one cannot use them any more. */
  surplus: readonly string[];
  /** The process that holds each held name. */
  holders: ReadonlyMap<string, string>;
  /** Number of processes that can take names. */
  processes: number;
}

/**
 * Shares names out among the processes of a database: each is held by at most one, and all of those that can take it
 * have about as many.
 */
export abstract class Leases {
  /** This process, as the others see it: `host:pid`. */
  abstract readonly process: string;

  /**
   * Announces the names that this process can take, and takes its share of those that are free. To be called at least
   * every `LEASE_PERIOD_MS`:
   * what a process holds is free some seconds after its last call. Never rejects.
   * @param lost called once when the database connection ends, and with it what was held
   * @returns undefined while the database is unreachable
   */
  abstract renew(names: readonly string[], lost: () => void): Promise<LeaseShare | undefined>;

  /** Never rejects. */
  abstract giveUp(names: readonly string[]): Promise<void>;

  /** Gives everything up. Never rejects. */
  abstract release(): Promise<void>;
}

/** Leases of parts of an evaluation, shared out apart from those of feeds. */
export abstract class EvaluationLeases extends Leases {}

/** Interval at which leases are renewed (ms). */
export const LEASE_PERIOD_MS = 2_000;
