import { Dto, Field } from '../../../api/field.js';
import { choice, list, optional, text, timeOrDay } from '../../../api/rules.js';
import { PictureQuery } from '../../../http/svg-response.js';
import type { Adjustment } from '../candle.js';
import { specShape } from '../indicators/indicator-spec.js';
import { type Interval, intervals } from '../interval.js';

const adjustments = ['none', 'splits', 'all'];
const priceScales = ['linear', 'log'] as const;

@Dto('The candles to read.')
export class CandlesQuery extends PictureQuery {
  @Field(
    'The length of a candle: minutes (`1m`, `5m`, `15m`), an hour, a trading day, a week from Monday (`1w`) or ' +
      'a month (`1M`).',
    optional(choice(intervals)),
    {
      default: '1d',
      example: '1d',
    },
  )
  interval: Interval = '1d';

  @Field(
    'Only candles that open at this time or later. Default: about 250 candles. Days, weeks and months ' +
      'that the range touches are complete. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { example: '2026-09-01' },
  )
  from?: string;

  @Field(
    'Only candles that open before this time; now by default. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    {
      example: '2026-11-20',
    },
  )
  to?: string;

  @Field(
    'For shares and funds: prices and volumes as traded (`none`), adjusted for splits (`splits`), or adjusted ' +
      'for splits and dividends (`all`).',
    optional(choice(adjustments)),
    { default: 'splits', example: 'splits' },
  )
  adjustment: Adjustment = 'splits';

  @Field(
    'Up to 6 indicators to draw over the prices of an image: `sma`, `ema`, `bbands` or `vwap`, with parameters as in ' +
      '`GET /markets/indicators/{symbol}`. Ignored for JSON.',
    optional(list(text(2, 40, specShape, 'an indicator such as sma:20 or bbands:20:2'), 6, 1)),
    { omitFromExample: true, example: ['sma:50', 'bbands:20:2'] },
  )
  overlay?: string[];

  @Field(
    'Up to 3 indicators to draw below the prices of an image, each in a panel: `rsi`, `macd`, `atr`, `adx`, `stoch` or ' +
      '`obv`, with parameters as in `GET /markets/indicators/{symbol}`. Ignored for JSON.',
    optional(list(text(2, 40, specShape, 'an indicator such as rsi:14 or macd:12:26:9'), 3, 1)),
    { omitFromExample: true, example: ['rsi:14', 'macd'] },
  )
  panel?: string[];

  @Field(
    'The scale of prices of an image: `linear`, or `log`, on which equal percentages are equally high. Ignored for JSON.',
    optional(choice(priceScales)),
    { omitFromExample: true, default: 'linear', example: 'log' },
  )
  priceScale: (typeof priceScales)[number] = 'linear';
}
