import type { ConditionResult } from '../engine/alert-transition.js';
import type { AlertSeverity } from '../engine/engine-rule.js';
import type { SuppressionReason } from '../notify/delivery-policy.js';

export const alertStates = ['pending', 'firing', 'acknowledged', 'snoozed', 'resolved'] as const;
export type AlertState = (typeof alertStates)[number];

/** Why an alert was resolved. */
export const resolvedReasons = [
  'condition',
  'user',
  'rule_changed',
  'rule_disabled',
  'rule_deleted',
  'rule_expired',
] as const;
export type ResolvedReason = (typeof resolvedReasons)[number];

/** An alert of a rule, for one of its instances, from one crossing to its end. */
export interface Alert {
  id: string;
  accountId: string;
  ruleId: string;
  ruleName: string;
  /** The entity that it is about; empty for a rule with a single instance. */
  key: string;
  /** The number of the alert in its rule. */
  crossing: number;
  state: AlertState;
  severity: AlertSeverity;
  title: string;
  startedAt: Date;
  firedAt: Date | null;
  acknowledgedAt: Date | null;
  snoozedUntil: Date | null;
  resolvedAt: Date | null;
  resolvedReason: ResolvedReason | null;
  /** Each leaf as it was when the alert fired. */
  explanation: ConditionResult[];
  groupId: string | null;
  symbols: string[];
  entities: string[];
  place: { lat: number; lon: number } | null;
  /** Whether its firing was delivered. Without it, its resolution is not delivered either. */
  notified: boolean;
  held: SuppressionReason | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface AlertComment {
  id: string;
  text: string;
  createdAt: Date;
}

/** The selection of alerts. All conditions hold together. */
export interface AlertFilter {
  state?: readonly AlertState[];
  severity?: readonly AlertSeverity[];
  ruleId?: readonly string[];
}
