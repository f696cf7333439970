import type { Owned } from '../../../resources/owned-table.js';
import type { Condition } from '../condition.js';
import type { AlertSeverity } from '../engine/engine-rule.js';

export const noDataPolicies = ['ignore', 'fire'] as const;

/** The settings of a rule that its account chooses. */
export interface RuleSettings {
  name: string;
  enabled: boolean;
  severity: AlertSeverity;
  condition: Condition;
  /** The condition must be true this long (seconds) before an alert fires. */
  pendingSeconds: number;
  /** The condition must be false this long (seconds) before an alert resolves. */
  recoverySeconds: number;
  /** After an alert of an instance no other one of it fires for this long (seconds). */
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
export interface AlertRule extends RuleSettings, Owned {
  /** When a one-shot rule fired; null while it is armed. */
  disarmedAt: Date | null;
}
