import type { NoticeKind } from '../contacts/channels/channel.js';
import type { AlertSeverity } from '../engine/engine-rule.js';

export const notificationStatuses = ['pending', 'sent', 'failed'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** Name of the job that sends one notification per run. */
export const NOTIFY_JOB = 'alerts.notify';

/** A message to a contact. */
export interface Notification {
  id: string;
  accountId: string;
  /** The escalation that decided it; null for tests. */
  escalationId: string | null;
  policyId: string | null;
  /** Null for tests. */
  alertId: string | null;
  contactId: string;
  contactName: string;
  channel: string;
  kind: NoticeKind;
  /** Index of the step and of its repetition, from 0. */
  step: number;
  repeat: number;
  severity: AlertSeverity;
  title: string;
  text: string;
  status: NotificationStatus;
  attempts: number;
  /** Error of the last failed attempt; null if none failed. */
  error: string | null;
  createdAt: Date;
  /** When it was accepted or given up; null while it is pending. */
  completedAt: Date | null;
}

export interface NotificationFilter {
  alertId?: readonly string[];
  policyId?: readonly string[];
  contactId?: readonly string[];
  status?: readonly NotificationStatus[];
}
