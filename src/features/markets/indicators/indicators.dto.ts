import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { choice, flag, list, nullable, number, object, optional, text, timeOrDay, timestamp } from '../../../openapi/rules.js';
import { intervals } from '../interval.js';
import type { Indicator, IndicatorSeries } from './indicator-series.js';
import { specShape } from './indicator-spec.js';

@Dto('Which indicators over which candles.')
export class IndicatorsQuery {
  @Field(
    'Names with their parameters: `sma:20`, `ema:20`, `bbands:20:2` (periods, deviations), `vwap`, `rsi:14`, `macd:12:26:9` (fast, slow, signal), `atr:14`, `adx:14`, ' +
      '`stoch:14:3:3` (periods, smoothing, signal), `obv`. Those given here are the parameters of names without. Periods are whole numbers from 1 to 500. ' +
      'Repeated indicators count once.',
    list(text(2, 40, specShape, 'an indicator such as sma:20 or macd:12:26:9'), 20, 1),
    { example: ['sma:20', 'rsi:14', 'macd:12:26:9'] },
  )
  indicator!: string[];

  @Field('Length of a candle; `1m` is a minute, `1M` a month.', optional(choice(intervals)), { default: '1d', example: '1d' })
  interval: (typeof intervals)[number] = '1d';

  @Field('Inclusive. By default about 250 candles before `to`. A plain date is the start of that day (UTC).', optional(timeOrDay()), { example: '2026-06-01' })
  from?: string;

  @Field('Exclusive; now by default. A plain date is the start of that day (UTC).', optional(timeOrDay()), { example: '2026-11-20' })
  to?: string;

  @Field('What prices are adjusted for: nothing, splits, or splits and dividends.', optional(choice(['none', 'splits', 'all'])), {
    default: 'splits',
    example: 'splits',
  })
  adjustment: 'none' | 'splits' | 'all' = 'splits';
}

@Dto('One line of an indicator.')
export class IndicatorLineDto {
  @Field('Which of its lines: `signal` of MACD, `upper` of the bands.', text(1, 20), { example: 'sma' })
  name!: string;

  @Field(
    'One value for each of `times`, in the unit of the prices where `overlay` is true; null where there is not enough before it, or no volume.',
    list(nullable(number()), 5000),
    { example: [null, 231.48] },
  )
  values!: Array<number | null>;
}

@Dto('An indicator over all of the candles.')
export class IndicatorDto {
  @Field('Its name with every parameter.', text(2, 40), { example: 'sma:20' })
  indicator!: string;

  @Field('True for a price, to be drawn over the candles; false for what has a scale of its own.', flag(), { example: true })
  overlay!: boolean;

  @Field(
    'Its lines.',
    list(
      object(() => IndicatorLineDto),
      3,
      1,
    ),
  )
  lines!: IndicatorLineDto[];

  static from({ indicator, overlay, lines }: Indicator): IndicatorDto {
    const shown = lines.map(({ name, values }) => ({ name, values: Array.from(values, (value) => (Number.isFinite(value) ? value : null)) }));
    return Object.assign(new IndicatorDto(), { indicator, overlay, lines: shown });
  }
}

@Dto('Indicators of an instrument.')
export class IndicatorSeriesDto {
  @Field('`<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('Length of a candle.', choice(intervals), { example: '1d' })
  interval!: string;

  @Field('The currency of the prices: ISO 4217, or the code of a crypto-asset.', text(2, 12), { example: 'USD' })
  currency!: string;

  @Field('What the prices are adjusted for.', choice(['none', 'splits', 'all']), { example: 'splits' })
  adjustment!: string;

  @Field('Openings of the candles (UTC), ascending; the date of days and longer.', list(timestamp(), 5000), {
    example: ['2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
  })
  times!: string[];

  @Field(
    'The indicators, in the order in which they were asked for.',
    list(
      object(() => IndicatorDto),
      20,
    ),
  )
  items!: IndicatorDto[];

  @Field(
    'Whose candles they are computed from.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ symbol, interval, currency, adjustment, times, items, provenance }: IndicatorSeries): IndicatorSeriesDto {
    return Object.assign(new IndicatorSeriesDto(), {
      ...{ symbol, interval, currency, adjustment, times: times.map((time) => time.toISOString()) },
      ...{ items: items.map(IndicatorDto.from), provenance: ProvenanceDto.from(provenance) },
    });
  }
}
