import type { Condition } from '../condition.js';
import type { AlertSeverity } from '../engine/engine-rule.js';

export const noDataPolicies = ['ignore', 'fire'] as const;

/** What an account chooses of a rule. */
export interface RuleSettings {
  name: string;
  enabled: boolean;
  severity: AlertSeverity;
  condition: Condition;
  /** How long the condition must be true before an alert fires. */
  pendingSeconds: number;
  /** How long the condition must be false before an alert resolves. */
  recoverySeconds: number;
  /** How long after an alert of an instance no other one of it fires. */
  cooldownSeconds: number;
  /** The rule is disarmed by its first alert. */
  oneShot: boolean;
  /** Whether missing data counts as true. Otherwise it changes nothing. */
  noData: (typeof noDataPolicies)[number];
  /** Webhook endpoints of the account that receive the alerts directly. */
  endpointIds: string[];
  /** Null: it does not expire. */
  expiresAt: Date | null;
}

/** A condition that an account watches. */
export interface AlertRule extends RuleSettings {
  id: string;
  accountId: string;
  /** When a one-shot rule fired; null while it is armed. */
  disarmedAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
