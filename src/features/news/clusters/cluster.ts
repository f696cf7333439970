import type { ClusterSummary } from './cluster-summary.js';

export interface StoredCluster extends ClusterSummary {
  id: string;
  /** The account that sees the cluster; null: every account. */
  ownerId: string | null;
}

/** A selection of clusters. All conditions must match; a list matches if one of its values does. */
export interface ClusterFilter {
  symbols?: readonly string[];
  entities?: readonly string[];
  countries?: readonly string[];
  minOwners?: number;
  /** Clusters with a latest report at `from` or later, and before `to`. */
  from?: Date;
  to?: Date;
}

/** The position after which a page begins: the last cluster of the previous page. */
export interface ClusterCursor {
  lastSeenAt: Date;
  id: string;
}
