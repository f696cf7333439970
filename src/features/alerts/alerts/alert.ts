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
  /** The entity that the alert is about, such as `vessel:219024336`; empty for a rule that is not about entities. */
  key: string;
  /** Name of that entity when the alert fired; null without a known name, and for symbols. */
  entityName: string | null;
  /** Number of the alert in its rule, ascending. */
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
  /** The result of each leaf when the alert fired. */
  explanation: ConditionResult[];
  groupId: string | null;
  symbols: string[];
  entities: string[];
  /** Tags of its rule when it was created. */
  tags: string[];
  /** Contact that handles it; null: not assigned. */
  assigneeId: string | null;
  place: { lat: number; lon: number } | null;
  /** Whether the firing of the alert was delivered. If it was not, its resolution is not delivered either. */
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

/** A filter of alerts; an alert matches if all given properties match. */
export interface AlertFilter {
  state?: readonly AlertState[];
  severity?: readonly AlertSeverity[];
  ruleId?: readonly string[];
}
