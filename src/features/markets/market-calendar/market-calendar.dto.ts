import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  flag,
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
import { PageQuery } from '../../../http/page.js';
import { type CalendarKind, calendarKinds } from '../calendar-entry.js';
import { symbolRule } from '../symbol-parameter.js';
import type { CalendarFailure, SourcedEntry } from './market-calendar.service.js';

const MAX_FAILURES = 500;

@Dto('The entries of a calendar to list.')
export class MarketCalendarQuery extends PageQuery {
  @Field('Only entries of these kinds. Default: all.', optional(list(choice(calendarKinds), calendarKinds.length, 1)), {
    example: ['dividend', 'earnings'],
  })
  kind?: CalendarKind[];

  @Field('Only entries of this day or later; of a time, its day (UTC). Default: today.', optional(timeOrDay()), {
    example: '2026-11-20',
  })
  from?: string;

  @Field(
    'Only entries before this day (exclusive); of a time, its day (UTC). At most 366 days after `from`. Default: 30 ' +
      'days after it.',
    optional(timeOrDay()),
    {
      example: '2026-12-20',
    },
  )
  to?: string;

  @Field(
    'Only entries of these instruments; economic figures are then listed only if `kind` names them.',
    optional(list(symbolRule, 200, 1)),
    { example: ['AAPL.US', 'KO.US'] },
  )
  symbol?: string[];

  @Field('Only entries of the instruments of one of your watchlists.', optional(uuid()), { omitFromExample: true })
  watchlistId?: string;

  @Field('Only entries of the instruments that one of your portfolios holds.', optional(uuid()), {
    omitFromExample: true,
  })
  portfolioId?: string;
}

@Dto('A dated event of a company or an economy. Fields that do not concern its kind are null.')
export class CalendarEntryDto {
  @Field('Identifies the entry: its kind, its subject and its day.', text(1, 300), {
    example: 'dividend:KO.US:2026-11-30',
  })
  id!: string;

  @Field(
    '`dividend`: the ex-day of a cash dividend. `split`: the first day with the new shares. `earnings`: a company ' +
      'reports. `ipo`: shares are first offered to the public. `economic`: an economic figure is published.',
    choice(calendarKinds),
    { example: 'dividend' },
  )
  kind!: CalendarKind;

  @Field('The day, in the time zone of the market or of the publisher.', day(), { example: '2026-11-30' })
  day!: string;

  @Field('The exact time (UTC); null if the provider does not state it.', nullable(timestamp()), { example: null })
  at!: string | null;

  @Field(
    'When earnings are reported: before the session of that day, during it or after it; null if unknown.',
    nullable(choice(['before_open', 'during_session', 'after_close'])),
    { example: null },
  )
  reportTime!: string | null;

  @Field('The instrument; null for economic figures, and for companies without a symbol.', nullable(text(3, 33)), {
    example: 'KO.US',
  })
  symbol!: string | null;

  @Field('Name of the company or of the figure; null if only the symbol is known.', nullable(text(1, 300)), {
    example: null,
  })
  title!: string | null;

  @Field('The country of an economic figure (ISO 3166-1 alpha-2); null for other kinds.', nullable(text(2, 2)), {
    example: null,
  })
  country!: string | null;

  @Field('Currency of the amounts (ISO 4217); null if the provider does not state it.', nullable(text(2, 12)), {
    example: 'USD',
  })
  currency!: string | null;

  @Field(
    'The reported period: the last day of a fiscal quarter, or the month of a figure. Null if unknown.',
    nullable(text(1, 50)),
    {
      example: null,
    },
  )
  period!: string | null;

  @Field('Expected earnings per share, or expected figure; null without an estimate.', nullable(number()), {
    example: null,
  })
  estimate!: number | null;

  @Field('Published earnings per share, or published figure; null until then.', nullable(number()), { example: null })
  actual!: number | null;

  @Field(
    'Earnings per share of the quarter a year before, or the figure published before; null if unknown.',
    nullable(number()),
    {
      example: null,
    },
  )
  previous!: number | null;

  @Field('Unit of an economic figure; null for other kinds.', nullable(text(1, 50)), { example: null })
  unit!: string | null;

