import { Authorized, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { ContactTests } from './contact-tests.service.js';
import { AlertNotificationDto, AlertNotificationPageDto, AlertNotificationsQuery } from './notification.dto.js';
import { NotificationsService } from './notifications.service.js';

@Service()
@Authorized()
@JsonController('/alerts')
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly tests: ContactTests,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/notifications')
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

  @Post('/contacts/:id/test')
  @Endpoint({
    summary: 'Send a test message to an alert contact',
    description:
      'Sends a message by the channel of the contact, and returns its notification. `GET /alerts/notifications` with ' +
      '`contactId` shows its result; the latest test of a contact is kept. 409 for a webhook: its endpoint has ' +
      'tests of its own.',
    returns: AlertNotificationDto,
    status: 202,
    errors: ['conflict'],
  })
  async testAlertContact(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<AlertNotificationDto> {
    return AlertNotificationDto.from(await this.tests.send(accountId, id));
  }
}
