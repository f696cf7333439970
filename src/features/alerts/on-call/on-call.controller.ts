import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OldestFirstQuery } from '../../../http/page.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import {
  NewOnCallScheduleDto,
  OnCallScheduleChangesDto,
  OnCallScheduleDto,
  OnCallSchedulePageDto,
  OnCallShiftsDto,
  OnCallShiftsQuery,
} from './on-call-schedule.dto.js';
import { OnCallSchedulesService } from './on-call-schedules.records.js';

const path = '/alerts/on-call';

@Service()
@Authorized()
@JsonController(path)
export class OnCallController extends OwnedController<OnCallSchedulesService> {
  constructor(
    private readonly schedules: OnCallSchedulesService,
    cursors: CursorCodec,
  ) {
    super(schedules, cursors, { path, list: 'alert-on-call', from: OnCallScheduleDto.from });
  }

  @ListOwned({ summary: 'List your on-call schedules', returns: OnCallSchedulePageDto })
  listOnCallSchedules(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create an on-call schedule',
    description:
      'Creates a schedule of contacts that take turns by days or weeks, with overrides. A step of an alert policy that ' +
      'names it in `onCallIds` notifies the contact that is on call at that moment.',
    returns: OnCallScheduleDto,
    errors: ['unprocessable'],
  })
  createOnCallSchedule(caller: Caller, input: NewOnCallScheduleDto) {
    return this.created(caller, input);
  }

  @GetOwned({
    summary: 'Get an on-call schedule',
    description: 'Returns one of your on-call schedules.',
    returns: OnCallScheduleDto,
  })
  getOnCallSchedule(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @Get('/:id/shifts')
  @Endpoint({
    summary: 'Get the shifts of an on-call schedule',
    description: 'Returns who is on call now, the shifts in a time, and its gaps.',
    returns: OnCallShiftsDto,
  })
  async getOnCallShifts(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: OnCallShiftsQuery,
  ): Promise<OnCallShiftsDto> {
    return OnCallShiftsDto.from(await this.schedules.times(accountId, id, query));
  }

  @UpdateOwned({
    summary: 'Update an on-call schedule',
    description: 'Updates the fields you send; running escalations follow the schedule as it is at each notification.',
    returns: OnCallScheduleDto,
    errors: ['unprocessable'],
  })
  updateOnCallSchedule(caller: Caller, id: string, changes: OnCallScheduleChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete an on-call schedule',
    description: 'Deletes the schedule. Policies that name it notify their other contacts.',
  })
  deleteOnCallSchedule(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
