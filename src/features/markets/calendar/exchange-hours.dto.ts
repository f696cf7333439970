import { Dto, Field } from '../../../api/field.js';
import { choice, day, flag, nullable, objects, optional, text, timeOfDay, timestamp } from '../../../api/rules.js';
import { formatDay } from '../civil-day.js';
import { asTimeOfDay, marketState } from './exchange.dto.js';
import type { ExchangeHours } from './exchanges.service.js';
import type { SpecialDay } from './holidays/special-days.js';
import type { TradingDay } from './schedule.js';

@Dto('The day to read.')
export class ExchangeHoursQuery {
  @Field('The day, in the time zone of the exchange. Default: today there.', optional(day()), { example: '2026-11-27' })
  date?: string;
}

@Dto('A continuous trading session.')
export class TradingSessionDto {
  @Field('The kind of session: `pre`-market, `regular` or `post`-market.', choice(['pre', 'regular', 'post']), {
    example: 'regular',
  })
  kind!: string;

  @Field('When the session begins (UTC).', timestamp(), { example: '2026-11-27T14:30:00.000Z' })
  open!: string;

  @Field('When the session ends (UTC).', timestamp(), { example: '2026-11-27T18:00:00.000Z' })
  close!: string;
}

@Dto('A break within the regular session.')
export class TradingBreakDto {
  @Field('When the break begins (UTC).', timestamp(), { example: '2026-11-27T02:30:00.000Z' })
  from!: string;

  @Field('When the break ends (UTC).', timestamp(), { example: '2026-11-27T03:30:00.000Z' })
  to!: string;
}

@Dto('A weekday without trading, or with an early close.')
export class ExchangeHolidayDto {
  @Field('The day, in the time zone of the exchange.', day(), { example: '2026-12-24' })
  date!: string;

  @Field('The name of the holiday.', text(1, 100), { example: 'Christmas Eve' })
  name!: string;

  @Field('When the regular hours end, in local time; null if there is no trading.', nullable(timeOfDay()), {
    example: '13:00',
  })
  closes!: string | null;

  static from({ day: date, name, close }: SpecialDay): ExchangeHolidayDto {
    return Object.assign(new ExchangeHolidayDto(), {
      date: formatDay(date),
      name,
      closes: close === null ? null : asTimeOfDay(close),
    });
  }
}

@Dto('The trading hours of an exchange on one day, and its current state.')
export class ExchangeHoursDto {
  @Field('Market identifier code (ISO 10383).', text(4, 4, /^[A-Z]{4}$/), { example: 'XNYS' })
  code!: string;

  @Field('The day, in the time zone of the exchange.', day(), { example: '2026-11-27' })
  date!: string;

  @Field('The IANA time zone of the exchange.', text(1, 50), { example: 'America/New_York' })
  timeZone!: string;

  @Field('Whether the exchange trades on this day.', flag(), { example: true })
  isTradingDay!: boolean;

  @Field('The holiday or early close on this day; null on ordinary days and weekends.', nullable(text(1, 100)), {
    example: 'Day after Thanksgiving',
  })
  holiday!: string | null;

  @Field('The sessions of the day in order; empty without trading.', objects(TradingSessionDto, 3))
  sessions!: TradingSessionDto[];

  @Field('Breaks within the regular session.', objects(TradingBreakDto, 5), { example: [] })
  breaks!: TradingBreakDto[];

  @Field('Whether the regular session ends earlier than usual.', flag(), { example: true })
  early!: boolean;

  @Field(
    'The current state, independent of `date`: pre-market, regular, post-market or closed; `closed` also ' +
      'during a break.',
    marketState(),
    {
      example: 'closed',
    },
  )
  state!: string;

  @Field(
    'When the next regular session begins, counted from now (UTC); null if none begins within a month.',
    nullable(timestamp()),
    {
      example: '2026-11-23T14:30:00.000Z',
    },
  )
  nextOpen!: string | null;

  @Field(
    'When the current or next regular session ends, counted from now (UTC); null if none ends within a month.',
    nullable(timestamp()),
    {
      example: '2026-11-23T21:00:00.000Z',
    },
  )
  nextClose!: string | null;

  @Field('Holidays and early closes in the year from `date`, in order.', objects(ExchangeHolidayDto, 60))
  holidays!: ExchangeHolidayDto[];

  static from({
    exchange,
    date,
    trading,
    special,
    state,
    nextOpen,
    nextClose,
    holidays,
  }: ExchangeHours): ExchangeHoursDto {
    return Object.assign(new ExchangeHoursDto(), {
      code: exchange.code,
      date,
      timeZone: exchange.timeZone,
      isTradingDay: trading !== undefined,
      holiday: special?.name ?? null,
      sessions: trading === undefined ? [] : sessionsOf(trading),
      breaks: (trading?.breaks ?? []).map(({ from, to }) =>
        Object.assign(new TradingBreakDto(), { from: iso(from), to: iso(to) }),
      ),
      early: trading?.early ?? false,
      state,
      nextOpen: isoOrNull(nextOpen),
      nextClose: isoOrNull(nextClose),
      holidays: holidays.map(ExchangeHolidayDto.from),
    });
  }
}

const iso = (instant: number): string => new Date(instant).toISOString();
const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

function sessionsOf({ preOpen, open, close, postClose }: TradingDay): TradingSessionDto[] {
  const session = (kind: string, from: number, to: number) =>
    Object.assign(new TradingSessionDto(), { kind, open: iso(from), close: iso(to) });
  return [
    ...(preOpen === null ? [] : [session('pre', preOpen, open)]),
    session('regular', open, close),
    ...(postClose === null ? [] : [session('post', close, postClose)]),
  ];
}
