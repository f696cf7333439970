import type { Leaf } from '../condition.js';
import type { ConditionResult } from './alert-transition.js';
import type { StoredLeaf } from './engine-rule.js';
import type { WatchedLeaf } from './watched-rule.js';

/** The value of a leaf and its origin, without the parts that follow from its condition. */
export type Reading = Pick<
  ConditionResult,
  'status' | 'value' | 'threshold' | 'operator' | 'observedAt' | 'records' | 'details'
>;

/**
 * Evaluates the leaves of some types. Leaves are indexed, so that an observation touches only leaves that it can
 * change.
 */
export interface LeafSource<Kind extends Leaf = Leaf> {
  /** Adds a leaf. @param stored the last observation of the leaf before a restart */
  add(leaf: WatchedLeaf<Kind>, now: number, stored: StoredLeaf | undefined): void;
  remove(leaf: WatchedLeaf<Kind>): void;
  /**
   * Returns the current reading of a leaf.
   * @param entity of the instance; empty for the instance without an entity
   * @param isOpen whether the instance has an open alert, so that recovery thresholds apply
   */
  reading(leaf: WatchedLeaf<Kind>, entity: string, isOpen: boolean, now: number): Reading;
  /** Returns the last observation of a leaf, to store for a restart; undefined without an observation. */
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
