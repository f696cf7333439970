import type { Validators } from './list-download.js';

/** The state of a stored list. */
export interface StoredList {
  /** `sanctions.ofac`. */
  name: string;
  /** By file. */
  validators: Record<string, Validators>;
  /** Increases with every replacement. */
  revision: number;
  records: number;
  /** When its publisher created it; null if not stated. */
  asOf: Date | null;
  fetchedAt: Date;
  /** When it was last known to be current. */
  checkedAt: Date;
}

/** A newly fetched list. */
export interface FetchedList<Item> {
  items: readonly Item[];
  validators: Record<string, Validators>;
  asOf: Date | null;
}
