import { Dto, Field } from '../../../api/field.js';
import { choice, nullable, number, object, objects, text, timestamp } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { DAY_MS } from '../../../time/durations.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { type Adjustment, adjustments, type Candle } from '../candle.js';
import { type Interval, intervals } from '../interval.js';

import type { CandleSeries, Gap } from './candle-series.js';

/**
 * Texts of midnights, shared by the daily candles of all instruments: formatting a time takes longer than the rest of a
 * candle.
 */
const midnights = new Map<number, string>();
/** Maximum number of cached texts: a century of days. */
const MAX_MIDNIGHTS = 36_525;

function textOf(time: Date): string {
  const ms = time.getTime();
  if (ms % DAY_MS !== 0) return time.toISOString();
  let text = midnights.get(ms);
  if (text === undefined) {
    text = time.toISOString();
    if (midnights.size < MAX_MIDNIGHTS) midnights.set(ms, text);
  }
  return text;
}

@Dto('Prices and volume of one interval.')
export class CandleDto {
  @Field('When the candle opens (UTC); for days, weeks and months, midnight of their first day.', timestamp(), {
    example: '2026-11-20T00:00:00.000Z',
  })
  time!: string;

  @Field('The first price.', number(0), { example: 229.74 })
  open!: number;

  @Field('The highest price.', number(0), { example: 233.22 })
  high!: number;

  @Field('The lowest price.', number(0), { example: 229.57 })
  low!: number;

  @Field('The last price; of an open candle, the last so far.', number(0), { example: 231.41 })
  close!: number;

  @Field('Units traded; null if no count is published, as for currencies.', nullable(number(0)), {
    example: 37_931_706,
  })
  volume!: number | null;

  static from({ time, open, high, low, close, volume }: Candle): CandleDto {
    // Fields are assigned one by one: `Object.assign` would take three times as long, and responses have thousands of
    // candles.
    const dto = new CandleDto();
    dto.time = textOf(time);
    dto.open = open;
    dto.high = high;
    dto.low = low;
    dto.close = close;
    dto.volume = volume;
    return dto;
  }
}

@Dto('A range of trading hours without candles.')
export class CandleGapDto {
  @Field('When the first missing candle would open.', timestamp(), { example: '2026-11-18T00:00:00.000Z' })
  from!: string;

  @Field('When the last missing candle would end.', timestamp(), { example: '2026-11-19T00:00:00.000Z' })
  to!: string;

  static from({ from, to }: Gap): CandleGapDto {
    return Object.assign(new CandleGapDto(), { from: from.toISOString(), to: to.toISOString() });
  }
}

@Dto('Candles of one instrument, from one provider.')
export class CandleSeriesDto {
  @Field('The instrument: `<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The length of a candle.', choice(intervals), { example: '1d' })
  interval!: Interval;

  @Field(
    'The currency of the prices: ISO 4217, or the code of a crypto-asset; `XXX` if it is unknown or the values are not prices.',
    text(2, 12),
    {
      example: 'USD',
    },
  )
  currency!: string;

  @Field(
    'The adjustment applied. It is less than requested, with a warning, if splits or dividends are unavailable.',
    choice(adjustments),
    {
      example: 'splits',
    },
  )
  adjustment!: Adjustment;

  @Field('The candles, oldest first; the last one may still be open.', objects(CandleDto, 10_000))
  items!: CandleDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field(
    'Ranges of trading hours without candles, oldest first; consecutive missing candles are one gap.',
    objects(CandleGapDto, 5_000),
    { example: [] },
  )
  gaps!: CandleGapDto[];

  @Field(
    'The provider of the candles, and how current they are.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ symbol, interval, currency, adjustment, items, gaps, provenance }: CandleSeries): CandleSeriesDto {
    const lists = { items: items.map(CandleDto.from), gaps: gaps.map(CandleGapDto.from) };
    return Object.assign(new CandleSeriesDto(), {
      symbol,
      interval,
      currency,
      adjustment,
      ...lists,
      provenance: ProvenanceDto.from(provenance),
    });
  }
}
