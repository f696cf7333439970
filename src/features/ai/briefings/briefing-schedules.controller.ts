import { Authorized, Body, JsonController, Param, Patch, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery } from '../../../http/page.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { DeleteOwned, GetOwned, ListOwned } from '../../../resources/owned-routes.js';
import {
  BriefingScheduleChanges,
  BriefingScheduleDto,
  BriefingSchedulePage,
  NewBriefingSchedule,
} from './briefing.dto.js';
import { BriefingSchedules } from './briefing-schedules.records.js';
import { BriefingScheduling } from './briefing-scheduling.service.js';

const path = '/ai/briefing-schedules';

@Service()
@Authorized()
@JsonController(path)
export class BriefingSchedulesController extends OwnedController<BriefingSchedules> {
  constructor(
    schedules: BriefingSchedules,
    cursors: CursorCodec,
    private readonly scheduling: BriefingScheduling,
  ) {
    super(schedules, cursors, { path, list: 'briefing-schedules', from: BriefingScheduleDto.from });
  }

  @ListOwned({ summary: 'List your briefing schedules', returns: BriefingSchedulePage })
  listBriefingSchedules(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @Post('')
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
    return this.reply(await this.scheduling.create(caller, input, requester.signal));
  }

  @GetOwned({
    summary: 'Get a briefing schedule',
    description: 'Returns one of your briefing schedules.',
    returns: BriefingScheduleDto,
  })
  getBriefingSchedule(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @Patch('/:id')
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
    return BriefingScheduleDto.from(await this.scheduling.change(caller, id, changes, requester.signal, ifMatch));
  }

  @DeleteOwned({
    summary: 'Delete a briefing schedule',
    description: 'Deletes the schedule. Briefings that were published stay in the timeline.',
  })
  deleteBriefingSchedule(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
