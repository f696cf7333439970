import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { AlertDetailDto } from './alert.dto.js';
import { AlertsService } from './alerts.service.js';

/** Exports the alerts of an account with their comments. */
@Service()
export class AlertsData extends AccountData {
  readonly section = 'alerts';
  readonly description = 'Its alerts, newest first, with their explanations and comments.';
  readonly item = AlertDetailDto;
  override readonly maxItems = 10_000;

  constructor(private readonly alerts: AlertsService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    const alerts = await this.alerts.list(accountId, {}, this.maxItems);
    const comments = await this.alerts.commentsOf(accountId);
    return alerts.map((alert) => AlertDetailDto.of(alert, comments.get(alert.id) ?? []));
  }

  override removeSome(accountId: string, limit: number): Promise<number> {
    return this.alerts.removeSome(accountId, limit);
  }
}
