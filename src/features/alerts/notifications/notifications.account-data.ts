import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { AlertNotificationDto } from './notification.dto.js';
import { NotificationsService } from './notifications.service.js';

/** Exports the notifications of an account; they are deleted with their alerts. */
@Service()
export class NotificationsData extends AccountData {
  readonly section = 'alertNotifications';
  readonly description = 'Messages to its contacts about its alerts, newest first.';
  readonly item = AlertNotificationDto;
  override readonly maxItems = 10_000;

  constructor(private readonly notifications: NotificationsService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.notifications.list(accountId, {}, this.maxItems)).map(AlertNotificationDto.from);
  }
}
