import type { ClusterSummary } from './cluster-summary.js';

/** A stored cluster. */
export interface StoredCluster extends ClusterSummary {
  id: string;
  /** The account that sees it; null: everybody. */
  ownerId: string | null;
}

/** The selection of clusters; all conditions hold together, and any value of a list matches. */
export interface ClusterFilter {
  symbols?: readonly string[];
  entities?: readonly string[];
  countries?: readonly string[];
  minOwners?: number;
  /** Reported at this time or later, and before that time. */
  from?: Date;
  to?: Date;
}

/** The last cluster of a page. */
export interface ClusterCursor {
  lastSeenAt: Date;
  id: string;
}
