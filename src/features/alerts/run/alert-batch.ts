import type { Condition } from '../condition.js';
import type { AlertTransition } from '../engine/alert-transition.js';
import type { RuleState } from '../engine/engine-rule.js';

/** The state of a rule to be stored. */
export interface SavedState {
  state: RuleState;
  /** The version of the rule that it was evaluated as, and its condition. */
  version: number;
  condition: Condition;
}

/** The changes written in one transaction. */
export interface AlertBatch {
  /** Identifies the batch when the outcome of a transaction is unknown. */
  id: string;
  /** In the order in which they happened. */
  transitions: readonly AlertTransition[];
  states: ReadonlyMap<string, SavedState>;
  /** The last event of the log that the batch includes. */
  position: number;
}
