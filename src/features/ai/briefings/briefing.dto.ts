import { type Weekday, weekdays } from '../../../accounts/account.js';
import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  line,
  list,
  nullable,
  number,
  objects,
  optional,
  text,
  timeOrDay,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import { AiCitation, AiUnverifiedNumber } from '../messages/message.dto.js';
import { type Briefing, type BriefingSchedule } from './briefing.js';

const box = () => list(number(-180, 180), 4, 4);
const clockTime = () => text(5, 5, /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'a time of day such as 07:00');
const id = '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901';
const says = {
  watchlist: 'One of your watchlists, whose quotes the briefing lists; null for no watchlist.',
  portfolio: 'One of your portfolios, whose value and return the briefing states; null for no portfolio.',
  bbox:
    'Only events in this box: west, south, east, north in degrees; south is at most north. Null for the ' +
    'whole world.',
  name: 'The name, which is the title of the briefing.',
  time: 'When it is written: a time of day in UTC, `HH:MM`.',
  place:
    'Only events and articles of this place: a name of the gazetteer such as `Rotterdam`, `Red Sea` or ' +
    '`Japan`, instead of `bbox`. Another name is rejected with 400. Null for the whole world.',
  weekday: 'The day of the week (UTC) of a weekly briefing; null for every day.',
};

/**
 * The subject of a briefing. Subclasses mark their own fields with `identity`, so that those come before the inherited
 * ones.
 */
abstract class BriefingContent {
  @Field(says.watchlist, optional(nullable(uuid())), { omitFromExample: true, example: id })
  watchlistId?: string | null;

  @Field(says.portfolio, optional(nullable(uuid())), { omitFromExample: true, example: id })
  portfolioId?: string | null;

  @Field(says.bbox, optional(nullable(box())), { example: [55, 25, 58, 27] })
  bbox?: number[] | null;

  @Field(says.place, optional(nullable(text(1, 100))), { omitFromExample: true, example: 'Strait of Hormuz' })
  place?: string | null;
}

@Dto('A briefing to write now.')
export class NewBriefing extends BriefingContent {
  @Field(
    'Start of the period, inclusive: a time or a date, at most 31 days before `to`. A day before `to` if omitted.',
    optional(timeOrDay()),
    {
      example: '2026-11-19T00:00:00.000Z',
      identity: true,
    },
  )
  from?: string;

  @Field('End of the period, exclusive: a time or a date after `from`. Now if omitted.', optional(timeOrDay()), {
    example: '2026-11-20T00:00:00.000Z',
    identity: true,
  })
  to?: string;
}

@Dto('A briefing.')
export class BriefingDto {
  @Field('Heading of the stored briefing.', text(1, 200), { example: 'Briefing' })
  title!: string;

  @Field('Start of the period, inclusive (UTC).', timestamp(), { example: '2026-11-19T00:00:00.000Z' })
  from!: string;

  @Field('End of the period, exclusive (UTC).', timestamp(), { example: '2026-11-20T00:00:00.000Z' })
  to!: string;

  @Field(
    'The place that it is about, by its name in the gazetteer; null for the whole world and for a box.',
    nullable(text(1, 200)),
    { example: null },
  )
  place!: string | null;

  @Field(
    'The box that events and articles are in: west, south, east, north in degrees; null for the whole world.',
    nullable(box()),
    { example: null },
  )
  bbox!: number[] | null;

  @Field('The briefing, in Markdown without images, links and HTML.', text(1, 100_000), {
    example: '# Briefing\n\n## Events\n\nNo notable events in this period.',
  })
  content!: string;

  @Field('The records that it relies on, at most 100.', objects(AiCitation, 100))
  citations!: AiCitation[];

  @Field(
    'Numbers and dates of `content` that occur in none of its records, at most 200.',
    objects(AiUnverifiedNumber, 200),
    { example: [] },
  )
  unverifiedNumbers!: AiUnverifiedNumber[];

  @Field('Always `builtin`: briefings are written without a model.', text(1, 200), { example: 'builtin' })
  model!: string;

  static from(briefing: Briefing): BriefingDto {
    return answerOf(BriefingDto, { ...briefing, model: 'builtin' });
  }
}

@Dto('A briefing to write every day or every week.')
export class NewBriefingSchedule extends BriefingContent {
  @Field(says.name, line(1, 100), { example: 'Morning', identity: true })
  name!: string;

  @Field(says.time, clockTime(), { example: '07:00', identity: true })
  time!: string;

  @Field(says.weekday, optional(nullable(choice(weekdays))), { example: 'monday', identity: true })
  weekday?: Weekday | null;
}

@Dto('Changes to a briefing schedule (RFC 7396). Omitted fields are unchanged.')
export class BriefingScheduleChanges extends BriefingContent {
  @Field(says.name, optional(line(1, 100)), { example: 'Morning', identity: true })
  name?: string;

  @Field(says.time, optional(clockTime()), { example: '07:00', identity: true })
  time?: string;

  @Field(says.weekday, optional(nullable(choice(weekdays))), { example: 'monday', identity: true })
  weekday?: Weekday | null;
}

@Resource('A scheduled briefing.')
export class BriefingScheduleDto extends ResourceDto {
  @Field(says.name, line(1, 100), { example: 'Morning' })
  name!: string;

  @Field(says.time, clockTime(), { example: '07:00' })
  time!: string;

  @Field(says.weekday, nullable(choice(weekdays)), { example: 'monday' })
  weekday!: string | null;

  @Field(says.watchlist, nullable(uuid()), { example: null })
  watchlistId!: string | null;

  @Field(says.portfolio, nullable(uuid()), { example: null })
  portfolioId!: string | null;

  @Field(says.bbox, nullable(box()), { example: [55, 25, 58, 27] })
  bbox!: number[] | null;

  @Field(
    'The place that it is about, by its name in the gazetteer; null for the whole world and for a box.',
    nullable(text(1, 200)),
    { example: null },
  )
  place!: string | null;

  static from(schedule: BriefingSchedule): BriefingScheduleDto {
    const { watchlistId = null, portfolioId = null, bbox = null, place = null } = schedule;
    return answerOf(BriefingScheduleDto, { ...schedule, watchlistId, portfolioId, bbox, place });
  }
}

export const BriefingSchedulePage = pageOf(
  BriefingScheduleDto,
  'BriefingSchedulePage',
  'A page of scheduled briefings.',
);
