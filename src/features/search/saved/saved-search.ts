import type { Owned } from '../../../resources/owned-table.js';

export interface SavedSearch extends Owned {
  name: string;
  q: string;
  /** Types of results; empty: all. */
  types: string[];
}

/** The fields of a saved search that its account sets. */
export interface SavedSearchContent {
  name: string;
  q: string;
  type: readonly string[];
}
