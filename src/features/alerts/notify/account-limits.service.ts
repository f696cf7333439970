import { Service } from 'typedi';
import { preferencesOf } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { SilenceRepository } from '../silences/silence.repository.js';
import { type DeliveryLimits, limitsAt } from './delivery-policy.js';
import type { QuietHours } from './quiet-hours.js';

/** Reads the silences and quiet hours of accounts. */
@Service()
export class AccountLimits {
  constructor(
    private readonly silences: SilenceRepository,
    private readonly accounts: AccountsService,
  ) {}

  /** Returns the silences and quiet hours that apply to accounts at a moment. */
  async at(accountIds: readonly string[], now: Date): Promise<Map<string, DeliveryLimits>> {
    const silences = await this.silences.inForce(accountIds, now);
    const limits = new Map<string, DeliveryLimits>();
    for (const accountId of accountIds)
      limits.set(accountId, limitsAt(now.getTime(), silences.get(accountId) ?? [], await this.quietHoursOf(accountId)));
    return limits;
  }

  private async quietHoursOf(accountId: string): Promise<QuietHours | null> {
    const account = await this.accounts.recent(accountId);
    if (account === undefined) return null;
    const { quietHours, timeZone } = preferencesOf(account);
    return quietHours && { from: quietHours.start, to: quietHours.end, days: quietHours.days, timeZone };
  }
}
