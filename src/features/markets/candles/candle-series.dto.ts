import { PictureQuery } from '../../../http/picture.js';
import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { choice, list, nullable, number, object, optional, text, timeOrDay, timestamp } from '../../../openapi/rules.js';
import type { Adjustment, Candle } from '../candle.js';
import { type Interval, intervals } from '../interval.js';
import type { CandleSeries, Stretch } from './candle-series.js';

const adjustments = ['none', 'splits', 'all'];

@Dto('Which bars of an instrument.')
export class CandlesQuery extends PictureQuery {
  @Field('Length of a bar: minutes, an hour, a trading day, a week from Monday (`1w`), a month (`1M`).', optional(choice(intervals)), {
    default: '1d',
    example: '1d',
  })
  interval: Interval = '1d';

  @Field(
    'Only candles that open at this time or later. By default about 250 candles. Days, weeks and months that the range touches are complete. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { example: '2026-09-01' },
  )
  from?: string;

  @Field('Only candles that open before this time; now by default. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    example: '2026-11-20',
  })
  to?: string;

  @Field(
    'Of shares and funds: prices and volumes as traded (`none`), in the shares of today (`splits`), or prices less the dividends paid since as well (`all`).',
    optional(choice(adjustments)),
    { default: 'splits', example: 'splits' },
  )
  adjustment: Adjustment = 'splits';
}

@Dto('What was traded in a stretch of time.')
export class CandleDto {
  @Field('Opening in UTC; for days, weeks and months the midnight of their first day.', timestamp(), { example: '2026-11-20T00:00:00.000Z' })
  time!: string;

  @Field('First price.', number(0), { example: 229.74 })
  open!: number;

  @Field('Highest price.', number(0), { example: 233.22 })
  high!: number;

  @Field('Lowest price.', number(0), { example: 229.57 })
  low!: number;

  @Field('Last price, so far when the bar is running still.', number(0), { example: 231.41 })
  close!: number;

  @Field('Units traded; null when there is no such count, as for currencies.', nullable(number(0)), { example: 37_931_706 })
  volume!: number | null;

  static from({ time, open, high, low, close, volume }: Candle): CandleDto {
    return Object.assign(new CandleDto(), { time: time.toISOString(), open, high, low, close, volume });
  }
}

@Dto('A stretch of trading without bars.')
export class CandleGapDto {
  @Field('When the first bar that is missing should open.', timestamp(), { example: '2026-11-18T00:00:00.000Z' })
  from!: string;

  @Field('The end of the last one.', timestamp(), { example: '2026-11-19T00:00:00.000Z' })
  to!: string;

  static from({ from, to }: Stretch): CandleGapDto {
    return Object.assign(new CandleGapDto(), { from: from.toISOString(), to: to.toISOString() });
  }
}

@Dto('Bars of an instrument, by one provider.')
export class CandleSeriesDto {
  @Field('`<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('Length of a bar.', choice(intervals), { example: '1d' })
  interval!: Interval;

  @Field('The currency of the prices: ISO 4217, or the code of a crypto-asset; `XXX` when it is not known.', text(2, 12), { example: 'USD' })
  currency!: string;

  @Field('What was done; less than what was asked for when splits or dividends cannot be had, which a warning says.', choice(adjustments), {
    example: 'splits',
  })
  adjustment!: Adjustment;

  @Field(
    'The bars, oldest first; the last one may be running still.',
    list(
      object(() => CandleDto),
      10_000,
    ),
  )
  items!: CandleDto[];

  @Field(
    'Where trading hours have no bar, oldest first; bars that follow each other and are missing are one gap.',
    list(
      object(() => CandleGapDto),
      5_000,
    ),
    { example: [] },
  )
  gaps!: CandleGapDto[];

  @Field(
    'Provider, time and freshness of a record.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ symbol, interval, currency, adjustment, items, gaps, provenance }: CandleSeries): CandleSeriesDto {
    const lists = { items: items.map(CandleDto.from), gaps: gaps.map(CandleGapDto.from) };
    return Object.assign(new CandleSeriesDto(), { symbol, interval, currency, adjustment, ...lists, provenance: ProvenanceDto.from(provenance) });
  }
}
