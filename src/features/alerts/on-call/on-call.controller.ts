import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { calendarType } from '../../../http/calendar-reply.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OldestFirstQuery } from '../../../http/page.js';
import { MediaType, type Reply } from '../../../http/reply.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { onCallCalendar } from './on-call-calendar.js';
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
    alternatives: {
      [calendarType]: {
        description:
          'The shifts as iCalendar (RFC 5545), whole also where they reach beyond the time. Gaps are entries too.',
        example:
          'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Watchfloor//On-call schedule//EN\r\nBEGIN:VEVENT\r\n' +
          'UID:on-call:6f0d0c8e-4a5c-4b8e-9d3f-2a1b7c5e9f10:1795420800000@watchfloor\r\nDTSTAMP:20261120T060000Z\r\n' +
          'DTSTART:20261123T080000Z\r\nDTEND:20261130T080000Z\r\nSUMMARY:On call for Desk: Ada\\, phone\r\n' +
          'END:VEVENT\r\nEND:VCALENDAR\r\n',
      },
    },
  })
  async getOnCallShifts(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: OnCallShiftsQuery,
    @MediaType() mediaType: string,
  ): Promise<OnCallShiftsDto | Reply> {
    const times = await this.schedules.times(accountId, id, query);
    return mediaType === calendarType ? onCallCalendar(times) : OnCallShiftsDto.from(times);
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
