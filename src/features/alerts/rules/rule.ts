import type { Owned } from '../../../resources/owned-table.js';
import type { Condition } from '../condition.js';
import type { AlertSeverity } from '../engine/engine-rule.js';

export const noDataPolicies = ['ignore', 'fire'] as const;

/** The settings of a rule that its owner chooses. */
export interface RuleSettings {
  name: string;
  enabled: boolean;
  severity: AlertSeverity;
  condition: Condition;
  /** Time for which the condition must be true before an alert fires (seconds). */
  pendingSeconds: number;
  /** Time for which the condition must be false before an alert resolves (seconds). */
  recoverySeconds: number;
  /** Time after the end of an alert in which its instance fires no other alert (seconds). */
  cooldownSeconds: number;
  /** Whether the first alert disarms the rule. */
  oneShot: boolean;
  /** Whether missing data counts as true (`fire`) or changes nothing (`ignore`). */
  noData: (typeof noDataPolicies)[number];
  /** Webhook endpoints of the account that receive the alerts directly. */
  endpointIds: string[];
  /** Labels by which policies select the alerts of the rule; in lower case. */
  tags: string[];
  /** When the rule expires; null: never. */
  expiresAt: Date | null;
}

/** A rule of an account: its settings and its state. */
export interface AlertRule extends RuleSettings, Owned {
  /** When a one-shot rule fired; null while it is armed. */
  disarmedAt: Date | null;
}
