import type { Owned } from '../../../resources/owned-table.js';

/** A query that an account keeps. */
export interface SavedSearch extends Owned {
  name: string;
  q: string;
  /** Types of results; empty for all. */
  types: string[];
}

/** The content of a saved search; of changes only some fields. */
export interface SavedSearchContent {
  name: string;
  q: string;
  type: readonly string[];
}
