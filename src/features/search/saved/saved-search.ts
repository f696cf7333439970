/** A query that an account keeps. */
export interface SavedSearch {
  id: string;
  accountId: string;
  name: string;
  q: string;
  /** Types of results; empty for all. */
  types: string[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The content of a saved search; of changes only some fields. */
export interface SavedSearchContent {
  name: string;
  q: string;
  type: readonly string[];
}
