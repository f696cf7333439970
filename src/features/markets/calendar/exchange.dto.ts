import { Dto, Field } from '../../../api/field.js';
import { choice, integer, nullable, objects, text, timeOfDay } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import type { ListedExchange } from './exchanges.service.js';

/** Formats a time of day as `09:30`. @param minutes after midnight */
export const asTimeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export const marketState = () => choice(['pre', 'regular', 'post', 'closed']);

@Dto('A break within the regular hours, in local time.')
export class ExchangeBreakDto {
  @Field('When the break begins.', timeOfDay(), { example: '11:30' })
  from!: string;

  @Field('When the break ends.', timeOfDay(), { example: '12:30' })
  to!: string;
}

@Dto('An exchange.')
export class ExchangeDto {
  @Field('Market identifier code (ISO 10383).', text(4, 4, /^[A-Z]{4}$/), { example: 'XTKS' })
  code!: string;

  @Field('The display name.', text(1, 100), { example: 'Tokyo Stock Exchange' })
  name!: string;

  @Field('The part of symbols after the dot. Several exchanges may share one.', text(1, 8, /^[A-Z]{1,8}$/), {
    example: 'TSE',
  })
  venue!: string;

  @Field('The country of the exchange (ISO 3166-1 alpha-2).', text(2, 2, /^[A-Z]{2}$/), { example: 'JP' })
  country!: string;

  @Field('The currency of most prices (ISO 4217).', text(3, 3, /^[A-Z]{3}$/), { example: 'JPY' })
  currency!: string;

  @Field('The IANA time zone of all times of day.', text(1, 50), { example: 'Asia/Tokyo' })
  timeZone!: string;

  @Field('When the regular hours begin.', timeOfDay(), { example: '09:00' })
  opens!: string;

  @Field('When the regular hours usually end; a closing auction may follow.', timeOfDay(), { example: '15:30' })
  closes!: string;

  @Field('Breaks within the regular hours.', objects(ExchangeBreakDto, 5))
  breaks!: ExchangeBreakDto[];

  @Field('When pre-market trading begins; null without such trading.', nullable(timeOfDay()), { example: null })
  preOpens!: string | null;

  @Field('When post-market trading usually ends; null without such trading.', nullable(timeOfDay()), { example: null })
  postCloses!: string | null;

  @Field('The first year for which hours and holidays are known.', integer(1900, 2100), {
    example: 2000,
  })
  calendarSince!: number;

  @Field(
    'The current state: pre-market, regular, post-market or closed; `closed` also during a break.',
    marketState(),
    { example: 'regular' },
  )
  state!: string;

  static from({ exchange, hours, rightSince, state }: ListedExchange): ExchangeDto {
    const { code, name, venue, country, currency, timeZone } = exchange;
    const { open, close, breaks, preOpen, postMinutes } = hours;
    return Object.assign(new ExchangeDto(), {
      code,
      name,
      venue,
      country,
      currency,
      timeZone,
      calendarSince: rightSince,
      state,
      opens: asTimeOfDay(open),
      closes: asTimeOfDay(close),
      breaks: breaks.map(([from, to]) =>
        Object.assign(new ExchangeBreakDto(), { from: asTimeOfDay(from), to: asTimeOfDay(to) }),
      ),
      preOpens: preOpen === null ? null : asTimeOfDay(preOpen),
      postCloses: postMinutes === null ? null : asTimeOfDay(close + postMinutes),
    });
  }
}

export const ExchangePageDto = pageOf(
  ExchangeDto,
  'ExchangePageDto',
  'Every exchange whose calendar is known; there is one page.',
);
