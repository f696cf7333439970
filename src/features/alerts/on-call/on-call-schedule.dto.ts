import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  flag,
  line,
  list,
  nullable,
  object,
  objects,
  optional,
  text,
  timeOfDay,
  timeOrDay,
  timestamp,
  timeZone,
  uuid,
} from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import { type OnCallSchedule, type OnCallTimes, type RotationPeriod, rotationPeriods } from './on-call-schedule.js';

const name = () => line(1, 100);
const from = '2026-11-20T20:00:00.000Z';
const to = '2026-11-21T08:00:00.000Z';

@Dto('Contacts that take turns.')
export class OnCallRotation {
  @Field('The contacts, in the order of their turns.', list(uuid(), 20, 1))
  contactIds!: string[];

  @Field('`daily`: one day each; `weekly`: one week each.', choice(rotationPeriods), { example: 'weekly' })
  period!: RotationPeriod;

  @Field('Local day of the first hand-over, and of the week for weekly turns.', day(), { example: '2026-11-16' })
  startsOn!: string;

  @Field('Local time of each hand-over.', timeOfDay(), { example: '09:00' })
  handOverAt!: string;
}

@Dto('A time in which another contact is on call, instead of the rotation.')
export class OnCallOverride {
  @Field('Contact that is on call instead.', uuid())
  contactId!: string;

  @Field('Start (UTC), inclusive.', timestamp(), { example: from })
  from!: string;

  @Field('End (UTC), exclusive.', timestamp(), { example: to })
  to!: string;
}

const says = {
  name: 'The name of the schedule.',
  timeZone: 'IANA time zone of the hand-overs.',
  rotation: 'The contacts that take turns.',
  overrides: 'Times in which another contact is on call; they must not overlap.',
};
const rotation = () => object(() => OnCallRotation);
const overrides = () => objects(OnCallOverride, 100);

@Dto('A new on-call schedule.')
export class NewOnCallScheduleDto {
  @Field(says.name, name(), { example: 'Desk' })
  name!: string;

  @Field(says.timeZone, timeZone(), { example: 'Europe/Berlin' })
  timeZone!: string;

  @Field(says.rotation, rotation())
  rotation!: OnCallRotation;

  @Field(`${says.overrides} Default: empty.`, optional(overrides()))
  overrides?: OnCallOverride[];
}

@Dto('Changes to an on-call schedule (RFC 7396). Omitted fields are unchanged.')
export class OnCallScheduleChangesDto {
  @Field(says.name, optional(name()), { example: 'Desk' })
  name?: string;

  @Field(says.timeZone, optional(timeZone()), { example: 'Europe/Berlin' })
  timeZone?: string;

  @Field(`${says.rotation} Replaces the whole rotation.`, optional(rotation()), { omitFromExample: true })
  rotation?: OnCallRotation;

  @Field(`${says.overrides} Replaces the whole list.`, optional(overrides()), { omitFromExample: true })
  overrides?: OnCallOverride[];
}

@Resource('Contacts, one of which is on call at a time; alert policies notify that contact.', {
  createdAt: 'Creation time (UTC).',
})
export class OnCallScheduleDto extends ResourceDto {
  @Field(says.name, name(), { example: 'Desk' })
  name!: string;

  @Field(says.timeZone, timeZone(), { example: 'Europe/Berlin' })
  timeZone!: string;

  @Field(says.rotation, rotation())
  rotation!: OnCallRotation;

  @Field(says.overrides, overrides())
  overrides!: OnCallOverride[];

  static from(schedule: OnCallSchedule): OnCallScheduleDto {
    return answerOf(OnCallScheduleDto, schedule);
  }
}

export const OnCallSchedulePageDto = pageOf(
  OnCallScheduleDto,
  'OnCallSchedulePageDto',
  'A page of on-call schedules, oldest first.',
);

@Dto('The time of which shifts are returned, at most 92 days.')
export class OnCallShiftsQuery {
  @Field('Start (UTC), inclusive. Default: now.', optional(timeOrDay()), { example: '2026-11-20' })
  from?: string;

  @Field('End (UTC), exclusive. Default: 14 days after the start.', optional(timeOrDay()), { example: '2026-12-04' })
  to?: string;
}

@Dto('A time in which a contact is on call.')
export class OnCallShift {
  @Field('Contact that is on call, as in `GET /alerts/contacts`.', uuid())
  contactId!: string;

  @Field('Name of the contact that is on call.', text(1, 100), { example: 'Ada, phone' })
  contactName!: string;

  @Field('Start (UTC), inclusive.', timestamp(), { example: from })
  from!: string;

  @Field('End (UTC), exclusive.', timestamp(), { example: to })
  to!: string;

  @Field('True for an override, false for a turn of the rotation.', flag(), { example: false })
  isOverride!: boolean;
}

@Dto('A time in which no contact is on call.')
export class OnCallGap {
  @Field('Start (UTC), inclusive.', timestamp(), { example: from })
  from!: string;

  @Field('End (UTC), exclusive.', timestamp(), { example: to })
  to!: string;
}

@Dto('The shifts of an on-call schedule in a time.')
export class OnCallShiftsDto {
  @Field('Name of the contact that is on call now; null in a gap.', nullable(text(1, 100)), { example: 'Ada, phone' })
  currentContact!: string | null;

  @Field(
    'The shifts within the time, the earliest first. A shift that reaches beyond the time is cut at its start or end.',
    objects(OnCallShift, 400),
  )
  shifts!: OnCallShift[];

  @Field(
    'Times without a contact, because the rotation has not begun or a contact was deleted.',
    objects(OnCallGap, 400),
  )
  gaps!: OnCallGap[];

  @Field('Warning about the gaps; null without one.', nullable(text(1, 200)), { example: null })
  warning!: string | null;

  static from({ nameNow, shifts, gaps }: OnCallTimes): OnCallShiftsDto {
    const iso = <T extends { from: number; to: number }>(one: T) => ({
      ...one,
      from: new Date(one.from).toISOString(),
      to: new Date(one.to).toISOString(),
    });
    const [gap] = gaps.map(iso);
    return Object.assign(new OnCallShiftsDto(), {
      currentContact: nameNow ?? null,
      shifts: shifts.map(iso),
      gaps: gaps.map(iso),
      warning:
        gap === undefined ? null : `No contact is on call from ${gap.from} to ${gap.to}${more(gaps.length - 1)}.`,
    });
  }
}

const more = (count: number): string => (count === 0 ? '' : `, and in ${count} later ${count === 1 ? 'gap' : 'gaps'}`);
