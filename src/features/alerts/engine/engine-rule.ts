import type { Interval } from '../../markets/interval.js';
import type { Condition, EntityType } from '../condition.js';
import type { ConditionResult, InstanceState } from './alert-transition.js';

export const severities = ['info', 'warning', 'critical'] as const;
export type AlertSeverity = (typeof severities)[number];

/** The parts of a rule that the engine needs. Disabled rules are not in the engine. */
export interface EngineRule {
  id: string;
  /** Shares of evaluation time are counted per account. */
  accountId: string;
  condition: Condition;
  pendingSeconds: number;
  recoverySeconds: number;
  cooldownSeconds: number;
  oneShot: boolean;
  /** Milliseconds; null: never. */
  expiresAt: number | null;
  noData: 'ignore' | 'fire';
}

/** An action of an account on an alert. */
export type AlertAction = { type: 'acknowledge' } | { type: 'snooze'; until: number } | { type: 'resolve' };

/** An instance as it is stored. Times are milliseconds of the engine's clock. */
export interface StoredInstance {
  key: string;
  state: Exclude<InstanceState, 'resolved'>;
  crossing: number;
  /** When it became pending or, without pending time, fired; absent while it is inactive. */
  since?: number;
  /** When its condition became false; absent while it is true. */
  recoveringSince?: number;
  snoozedUntil?: number;
  cooldownUntil?: number;
  /** An account resolved it: the condition must be false before it can fire again. */
  mustFall?: boolean;
}

/** The last observation of a leaf; its form depends on the type of the leaf and is private to the engine. */
export type StoredLeaf = { [name: string]: StoredValue };
export type StoredValue = string | number | boolean | null | StoredValue[] | { [name: string]: StoredValue };

/**
 * The state that must survive a restart: plain JSON, small. It is written in the transaction that publishes a
 * transition.
 */
export interface RuleState {
  /** The engine's clock when this was written (ms). */
  savedAt: number;
  /** Number of the latest alert. */
  crossings: number;
  /** A one-shot rule that has fired. */
  isDisarmed: boolean;
  instances: StoredInstance[];
  /** By JSON Pointer of the leaf. */
  leaves: Record<string, StoredLeaf>;
}

/** The stored parts of a rule, for a restart. */
export interface Restart {
  state: RuleState;
  /**
   * When the engine that stored it stopped (ms); by default when it was stored. The time since does not count towards
   * waits.
   */
  stoppedAt?: number;
}

export interface NodeTruth {
  pointer: string;
  type: Condition['type'];
  /** Null: unknown. */
  isTrue: boolean | null;
}

/** The current state of one instance of a rule. */
export interface InstanceEvaluation {
  key: string;
  state: InstanceState;
  since: number | null;
  /** All nodes of the tree, parents first. */
  nodes: NodeTruth[];
  leaves: ConditionResult[];
}

export interface Evaluation {
  ruleId: string;
  /** The root without any entity; null: unknown. */
  isTrue: boolean | null;
  isDisarmed: boolean;
  /** Evaluations of this rule are postponed because its account used its share of evaluation time. */
  isThrottled: boolean;
  /** The instance without an entity first, then those with the entities of the rule, at most 100. */
  instances: InstanceEvaluation[];
  /** The number of instances that are pending or have an open alert. */
  activeInstances: number;
}

/** The sources that the rules in the engine need; the runner subscribes to them. */
export interface Needs {
  symbols: ReadonlySet<string>;
  /** By `SYMBOL interval`: how many candles before now a leaf needs. */
  candles: ReadonlyMap<string, CandleNeed>;
  /** Windows of prices: by symbol, the longest (s). */
  priceWindows: ReadonlyMap<string, number>;
  entities: ReadonlySet<string>;
  /** Types of entities with a silence leaf. */
  coverage: ReadonlySet<EntityType>;
  geofences: ReadonlySet<string>;
  feeds: ReadonlySet<string>;
  portfolios: ReadonlySet<string>;
  savedSearches: ReadonlySet<string>;
  hasNews: boolean;
  hasGeoEvents: boolean;
  /** The longest window of a leaf about geo events (s). */
  geoEventSeconds: number;
}

export interface CandleNeed {
  symbol: string;
  interval: Interval;
  count: number;
}
