import type { Leaf } from '../condition.js';
import type { ConditionResult } from './alert-transition.js';
import type { StoredLeaf } from './engine-rule.js';
import type { WatchedLeaf } from './watched-rule.js';

/** The reading of a leaf besides its condition. */
export type Reading = Pick<
  ConditionResult,
  'status' | 'value' | 'threshold' | 'operator' | 'observedAt' | 'records' | 'details'
>;

/**
 * The observations that leaves of some types depend on, indexed so that an observation touches only the leaves that it
 * can change.
 */
export interface LeafSource<Kind extends Leaf = Leaf> {
  /** @param stored its last observation before a restart */
  add(leaf: WatchedLeaf<Kind>, now: number, stored: StoredLeaf | undefined): void;
  remove(leaf: WatchedLeaf<Kind>): void;
  /**
   * @param entity that of the instance; empty without one
   * @param isOpen the instance has an open alert, so that recovery thresholds count
   */
  reading(leaf: WatchedLeaf<Kind>, entity: string, isOpen: boolean, now: number): Reading;
  /** The last observation, for a restart; undefined without one. */
  stored(leaf: WatchedLeaf<Kind>): StoredLeaf | undefined;
}

export const nothingRead = (status: Reading['status']): Reading => ({
  status,
  value: null,
  threshold: null,
  operator: null,
  observedAt: null,
  records: [],
});
