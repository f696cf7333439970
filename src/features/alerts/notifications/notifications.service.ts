import { Service } from 'typedi';
import type { Order } from '../../../time/sort-order.js';
import type { Notification, NotificationFilter } from './notification.js';
import { NotificationRepository } from './notification.repository.js';

/** Reads the notifications of accounts. */
@Service()
export class NotificationsService {
  constructor(private readonly repository: NotificationRepository) {}

  list(
    accountId: string,
    filter: NotificationFilter,
    limit: number,
    after?: string,
    order: Order = 'desc',
  ): Promise<Notification[]> {
    return this.repository.list(accountId, filter, limit, after, order);
  }
}
