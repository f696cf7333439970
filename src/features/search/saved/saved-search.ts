import type { Owned } from '../../../resources/owned-table.js';

/** A saved search of an account. */
export interface SavedSearch extends Owned {
  name: string;
  q: string;
  /** Types of results; empty: all. */
  types: string[];
}

/** The content of a saved search. */
export interface SavedSearchContent {
  name: string;
  q: string;
  type: readonly string[];
}
