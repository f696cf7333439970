import type { Condition } from '../condition.js';
import type { AlertTransition } from '../engine/alert-transition.js';
import type { RuleState } from '../engine/engine-rule.js';

/** The state of a rule to store. */
export interface SavedState {
  state: RuleState;
  /** Version of the rule with which the state was computed, and its condition. */
  version: number;
  condition: Condition;
}

/** The changes that are written in one transaction. */
export interface AlertBatch {
  /** Id by which a writer finds out whether the batch was committed, if the outcome of the transaction is unknown. */
  id: string;
  /** Transitions in the order in which they happened. */
  transitions: readonly AlertTransition[];
  states: ReadonlyMap<string, SavedState>;
  /** Sequence number of the last event of the log that the batch includes. */
  position: number;
}

/** Returns the ids of the rules that a batch changes. */
export const rulesIn = ({ transitions, states }: AlertBatch): string[] => [
  ...new Set([...transitions.map(({ ruleId }) => ruleId), ...states.keys()]),
];
