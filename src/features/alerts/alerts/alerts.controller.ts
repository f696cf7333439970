import { Authorized, Body, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import type { Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import {
  AlertAssignmentDto,
  AlertCommentDto,
  AlertDetailDto,
  AlertDto,
  AlertPageDto,
  AlertsQuery,
  NewAlertCommentDto,
  SnoozeDto,
} from './alert.dto.js';
import { AlertsService } from './alerts.service.js';

@Service()
@Authorized()
@JsonController('/alerts')
export class AlertsController {
  constructor(
    private readonly alerts: AlertsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your alerts',
    description:
      'Lists your alerts, newest first by default. `state=firing,acknowledged,snoozed` lists open alerts. ' +
      'Resolved alerts are kept for 90 days unless configured otherwise.',
    returns: AlertPageDto,
  })
  async listAlerts(@CurrentCaller() { accountId }: Caller, @QueryParams() query: AlertsQuery): Promise<Page<object>> {
    const { limit, cursor, order, ...filter } = query;
    const page = this.cursors.page(`alerts:${accountId}:${order}:${JSON.stringify(filter)}`, limit, cursor);
    const found = await this.alerts.list(accountId, filter, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], AlertDto.from);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get an alert',
    description:
      'Returns one of your alerts with its explanation: every leaf of the condition with its value, ' +
      'threshold, time and records, as they were when it fired; and its comments.',
    returns: AlertDetailDto,
  })
  async getAlert(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<AlertDetailDto> {
    const alert = await this.alerts.get(accountId, id);
    return AlertDetailDto.of(alert, await this.alerts.comments(id));
  }

  @Post('/:id/acknowledge')
  @Endpoint({
    summary: 'Acknowledge an alert',
    description:
      'Stops notifications about the alert until it is resolved. Also ends a snooze. 409 for an alert that ' +
      'is pending, resolved or acknowledged.',
    returns: AlertDto,
    ifMatch: true,
    errors: ['conflict'],
  })
  async acknowledgeAlert(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertDto> {
    return AlertDto.from(await this.alerts.acknowledge(accountId, id, ifMatch));
  }

  @Post('/:id/snooze')
  @Endpoint({
    summary: 'Snooze an alert',
    description:
      'Stops notifications until the end of the snooze; an alert that is still true then fires again, one ' +
      'that is resolved meanwhile sends nothing. A second snooze replaces the first. 409 for an alert that ' +
      'is pending or resolved.',
    returns: AlertDto,
    ifMatch: true,
    errors: ['conflict'],
  })
  async snoozeAlert(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() { durationSeconds }: SnoozeDto,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertDto> {
    return AlertDto.from(await this.alerts.snooze(accountId, id, durationSeconds, ifMatch));
  }

  @Post('/:id/resolve')
  @Endpoint({
    summary: 'Resolve an alert',
    description:
      'Ends the alert although its condition may still be true. The condition must become false before the ' +
      'rule fires again. 409 for an alert that is pending or resolved.',
    returns: AlertDto,
    ifMatch: true,
    errors: ['conflict'],
  })
  async resolveAlert(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertDto> {
    return AlertDto.from(await this.alerts.resolve(accountId, id, ifMatch));
  }

  @Post('/:id/assign')
  @Endpoint({
    summary: 'Assign an alert',
    description:
      'Assigns the alert to the contact that handles it, or to no contact with `assigneeId: null`. The contact is ' +
      'not notified, and the state does not change. 409 for a resolved alert.',
    returns: AlertDto,
    ifMatch: true,
    errors: ['conflict', 'unprocessable'],
  })
  async assignAlert(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() { assigneeId }: AlertAssignmentDto,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertDto> {
    return AlertDto.from(await this.alerts.assign(accountId, id, assigneeId, ifMatch));
  }

  @Post('/:id/comments')
  @Endpoint({
    summary: 'Comment on an alert',
    description: 'Adds a comment; `GET /alerts/{id}` returns the comments. An alert has at most 200 comments.',
    returns: AlertCommentDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createAlertComment(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() { text }: NewAlertCommentDto,
  ): Promise<Reply> {
    return Reply.created(AlertCommentDto.from(await this.alerts.comment(accountId, id, text)), `/api/v1/alerts/${id}`);
  }
}
