import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { EventLog } from '../../../events/event-log.js';
import { Clock } from '../../../time/clock.js';
import type { Alert } from '../alerts/alert.js';
import { AlertRepository } from '../alerts/alert.repository.js';
import { AlertEvents, type AlertNews } from '../alerts/alert-events.service.js';
import { alertFields } from '../alerts/alert-json.js';
import { type AlertDigestDto, alertDigest, MAX_DIGEST_ALERTS } from '../alerts/alerts.events.js';
import { AccountLimits } from '../notify/account-limits.service.js';
import { type DeliveryLimits, release } from '../notify/delivery-policy.js';

/** Maximum number of accounts per call; the next call continues after them. */
const MAX_ACCOUNTS = 200;
/**
 * Number of failing accounts after which a call ends, since the database may have failed. The next call continues after
 * them.
 */
const MAX_FAILURES = 3;
const rank = { critical: 0, warning: 1, info: 2 };

/** Delivers alerts that silences and quiet hours held back, when these end. */
@Service()
export class HeldAlerts {
  private after = '';

  constructor(
    private readonly alerts: AlertRepository,
    private readonly limits: AccountLimits,
    private readonly events: AlertEvents,
    private readonly log: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Delivers the alerts that need not wait any longer. A failure for one account does not affect the other accounts.
   * @throws the first error
   */
  async release(): Promise<void> {
    const accountIds = await this.alerts.accountsWithHeld(this.after, MAX_ACCOUNTS);
    this.after = accountIds.length < MAX_ACCOUNTS ? '' : (accountIds.at(-1) ?? '');
    const now = new Date(this.clock.now());
    const limits = await this.limits.at(accountIds, now);
    const failures: unknown[] = [];
    for (const [accountId, one] of limits) {
      try {
        await this.releaseOf(accountId, one, now);
      } catch (error) {
        failures.push(error);
        if (failures.length < MAX_FAILURES) continue;
        this.after = accountId;
        break;
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  private releaseOf(accountId: string, limits: DeliveryLimits, now: Date): Promise<void> {
    return this.database.transaction(async () => {
      const { unsilenced, firing, digest } = release(await this.alerts.holdHeld(accountId), limits, now);
      await this.alerts.save([...unsilenced, ...digest]);
      const news: AlertNews[] = [];
      for (const alert of firing)
        news.push({
          alert,
          cause: 'silence_ended',
          suppressedBy: null,
          endpointIds: await this.alerts.endpointsOf(alert.ruleId),
          at: now,
        });
      await this.events.publish(news);
      if (digest.length > 0)
        await this.log.append(alertDigest, { data: digestOf(digest, now), ownerId: accountId, time: now });
    });
  }
}

function digestOf(alerts: readonly Alert[], now: Date): AlertDigestDto {
  const sorted = alerts.toSorted(
    (a, b) => rank[a.severity] - rank[b.severity] || a.startedAt.getTime() - b.startedAt.getTime(),
  );
  const shown = sorted.slice(0, MAX_DIGEST_ALERTS).map(alertFields);
  return { count: alerts.length, alerts: shown, endedAt: now.toISOString() } as AlertDigestDto;
}
