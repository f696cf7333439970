import { Dto, Field } from '../../../openapi/field.js';
import { choice, day, flag, list, nullable, object, optional, text, timestamp } from '../../../openapi/rules.js';
import { formatDay } from '../civil-day.js';
import { asTimeOfDay, marketState } from './exchange.dto.js';
import type { ExchangeHours } from './exchanges.service.js';
import type { SpecialDay } from './holidays/special-days.js';
import type { TradingDay } from './schedule.js';

@Dto('Of which day.')
export class ExchangeHoursQuery {
  @Field('The day, in the time zone of the exchange; the present one there when left out.', optional(day()), { example: '2026-11-27' })
  date?: string;
}

@Dto('A stretch of trading.')
export class TradingSessionDto {
  @Field('`regular`; `pre` and `post` are the trading before and after it.', choice(['pre', 'regular', 'post']), { example: 'regular' })
  kind!: string;

  @Field('When it begins (UTC).', timestamp(), { example: '2026-11-27T14:30:00.000Z' })
  open!: string;

  @Field('When it ends (UTC).', timestamp(), { example: '2026-11-27T18:00:00.000Z' })
  close!: string;
}

@Dto('A pause within the regular session.')
export class TradingBreakDto {
  @Field('When it begins (UTC).', timestamp(), { example: '2026-11-27T02:30:00.000Z' })
  from!: string;

  @Field('When it ends (UTC).', timestamp(), { example: '2026-11-27T03:30:00.000Z' })
  to!: string;
}

@Dto('A weekday without trading, or with less of it.')
export class ExchangeHolidayDto {
  @Field('The day, in the time zone of the exchange.', day(), { example: '2026-12-24' })
  date!: string;

  @Field('What is kept.', text(1, 100), { example: 'Christmas Eve' })
  name!: string;

  @Field('When the regular hours end, in local time; null when there is no trading.', nullable(text(5, 5, /^(?:[01]\d|2[0-3]):[0-5]\d$/)), {
    example: '13:00',
  })
  closes!: string | null;

  static from({ day: date, name, close }: SpecialDay): ExchangeHolidayDto {
    return Object.assign(new ExchangeHolidayDto(), { date: formatDay(date), name, closes: close === null ? null : asTimeOfDay(close) });
  }
}

@Dto('When an exchange trades on a day, and how it stands now.')
export class ExchangeHoursDto {
  @Field('Market identifier code (ISO 10383).', text(4, 4, /^[A-Z]{4}$/), { example: 'XNYS' })
  code!: string;

  @Field('The day, in the time zone of the exchange.', day(), { example: '2026-11-27' })
  date!: string;

  @Field('IANA name.', text(1, 50), { example: 'America/New_York' })
  timeZone!: string;

  @Field('Whether there is any trading on this day.', flag(), { example: true })
  isTradingDay!: boolean;

  @Field('What is kept on this day, when it is no trading day or a half one; null on a usual day and on a weekend.', nullable(text(1, 100)), {
    example: 'Day after Thanksgiving',
  })
  holiday!: string | null;

  @Field(
    'The trading of the day in order; empty when there is none.',
    list(
      object(() => TradingSessionDto),
      3,
    ),
  )
  sessions!: TradingSessionDto[];

  @Field(
    'Pauses within the regular session.',
    list(
      object(() => TradingBreakDto),
      5,
    ),
    { example: [] },
  )
  breaks!: TradingBreakDto[];

  @Field('True when the regular session ends earlier than usual.', flag(), { example: true })
  early!: boolean;

  @Field('What the exchange does now, whichever day was asked for; `closed` also in a break.', marketState(), { example: 'closed' })
  state!: string;

  @Field('When a regular session begins next from now on (UTC); null when none does within a month.', nullable(timestamp()), {
    example: '2026-11-23T14:30:00.000Z',
  })
  nextOpen!: string | null;

  @Field('When a regular session ends next from now on (UTC); null when none does within a month.', nullable(timestamp()), {
    example: '2026-11-23T21:00:00.000Z',
  })
  nextClose!: string | null;

  @Field(
    'Holidays and half days from `date` on, for a year, in order.',
    list(
      object(() => ExchangeHolidayDto),
      60,
    ),
  )
  holidays!: ExchangeHolidayDto[];

  static from({ exchange, date, trading, special, state, nextOpen, nextClose, holidays }: ExchangeHours): ExchangeHoursDto {
    return Object.assign(new ExchangeHoursDto(), {
      ...{ code: exchange.code, date, timeZone: exchange.timeZone, isTradingDay: trading !== undefined, holiday: special?.name ?? null },
      sessions: trading === undefined ? [] : sessionsOf(trading),
      breaks: (trading?.breaks ?? []).map(({ from, to }) => Object.assign(new TradingBreakDto(), { from: iso(from), to: iso(to) })),
      ...{ early: trading?.early ?? false, state, nextOpen: isoOrNull(nextOpen), nextClose: isoOrNull(nextClose) },
      holidays: holidays.map(ExchangeHolidayDto.from),
    });
  }
}

const iso = (instant: number): string => new Date(instant).toISOString();
const isoOrNull = (instant: number | null): string | null => (instant === null ? null : iso(instant));

function sessionsOf({ preOpen, open, close, postClose }: TradingDay): TradingSessionDto[] {
  const session = (kind: string, from: number, to: number) => Object.assign(new TradingSessionDto(), { kind, open: iso(from), close: iso(to) });
  return [
    ...(preOpen === null ? [] : [session('pre', preOpen, open)]),
    session('regular', open, close),
    ...(postClose === null ? [] : [session('post', close, postClose)]),
  ];
}
