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

/** What a caller gives of it; of changes only some. */
export interface SavedSearchContent {
  name: string;
  q: string;
  type: readonly string[];
}
