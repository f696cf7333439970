import type { Interval } from '../../markets/interval.js';
import type { Condition, EntityType } from '../condition.js';
import type { ConditionResult, InstanceState } from './alert-transition.js';

export const severities = ['info', 'warning', 'critical'] as const;
export type AlertSeverity = (typeof severities)[number];

/** The parts of a rule that the engine needs. Disabled rules are not in the engine. */
export interface EngineRule {
  id: string;
  /** Account whose evaluation budget the rule uses. */
  accountId: string;
  condition: Condition;
  pendingSeconds: number;
  recoverySeconds: number;
  cooldownSeconds: number;
  oneShot: boolean;
  /** When the rule expires (ms); null: never. */
  expiresAt: number | null;
  noData: 'ignore' | 'fire';
}

/** An action of an account on an alert. */
export type AlertAction = { type: 'acknowledge' } | { type: 'snooze'; until: number } | { type: 'resolve' };

/** An instance of a rule in its stored form. Times are milliseconds of the engine's clock. */
export interface StoredInstance {
  key: string;
  state: Exclude<InstanceState, 'resolved'>;
  crossing: number;
  /** When the instance became pending or, without a pending time, fired (ms); absent while it is inactive. */
  since?: number;
  /** When the condition of an open alert became false; absent while it is true. */
  recoveringSince?: number;
  snoozedUntil?: number;
  cooldownUntil?: number;
  /** Whether an account resolved the alert: the condition must become false before the rule can fire again. */
  mustFall?: boolean;
}

/** The last observation of a leaf; its form depends on the type of the leaf and is private to the engine. */
export type StoredLeaf = { [name: string]: StoredValue };
export type StoredValue = string | number | boolean | null | StoredValue[] | { [name: string]: StoredValue };

/**
 * The state of a rule that must survive a restart, as plain and small JSON. It is stored in the transaction that
 * publishes a transition.
 */
export interface RuleState {
  /** The engine's clock when the state was written (ms). */
  savedAt: number;
  /** Number of the latest alert of the rule. */
  crossings: number;
  /** Whether the rule is a one-shot rule that has fired. */
  isDisarmed: boolean;
  instances: StoredInstance[];
  /** The last observation of each leaf, by its JSON Pointer. */
  leaves: Record<string, StoredLeaf>;
}

/** The stored parts of a rule, for a restart. */
export interface Restart {
  state: RuleState;
  /**
   * When the engine that stored the state stopped (ms); default: when it stored the state. The time since then does not
   * count towards waits.
   */
  stoppedAt?: number;
}

export interface NodeTruth {
  pointer: string;
  type: Condition['type'];
  /** Whether the node is true; null if unknown. */
  isTrue: boolean | null;
}

/** The current state of one instance of a rule. */
export interface InstanceEvaluation {
  key: string;
  state: InstanceState;
  since: number | null;
  /** All nodes of the condition, parents first. */
  nodes: NodeTruth[];
  leaves: ConditionResult[];
}

export interface Evaluation {
  ruleId: string;
  /** Whether the condition is true without any entity; null if unknown. */
  isTrue: boolean | null;
  isDisarmed: boolean;
  /** Whether evaluations of this rule are postponed because its account has used its evaluation budget. */
  isThrottled: boolean;
  /** The instance without an entity first, then the instances of entities; at most 100 in total. */
  instances: InstanceEvaluation[];
  /** The number of instances that are pending or have an open alert. */
  activeInstances: number;
}

/** The observations that the rules in the engine need; the code that runs the engine subscribes to them. */
export interface Needs {
  symbols: ReadonlySet<string>;
  /** Candles that leaves need, by symbol and interval (`AAPL.US 1m`), with the number of candles before now. */
  candles: ReadonlyMap<string, CandleNeed>;
  /** The longest window of prices by symbol (s). */
  priceWindows: ReadonlyMap<string, number>;
  /**
   * Number of leaves added for each window of prices (by symbol) and each series of candles (by symbol and
   * interval). When the number increases, the earlier prices or candles must be read again.
   */
  added: ReadonlyMap<string, number>;
  entities: ReadonlySet<string>;
  /** Types of entities that a leaf about silence observes. */
  coverage: ReadonlySet<EntityType>;
  geofences: ReadonlySet<string>;
  feeds: ReadonlySet<string>;
  portfolios: ReadonlySet<string>;
  savedSearches: ReadonlySet<string>;
  screens: ReadonlySet<string>;
  /** Groups whose members rules are about: account, parameter and id, such as `<account> fleetId <id>`. */
  groups: ReadonlySet<string>;
  /** Expressions that leaves compare: account, interval and expression, separated by spaces. */
  figures: ReadonlySet<string>;
  /** Figures of companies that leaves compare: symbol and field, separated by a space. */
  facts: ReadonlySet<string>;
  /** Types of events of the log that leaves count, and patterns such as `alert.*`. */
  loggedEventTypes: ReadonlySet<string>;
  /** The longest window of a leaf that counts events of the log (s). */
  logSeconds: number;
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
