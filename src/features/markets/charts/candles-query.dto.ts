import { Dto, Field } from '../../../api/field.js';
import { choice, list, optional, text, timeOrDay } from '../../../api/rules.js';
import { PictureQuery } from '../../../http/svg-response.js';
import type { Adjustment } from '../candle.js';
import { AdjustmentField, EndField, IntervalField } from '../candles/candle-fields.js';
import { specShape } from '../indicators/indicator-spec.js';
import type { Interval } from '../interval.js';
import { symbolRule } from '../symbol-parameter.js';
import { type MarkKind, markKinds } from './mark-kinds.js';

const priceScales = ['linear', 'log'] as const;

@Dto('The candles to read.')
export class CandlesQuery extends PictureQuery {
  @IntervalField()
  interval: Interval = '1d';

  @Field(
    'Only candles that open at this time or later. Default: about 250 candles. Days, weeks and months ' +
      'that the range touches are complete. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { example: '2026-09-01' },
  )
  from?: string;

  @EndField()
  to?: string;

  @AdjustmentField()
  adjustment: Adjustment = 'splits';

  @Field(
    'Up to 6 indicators to draw over the prices of an image, such as `sma`, `bbands` or `ichimoku`, with parameters ' +
      'as in `GET /markets/indicators/{symbol}`. Ignored for JSON.',
    optional(list(text(2, 40, specShape, 'an indicator such as sma:20 or bbands:20:2'), 6, 1)),
    { omitFromExample: true, example: ['sma:50', 'bbands:20:2'] },
  )
  overlay?: string[];

  @Field(
    'Up to 3 indicators to draw below the prices of an image, each in a panel, such as `rsi`, `macd` or `mfi`, with ' +
      'parameters as in `GET /markets/indicators/{symbol}`. Ignored for JSON.',
    optional(list(text(2, 40, specShape, 'an indicator such as rsi:14 or macd:12:26:9'), 3, 1)),
    { omitFromExample: true, example: ['rsi:14', 'macd'] },
  )
  panel?: string[];

  @Field(
    'The scale of prices of an image: `linear`, or `log`, on which equal changes in percent have equal ' +
      'heights. Ignored for JSON.',
    optional(choice(priceScales)),
    { omitFromExample: true, default: 'linear', example: 'log' },
  )
  priceScale: (typeof priceScales)[number] = 'linear';

  @Field(
    'Up to 4 other instruments to draw over the candles of an image. All of them then have the value 100 at the ' +
      'first ' +
      'close that all of them have, each in its own currency. Ignored for JSON.',
    optional(list(symbolRule, 4, 1)),
    { omitFromExample: true, example: ['MSFT.US', 'SAP.XETRA'] },
  )
  compare?: string[];

  @Field(
    'Marks below the prices of an image: `splits`, `dividends`, `earnings` reported or expected in the last year of ' +
      'the range, and `events` about the instrument in the timeline; `none` for no marks. Each mark has its text as ' +
      'tooltip. Ignored for JSON.',
    optional(list(choice(markKinds), 5, 1)),
    { omitFromExample: true, default: ['splits', 'dividends'], example: ['splits', 'dividends', 'earnings'] },
  )
  marks: MarkKind[] = ['splits', 'dividends'];
}
