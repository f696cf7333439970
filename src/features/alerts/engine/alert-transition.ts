import type { LeafType, Operator } from '../condition.js';

/** `inactive`: there is no open alert. An alert is open while it is firing, acknowledged or snoozed. */
export const instanceStates = ['inactive', 'pending', 'firing', 'acknowledged', 'snoozed', 'resolved'] as const;
export type InstanceState = (typeof instanceStates)[number];

/** Reason why an instance changes its state. */
export type TransitionCause =
  /** The condition became true or false. */
  | 'condition'
  /** The condition is unknown, and the rule says `noData: fire`. */
  | 'no_data'
  | 'pending_elapsed'
  | 'recovery_elapsed'
  | 'cooldown_elapsed'
  | 'snooze_elapsed'
  /** An account acknowledged, snoozed or resolved the alert, or rearmed the rule. */
  | 'action'
  | 'rule_changed'
  | 'rule_disabled'
  | 'rule_deleted'
  | 'rule_expired';

/** A record that the value of a leaf is based on. */
export interface RecordReference {
  /**
   * Type of the record: `symbol`, `vessel`, `aircraft`, `geofence`, `geo_event`, `article`, `event` (of the event log),
   * `feed`, `portfolio`, …
   */
  type: string;
  id: string;
}

export type LeafStatus = 'ok' | 'waiting' | 'warming' | 'no_data';

/** The result of evaluating one leaf. */
export interface ConditionResult {
  /** JSON Pointer of the leaf in the condition. */
  pointer: string;
  type: LeafType;
  /**
   * `waiting`: its source was not yet observed; `warming`: its window is not yet full; `no_data`: its source has no
   * value.
   */
  status: LeafStatus;
  /** Whether the leaf is true; null unless the status is `ok`. */
  isTrue: boolean | null;
  /** The price, percentage, factor, distance (m), silence (s) or number of records; null if there is no value. */
  value: number | null;
  /** The number that the value is compared with: the recovery threshold while an alert is open. Null for geofences. */
  threshold: number | null;
  operator: Operator | null;
  /**
   * Distance of the value from the threshold, in the unit of the value: positive while the leaf is false, zero or
   * negative while it is true; null if unknown.
   */
  distance: number | null;
  /** When the value was observed (ms); null without an observation. */
  observedAt: number | null;
  records: RecordReference[];
  /** Further details of the value, such as the reason of a geofence transition or the base price of a change. */
  details?: Readonly<Record<string, string | number>>;
}

/** A change of one instance of a rule. */
export interface AlertTransition {
  ruleId: string;
  accountId: string;
  /** The entity of the instance; empty for a rule that is not about entities. */
  key: string;
  from: InstanceState;
  /** A pending instance whose condition became false goes to `inactive`; an open alert goes to `resolved`. */
  to: InstanceState;
  cause: TransitionCause;
  /** When the transition happened (ms): the time of the observation, or the end of a wait. */
  at: number;
  /** Number of the alert in its rule, ascending; it is the same from pending to resolved. */
  crossing: number;
  /** End of the snooze (ms); absent unless the alert is snoozed. */
  snoozedUntil?: number;
  /** The results of all leaves at the transition, for the entity of the instance. */
  explanation: ConditionResult[];
}