  @Field('Dividend for each share; null for other kinds.', nullable(number(0)), { example: 0.51 })
  amount!: number | null;

  @Field('New shares for each old one; below 1 for a reverse split. Null for other kinds.', nullable(number(0)), {
    example: null,
  })
  ratio!: number | null;

  @Field('Lowest expected price of offered shares; null if unknown, and for other kinds.', nullable(number(0)), {
    example: null,
  })
  priceLow!: number | null;

  @Field('Highest expected price of offered shares; null if unknown, and for other kinds.', nullable(number(0)), {
    example: null,
  })
  priceHigh!: number | null;

  @Field('Number of offered shares; null if unknown.', nullable(number(0)), { example: null })
  shareCount!: number | null;

  @Field('The day on which a dividend or split was announced; null if unknown, and for other kinds.', nullable(day()), {
    example: '2026-10-15',
  })
  declarationDay!: string | null;

  @Field(
    'The day on which a holder must be registered for a dividend; null if unknown, and for other kinds.',
    nullable(day()),
    { example: '2026-12-01' },
  )
  recordDay!: string | null;

  @Field('The day on which a dividend is paid; null if unknown, and for other kinds.', nullable(day()), {
    example: '2026-12-15',
  })
  paymentDay!: string | null;

  @Field('The provider of the entry; `simulator` for simulated ones.', text(1, 50), { example: 'eodhd' })
  provider!: string;

  @Field('Whether the entry is simulated.', flag(), { example: false })
  simulated!: boolean;

  @Field('Time at which this service received it.', timestamp(), { example: '2026-11-20T06:00:00.000Z' })
  fetchedAt!: string;

  static from({ seriesId: _, ...entry }: SourcedEntry): CalendarEntryDto {
    const given = Object.entries(entry).filter(([, value]) => value !== undefined);
    return Object.assign(new CalendarEntryDto(), nothing, Object.fromEntries(given), {
      at: entry.at?.toISOString() ?? null,
      simulated: entry.provider === 'simulator',
      fetchedAt: entry.fetchedAt.toISOString(),
    });
  }
}

/** The members that concern only some kinds. */
const nothing = {
  reportTime: null,
  symbol: null,
  title: null,
  country: null,
  currency: null,
  period: null,
  estimate: null,
  actual: null,
  previous: null,
  unit: null,
  amount: null,
  ratio: null,
  priceLow: null,
  priceHigh: null,
  shareCount: null,
  declarationDay: null,
  recordDay: null,
  paymentDay: null,
};

@Dto('A kind of entries that is missing, or missing for one symbol.')
export class CalendarErrorDto {
  @Field('The kind of the entries that are missing.', choice(calendarKinds), { example: 'dividend' })
  kind!: CalendarKind;

  @Field('The symbol; null if the kind is missing for all.', nullable(text(3, 33)), { example: null })
  symbol!: string | null;

  @Field(
    '`not_offered`: no configured provider offers it. `not_found`: no configured provider knows the symbol. ' +
      '`unavailable`: the providers are not answering.',
    choice(['not_offered', 'not_found', 'unavailable']),
    { example: 'not_offered' },
  )
  code!: string;

  @Field('Advice for the caller.', text(1, 300), {
    example: 'No configured provider lists the dividends of all companies. Name symbols, a watchlist or a portfolio.',
  })
  detail!: string;

  static from(failure: CalendarFailure): CalendarErrorDto {
    return answerOf(CalendarErrorDto, failure);
  }
}

@Dto('A page of a calendar, by day.')
export class MarketCalendarDto {
  @Field('The entries of this page.', objects(CalendarEntryDto, 200))
  items!: object[];

  @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 512)), { example: null })
  nextCursor!: string | null;

  @Field('The kinds and symbols whose entries are missing.', objects(CalendarErrorDto, MAX_FAILURES), { example: [] })
  errors!: object[];

  static from(page: { items: object[]; nextCursor: string | null }, failures: readonly CalendarFailure[]) {
    const errors = failures.slice(0, MAX_FAILURES).map(CalendarErrorDto.from);
    return Object.assign(new MarketCalendarDto(), { ...page, errors });
  }
}
