import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { suppressionOfEnding } from '../notify/delivery-policy.js';
import type { Alert, ResolvedReason } from './alert.js';
import { AlertRepository } from './alert.repository.js';
import { AlertEvents } from './alert-events.service.js';

/**
 * Resolves the open alerts of a rule that is disabled or deleted. Runs in the caller's transaction, so that the alerts
 * end together with the change of the rule.
 */
@Service()
export class AlertEndings {
  constructor(
    private readonly repository: AlertRepository,
    private readonly events: AlertEvents,
    private readonly clock: Clock,
  ) {}

  /** Resolves the open alerts of a rule and removes its pending ones. */
  async resolveOf(ruleId: string, reason: ResolvedReason): Promise<void> {
    const open = await this.repository.holdOpen(ruleId);
    if (open.length === 0) return;
    const now = new Date(this.clock.now());
    await this.repository.removeAll(open.filter(({ state }) => state === 'pending').map(({ id }) => id));
    const resolved = open.filter(({ state }) => state !== 'pending').map((alert) => ended(alert, reason, now));
    await this.repository.save(resolved);
    const endpointIds = await this.repository.endpointsOf(ruleId);
    await this.events.publish(
      resolved.map((alert) => ({
        alert,
        cause: reason,
        suppressedBy: suppressionOfEnding(alert),
        endpointIds,
        at: now,
      })),
    );
  }
}

const ended = (alert: Alert, resolvedReason: ResolvedReason, at: Date): Alert => ({
  ...alert,
  state: 'resolved',
  resolvedAt: at,
  resolvedReason,
  snoozedUntil: null,
  held: suppressionOfEnding(alert) === 'quiet_hours' ? 'quiet_hours' : null,
  version: alert.version + 1,
  updatedAt: at,
});
