import { uuidV7 } from '../../../time/uuid-v7.js';
import type { Alert, ResolvedReason } from '../alerts/alert.js';
import type { AlertTransition, TransitionCause } from '../engine/alert-transition.js';
import {
  type DeliveryLimits,
  type SuppressedBy,
  suppressionOfFiring,
  suppressionOfResolution,
} from '../notify/delivery-policy.js';
import type { AlertRule } from '../rules/rule.js';
import { contextOf, type EntityLookup } from './alert-context.js';

export interface FoldContext {
  rule: AlertRule;
  limits: DeliveryLimits;
  /** Looks up names and live positions of entities. */
  entities: EntityLookup;
  groupId: string;
  /** The current time of the service. */
  now: Date;
}

export interface AlertUpdate {
  /** The alert after the change; undefined if a pending alert is removed because its condition became false. */
  alert: Alert | undefined;
  /** The change to publish; undefined if nothing is published. */
  published?: { cause: string; suppressedBy: SuppressedBy };
}

/**
 * Returns the alert after a transition of the engine; undefined if the transition changes nothing, because it was
 * stored before, or because the owner acted on the alert and the engine has not yet read this action.
 */
export function fold(
  alert: Alert | undefined,
  transition: AlertTransition,
  context: FoldContext,
): AlertUpdate | undefined {
  const { to, cause } = transition;
  if (to === 'pending') return alert === undefined ? { alert: created(transition, context) } : undefined;
  if (to === 'inactive') return alert?.state === 'pending' ? { alert: undefined } : undefined;
  if (to === 'firing') return fired(alert, transition, context);
  // Acknowledging, snoozing and resolving by the owner were stored with the request.
  if (to === 'resolved' && cause !== 'action') return resolved(alert, transition, context);
  return undefined;
}

function created(transition: AlertTransition, { rule, entities, now }: FoldContext): Alert {
  const { accountId, ruleId, key, crossing, at, explanation } = transition;
  return {
    id: uuidV7(),
    accountId,
    ruleId,
    ruleName: rule.name,
    key,
    crossing,
    state: 'pending',
    severity: rule.severity,
    ...contextOf(rule, transition, entities),
    tags: rule.tags,
    assigneeId: null,
    startedAt: new Date(at),
    firedAt: null,
    acknowledgedAt: null,
    snoozedUntil: null,
    resolvedAt: null,
    resolvedReason: null,
    explanation,
    groupId: null,
    notified: false,
    held: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

function fired(before: Alert | undefined, transition: AlertTransition, context: FoldContext): AlertUpdate | undefined {
  const { at, cause, explanation } = transition;
  const isSnoozeOver =
    before?.state === 'snoozed' && cause === 'snooze_elapsed' && (before.snoozedUntil?.getTime() ?? 0) <= at;
  if (before !== undefined && before.state !== 'pending' && !isSnoozeOver) return undefined;
  const alert = before ?? created(transition, context);
  const next: Alert = {
    ...alert,
    ...(isSnoozeOver
      ? {}
      : {
          explanation,
          ...contextOf(context.rule, transition, context.entities),
          firedAt: new Date(at),
          groupId: context.groupId,
        }),
    state: 'firing',
    snoozedUntil: null,
    version: before === undefined ? 1 : before.version + 1,
    updatedAt: context.now,
  };
  const suppressedBy = suppressionOfFiring(next, context.limits);
  return {
    alert: { ...next, held: suppressedBy, notified: alert.notified || suppressedBy === null },
    published: { cause, suppressedBy },
  };
}

const reasons: Partial<Record<TransitionCause, ResolvedReason>> = {
  rule_changed: 'rule_changed',
  rule_disabled: 'rule_disabled',
  rule_deleted: 'rule_deleted',
  rule_expired: 'rule_expired',
};

function resolved(
  alert: Alert | undefined,
  { at, cause }: AlertTransition,
  { limits, now }: FoldContext,
): AlertUpdate | undefined {
  if (alert === undefined || alert.state === 'resolved') return undefined;
  if (alert.state === 'pending') return { alert: undefined };
  const suppressedBy = suppressionOfResolution(alert, limits);
  const next: Alert = {
    ...alert,
    state: 'resolved',
    resolvedAt: new Date(at),
    resolvedReason: reasons[cause] ?? 'condition',
    snoozedUntil: null,
    // The digest at the end of quiet hours reports both the firing and the resolution.
    held: suppressedBy === 'quiet_hours' ? 'quiet_hours' : null,
    version: alert.version + 1,
    updatedAt: now,
  };
  return { alert: next, published: { cause, suppressedBy } };
}
