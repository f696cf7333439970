import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { AlertSilenceChangesDto, AlertSilenceDto, AlertSilencePageDto, NewAlertSilenceDto } from './silence.dto.js';
import { SilencesService } from './silences.records.js';

@Service()
@Authorized()
@JsonController('/alerts/silences')
export class SilencesController {
  constructor(
    private readonly silences: SilencesService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your alert silences',
    description: 'Returns pages, oldest first; silences that have ended are listed for 30 days.',
    returns: AlertSilencePageDto,
  })
  async listAlertSilences(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`alert-silences:${accountId}:${order}`, limit, cursor);
    const found = await this.silences.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], AlertSilenceDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Silence alerts',
    description:
      'Creates a silence: matching alerts still fire and are in `GET /alerts` and the timeline, but are not ' +
      'delivered. An alert that still fires at the end of the silence is delivered then; one that was ' +
      'resolved is not delivered at all.',
    returns: AlertSilenceDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached', 'unprocessable'],
  })
  async createAlertSilence(@CurrentCaller() { accountId }: Caller, @Body() input: NewAlertSilenceDto): Promise<Reply> {
    const created = await this.silences.create(accountId, input);
    return Reply.created(AlertSilenceDto.from(created), `/api/v1/alerts/silences/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({ summary: 'Get an alert silence', description: 'Returns one of your silences.', returns: AlertSilenceDto })
  async getAlertSilence(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<AlertSilenceDto> {
    return AlertSilenceDto.from(await this.silences.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update an alert silence',
    description: 'Changes the comment or the end. Create another silence for other conditions.',
    returns: AlertSilenceDto,
    ifMatch: true,
  })
  async updateAlertSilence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: AlertSilenceChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<AlertSilenceDto> {
    return AlertSilenceDto.from(await this.silences.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete an alert silence',
    description: 'Ends the silence now, if it has not ended.',
    ifMatch: true,
  })
  async deleteAlertSilence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.silences.remove(accountId, id, ifMatch);
  }
}
