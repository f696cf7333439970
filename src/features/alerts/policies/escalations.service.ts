import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import type { Alert } from '../alerts/alert.js';
import { AlertRepository } from '../alerts/alert.repository.js';
import type { Escalation, EscalationEnd } from './escalation.js';
import { EscalationRepository } from './escalation.repository.js';
import { EscalationNotices } from './escalation-notices.service.js';
import { holdsBackOthers, inhibits, matchesPolicy, type Policy, pointAfter } from './policy.js';
import { PolicyRepository } from './policy.repository.js';
import { RouteFences } from './route-fences.service.js';

/** Number of escalations that one transaction advances. */
const DUE_AT_ONCE = 50;
/** Interval at which an escalation that another alert holds back is checked again (ms). */
const INHIBITED_MS = MINUTE_MS / 4;

/**
 * Escalates alerts by the policies of their accounts. Each decision is stored with its notifications in one
 * transaction, under a lock on the escalation, so that a killed process neither loses nor repeats one.
 */
@Service()
export class Escalations {
  constructor(
    private readonly repository: EscalationRepository,
    private readonly policies: PolicyRepository,
    private readonly alerts: AlertRepository,
    private readonly notices: EscalationNotices,
    private readonly fences: RouteFences,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Begins and ends escalations by events of alerts, in the caller's transaction. */
  async follow(events: readonly LoggedEvent[]): Promise<void> {
    const firing = events.filter(({ type, isQuiet }) => type === 'alert.firing' && isQuiet !== true);
    const policies = Map.groupBy(
      firing.length === 0
        ? []
        : await this.policies.enabledOf([...new Set(firing.map(({ ownerId }) => ownerId as string))]),
      ({ accountId }) => accountId,
    );
    for (const event of events) {
      if (event.type !== 'alert.firing') await this.end(event);
      else if (event.isQuiet !== true) await this.begin(event, policies.get(event.ownerId as string) ?? []);
    }
  }

  /** Makes the decisions that are due. @returns true if more may be due */
  async advance(): Promise<boolean> {
    return this.database.transaction(async () => {
      const due = await this.repository.holdDue(new Date(this.clock.now()), DUE_AT_ONCE);
      if (due.length === 0) return false;
      const policies = await this.policies.byIds([...new Set(due.map(({ policyId }) => policyId))]);
      for (const escalation of due) await this.step(escalation, policies.get(escalation.policyId));
      return due.length === DUE_AT_ONCE;
    });
  }

  private async begin({ id: eventId, ownerId, time, data }: LoggedEvent, policies: readonly Policy[]): Promise<void> {
    const alertId = alertOf(data);
    // Ids grow with the time of storing. The time of an event is that of its observation, which may be older.
    const candidates = policies.filter(({ id }) => id < eventId);
    const alert =
      alertId === undefined || candidates.length === 0 ? undefined : await this.alerts.find(ownerId as string, alertId);
    if (alertId === undefined || alert === undefined) return;
    const now = new Date(this.clock.now());
    const fences = await this.fences.around(alert, candidates);
    const begun = candidates.filter((policy) => matchesPolicy(policy, alert, time.getTime(), fences));
    await this.repository.insert(
      begun.map((policy) => ({
        id: uuidV7(),
        accountId: policy.accountId,
        policyId: policy.id,
        alertId,
        eventId,
        step: 0,
        repeat: 0,
        stepStartedAt: now,
        nextAt: now,
        isInhibited: false,
        startedAt: now,
        endedAt: null,
        endReason: null,
      })),
    );
  }

  /** Ends the escalations of an alert that was acknowledged, snoozed or resolved. */
  private async end({ type, ownerId, data }: LoggedEvent): Promise<void> {
    const alertId = alertOf(data);
    if (alertId === undefined) return;
    const reason = type.slice('alert.'.length) as 'acknowledged' | 'snoozed' | 'resolved';
    const open = await this.repository.holdOf(alertId);
    if (open.length === 0) return;
    const policies = await this.policies.byIds(open.map(({ policyId }) => policyId));
    const alert = await this.alerts.find(ownerId as string, alertId);
    for (const escalation of open) {
      const policy = policies.get(escalation.policyId);
      if (alert !== undefined && reason !== 'snoozed' && policy?.notifyWhenHandled === true)
        await this.notices.end(escalation, policy, alert, reason);
      if (escalation.endedAt === null || reason === 'resolved') await this.finish(escalation, reason);
    }
  }

  private async step(escalation: Escalation, policy: Policy | undefined): Promise<void> {
    const alert = await this.alerts.find(escalation.accountId, escalation.alertId);
    // An action of the owner is read here before its event is, so that no contact is notified after it.
    if (alert?.state !== 'firing') return this.finish(escalation, endOf(alert));
    if (policy?.enabled !== true) return this.finish(escalation, 'disabled');
    const now = this.clock.now();
    if (await this.isHeldBack(policy, alert))
      return this.repository.update(escalation.id, { isInhibited: true, nextAt: new Date(now + INHIBITED_MS) });
    const { step, repeat, stepStartedAt } = escalation;
    const from = { step, repeat, stepStartedAt: repeat === 0 ? now : stepStartedAt.getTime() };
    const reached = await this.notices.fire({ ...escalation, ...from }, policy, alert);
    // Without anyone to notify, the next step begins at once.
    const next = pointAfter(reached === 0 ? withoutWaits(policy) : policy.steps, from, now);
    if (next === undefined) return this.finish(escalation, 'exhausted');
    await this.repository.update(escalation.id, {
      ...next.point,
      stepStartedAt: new Date(next.point.stepStartedAt),
      nextAt: new Date(next.at),
      isInhibited: false,
    });
  }

  private async isHeldBack({ inhibitedBy }: Policy, alert: Alert): Promise<boolean> {
    if (inhibitedBy === null || inhibits(inhibitedBy, alert)) return false;
    if (!(await this.repository.isInhibited(alert, inhibitedBy))) return false;
    const policies = await this.policies.enabledOf([alert.accountId]);
    return !holdsBackOthers(policies, alert) || this.repository.isInhibited(alert, inhibitedBy, { onlyByOlder: true });
  }

  private finish({ id }: Escalation, endReason: EscalationEnd): Promise<void> {
    return this.repository.update(id, { nextAt: null, endedAt: new Date(this.clock.now()), endReason });
  }
}

/** Returns the id of the alert of an event; undefined for an event that was made for a test without one. */
const alertOf = (data: LoggedEvent['data']): string | undefined => (data.alert as { id?: string } | undefined)?.id;

const endOf = (alert: Alert | undefined): EscalationEnd =>
  alert?.state === 'acknowledged' || alert?.state === 'snoozed' ? alert.state : 'resolved';

const withoutWaits = ({ steps }: Policy): Policy['steps'] =>
  steps.map((step) => ({ ...step, repeatMinutes: null, escalateAfterMinutes: null }));
