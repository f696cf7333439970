import type { LeafType, Operator } from '../condition.js';

/** `inactive`: there is no open alert. An alert is open while it is firing, acknowledged or snoozed. */
export const instanceStates = ['inactive', 'pending', 'firing', 'acknowledged', 'snoozed', 'resolved'] as const;
export type InstanceState = (typeof instanceStates)[number];

/** Why an instance changes its state. */
export type TransitionCause =
  /** The condition became true or false. */
  | 'condition'
  /** The condition is unknown, and the rule says `noData: fire`. */
  | 'no_data'
  | 'pending_elapsed'
  | 'recovery_elapsed'
  | 'cooldown_elapsed'
  | 'snooze_elapsed'
  /** An account acknowledged, snoozed or resolved the alert, or armed the rule again. */
  | 'action'
  | 'rule_changed'
  | 'rule_disabled'
  | 'rule_deleted'
  | 'rule_expired';

/** A record that a leaf was evaluated with. */
export interface RecordReference {
  /**
   * `symbol`, `vessel`, `aircraft`, `geofence`, `geo_event`, `article`, `event` (of the log), `feed`, `portfolio`, …
   */
  type: string;
  id: string;
}

export type LeafStatus = 'ok' | 'waiting' | 'warming' | 'no_data';

/** One leaf as it was evaluated. */
export interface ConditionResult {
  /** JSON Pointer of the leaf in the condition. */
  pointer: string;
  type: LeafType;
  /** `waiting`: not observed yet; `warming`: its window is not full yet; `no_data`: its source has no value. */
  status: LeafStatus;
  /** Null unless the status is `ok`. */
  isTrue: boolean | null;
  /** The price, percentage, factor, distance (m), silence (s) or number of records; null if there is no value. */
  value: number | null;
  /** The number that the value is compared with; null for geofences. The recovery threshold while an alert is open. */
  threshold: number | null;
  operator: Operator | null;
  /**
   * Distance of the value from the threshold, in its unit: positive until the leaf is true, then zero or negative; null
   * if unknown.
   */
  distance: number | null;
  /** When the value was observed (ms); null if it was not. */
  observedAt: number | null;
  records: RecordReference[];
  /** More about the value, such as the reason of a geofence transition or the base price of a change. */
  details?: Readonly<Record<string, string | number>>;
}

/** A change of one instance of a rule. */
export interface AlertTransition {
  ruleId: string;
  accountId: string;
  /** The entity, or empty for a rule that is not about entities. */
  key: string;
  from: InstanceState;
  /** A pending instance whose condition became false goes to `inactive`; an open alert goes to `resolved`. */
  to: InstanceState;
  cause: TransitionCause;
  /** When it happened (ms): the time of the observation, or the time at which a wait ended. */
  at: number;
  /** The number of the alert in its rule, ascending; an alert keeps it from pending to resolved. */
  crossing: number;
  /** Until when the alert is snoozed (ms), while it is. */
  snoozedUntil?: number;
  /** All leaves as they are now, for the entity of the instance. */
  explanation: ConditionResult[];
}
