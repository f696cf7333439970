import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { AlertNotificationDto, AlertNotificationPageDto, AlertNotificationsQuery } from './notification.dto.js';
import { NotificationsService } from './notifications.service.js';

@Service()
@Authorized()
@JsonController('/alerts/notifications')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List alert notifications',
    description:
      'Lists who was notified about your alerts, when, by which step of which policy, and with which result, newest ' +
      'first by default. Notifications are deleted with their alert.',
    returns: AlertNotificationPageDto,
  })
  async listAlertNotifications(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: AlertNotificationsQuery,
  ): Promise<Page<object>> {
    const { limit, cursor, order, ...filter } = query;
    const name = `alert-notifications:${accountId}:${order}:${JSON.stringify(filter)}`;
    const page = this.cursors.page(name, limit, cursor);
    const after = page.after?.[0] as string | undefined;
    const found = await this.notifications.list(accountId, filter, page.fetch, after, order);
    return page.answer(found, ({ id }) => [id], AlertNotificationDto.from);
  }
}
