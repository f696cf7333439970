import { Problem } from '../../../api/problem.js';
import type { AlertAction } from '../engine/engine-rule.js';
import type { Alert } from './alert.js';

/**
 * Returns the alert after its owner acted on it.
 * @throws Problem `conflict` for an alert that is pending or resolved, or for a second acknowledgement
 */
export function acted(alert: Alert, action: AlertAction, now: Date): Alert {
  if (alert.state === 'resolved') throw conflict('The alert is resolved; the next crossing is a new alert.');
  if (alert.state === 'pending') throw conflict('The alert has not fired yet; disable its rule instead.');
  return { ...alert, ...changeOf(alert, action, now), version: alert.version + 1, updatedAt: now };
}

/** Returns the alert with the contact that handles it. @throws Problem `conflict` for a resolved alert */
export function assigned(alert: Alert, assigneeId: string | null, now: Date): Alert {
  if (alert.state === 'resolved') throw conflict('The alert is resolved, so no contact can handle it.');
  return { ...alert, assigneeId, version: alert.version + 1, updatedAt: now };
}

function changeOf(alert: Alert, action: AlertAction, now: Date): Partial<Alert> {
  if (action.type === 'snooze') return { state: 'snoozed', snoozedUntil: new Date(action.until) };
  if (action.type === 'resolve')
    return { state: 'resolved', resolvedAt: now, resolvedReason: 'user', snoozedUntil: null, held: null };
  if (alert.state === 'acknowledged') throw conflict('The alert is acknowledged already.');
  return { state: 'acknowledged', acknowledgedAt: now, snoozedUntil: null };
}

const conflict = (detail: string) => new Problem('conflict', { detail });
