import type { Validators } from './list-download.js';

/** The state of a stored list. */
export interface StoredList {
  /** Name of the list, such as `sanctions.ofac`. */
  name: string;
  /** Validators by the name of the file. */
  validators: Record<string, Validators>;
  /** Increases by one with every replacement. */
  revision: number;
  /**
   * Number of records of the list; for a catalog that is read by its changes, the number of records in the latest
   * period of changes.
   */
  records: number;
  /** Time at which the publisher created the list; null if not stated. */
  asOf: Date | null;
  fetchedAt: Date;
  /** Time at which the list was last known to be current. */
  checkedAt: Date;
}

/** A newly fetched list. */
export interface FetchedList<Item> {
  items: readonly Item[];
  validators: Record<string, Validators>;
  asOf: Date | null;
}
