import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { AiBrief, AiBriefing, AiBriefingChanges, AiBriefingPage, NewAiBrief, NewAiBriefing } from './briefing.dto.js';
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

  @Post('/brief')
  @Endpoint({
    summary: 'Write a briefing',
    description:
      'Writes a briefing of a period as Markdown with citations: notable events, the news of the period, ' +
      'firing alerts, and optionally the quotes of a watchlist and the value and return of a portfolio. ' +
      'With a place or a box only events and articles in it. Every number of the text is checked against the ' +
      'records; `unverifiedNumbers` lists those that none has. ' +
      'Ids that are not yours are refused. Stores nothing.',
    returns: AiBrief,
    status: 200,
    scope: 'read',
  })
  async writeAiBrief(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Body() request: NewAiBrief,
  ): Promise<AiBrief> {
    return AiBrief.from(await this.briefings.write(caller, request, requester.signal));
  }

  @Get('/briefings')
  @Endpoint({
    summary: 'List your scheduled briefings',
    description: 'Oldest first. Follow `nextCursor` until it is null.',
    returns: AiBriefingPage,
  })
  async listAiBriefings(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`ai-briefings:${accountId}:${order}`, limit, cursor);
    const found = await this.schedules.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], AiBriefing.from);
  }

  @Post('/briefings')
  @Endpoint({
    summary: 'Schedule a briefing',
    description:
      'Writes a briefing every day or every week, of the time since the one before, and publishes it as the ' +
      'event `ai.briefing`, which a subscription can deliver by e-mail.',
    returns: AiBriefing,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createAiBriefing(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Body() input: NewAiBriefing,
  ): Promise<Reply> {
    const created = await this.schedules.create(caller, input, requester.signal);
    return Reply.created(AiBriefing.from(created), `/api/v1/ai/briefings/${created.id}`);
  }

  @Get('/briefings/:id')
  @Endpoint({
    summary: 'Get a scheduled briefing',
    description: 'One of your scheduled briefings.',
    returns: AiBriefing,
  })
  async getAiBriefing(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<AiBriefing> {
    return AiBriefing.from(await this.schedules.get(accountId, id));
  }

  @Patch('/briefings/:id')
  @Endpoint({
    summary: 'Update a scheduled briefing',
    description: 'Updates the fields you send. `version` rises only if something changed.',
    returns: AiBriefing,
    ifMatch: true,
  })
  async updateAiBriefing(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Param('id') id: string,
    @Body() changes: AiBriefingChanges,
    @IfMatch() ifMatch?: string,
  ): Promise<AiBriefing> {
    return AiBriefing.from(await this.schedules.change(caller, id, changes, requester.signal, ifMatch));
  }

  @Delete('/briefings/:id')
  @Endpoint({
    summary: 'Delete a scheduled briefing',
    description: 'Deletes the schedule. Briefings that were published stay in the timeline.',
    ifMatch: true,
  })
  async deleteAiBriefing(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.schedules.remove(accountId, id, ifMatch);
  }
}
