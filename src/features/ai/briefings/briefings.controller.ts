import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import {
  BriefingDto,
  BriefingScheduleChanges,
  BriefingScheduleDto,
  BriefingSchedulePage,
  NewBriefing,
  NewBriefingSchedule,
} from './briefing.dto.js';
import { BriefingSchedules } from './briefing-schedules.service.js';
import { Briefings } from './briefings.service.js';

@Service()
@Authorized()
@JsonController('/ai')
export class BriefingsController {
  constructor(
    private readonly briefings: Briefings,
    private readonly schedules: BriefingSchedules,
    private readonly cursors: CursorCodec,
  ) {}

  @Post('/briefings')
  @Endpoint({
    summary: 'Generate a briefing',
    description:
      'Writes a briefing of a period as Markdown with citations: notable events, the news of the period, ' +
      'firing alerts, and optionally the quotes of a watchlist and the value and return of a portfolio. ' +
      'With a place or a box only events and articles in it. Every number of the text is checked against the cited ' +
      'records; `unverifiedNumbers` lists numbers found in none of them. ' +
      'Ids that are not yours are rejected. Stores nothing.',
    returns: BriefingDto,
    status: 200,
    scope: 'read',
  })
  async generateBriefing(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Body() request: NewBriefing,
  ): Promise<BriefingDto> {
    return BriefingDto.from(await this.briefings.write(caller, request, requester.signal));
  }

  @Get('/briefing-schedules')
  @Endpoint({
    summary: 'List your briefing schedules',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: BriefingSchedulePage,
  })
  async listBriefingSchedules(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`briefing-schedules:${accountId}:${order}`, limit, cursor);
    const found = await this.schedules.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], BriefingScheduleDto.from);
  }

  @Post('/briefing-schedules')
  @Endpoint({
    summary: 'Create a briefing schedule',
    description:
      'Writes a briefing every day or every week, of the time since the one before, and publishes it as the ' +
      'event `ai.briefing`, which a subscription can deliver by e-mail.',
    returns: BriefingScheduleDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createBriefingSchedule(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Body() input: NewBriefingSchedule,
  ): Promise<Reply> {
    const created = await this.schedules.create(caller, input, requester.signal);
    return Reply.created(BriefingScheduleDto.from(created), `/api/v1/ai/briefing-schedules/${created.id}`);
  }

  @Get('/briefing-schedules/:id')
  @Endpoint({
    summary: 'Get a briefing schedule',
    description: 'Returns one of your briefing schedules.',
    returns: BriefingScheduleDto,
  })
  async getBriefingSchedule(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<BriefingScheduleDto> {
    return BriefingScheduleDto.from(await this.schedules.get(accountId, id));
  }

  @Patch('/briefing-schedules/:id')
  @Endpoint({
    summary: 'Update a briefing schedule',
    description: 'Updates the fields you send. `version` rises only if something changed.',
    returns: BriefingScheduleDto,
    ifMatch: true,
  })
  async updateBriefingSchedule(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Param('id') id: string,
    @Body() changes: BriefingScheduleChanges,
    @IfMatch() ifMatch?: string,
  ): Promise<BriefingScheduleDto> {
    return BriefingScheduleDto.from(await this.schedules.change(caller, id, changes, requester.signal, ifMatch));
  }

  @Delete('/briefing-schedules/:id')
  @Endpoint({
    summary: 'Delete a briefing schedule',
    description: 'Deletes the schedule. Briefings that were published stay in the timeline.',
    ifMatch: true,
  })
  async deleteBriefingSchedule(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.schedules.remove(accountId, id, ifMatch);
  }
}
