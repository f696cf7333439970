import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, object, objects, optional, text, timeOrDay } from '../../../api/rules.js';
import { CursorField } from '../../../http/page.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { type Adjustment, adjustments } from '../candle.js';
import { AdjustmentField, EndField, IntervalField } from '../candles/candle-fields.js';
import { CandleDto } from '../candles/candle-series.dto.js';
import type { Interval } from '../interval.js';
import { symbolRule } from '../symbol-parameter.js';
import type { CandleSeriesError, CandleSeriesSource, InstrumentCandle } from './candle-page.js';

/** Maximum number of instruments of a list, and of candles in a page. */
const MAX_SYMBOLS = 50;
const MAX_LIMIT = 5_000;

@Dto('The candles to list.')
export class CandlePageQuery {
  @Field('The instruments, up to 50; their candles are listed in this order.', list(symbolRule, MAX_SYMBOLS, 1), {
    example: ['AAPL.US', 'MSFT.US'],
  })
  symbol!: string[];

  @IntervalField()
  interval: Interval = '1d';

  @Field(
    'Only candles that open at this time or later. Days, weeks and months that the range touches are complete. A ' +
      'plain date is the start of that day (UTC).',
    timeOrDay(),
    { example: '2026-09-01' },
  )
  from!: string;

  @EndField()
  to?: string;

  @AdjustmentField()
  adjustment: Adjustment = 'splits';

  @Field('Maximum number of candles in a page.', optional(integer(1, MAX_LIMIT)), { default: 1000, example: 1000 })
  limit: number = 1000;

  @CursorField()
  cursor?: string;
}

@Dto('Prices and volume of one interval of an instrument.')
export class InstrumentCandleDto extends CandleDto {
  @Field('The instrument: `<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  static of({ symbol, candle }: InstrumentCandle): InstrumentCandleDto {
    return Object.assign(new InstrumentCandleDto(), { symbol }, CandleDto.from(candle));
  }
}

@Dto('The source and the unit of the candles of an instrument.')
export class CandleSeriesSourceDto {
  @Field('The instrument: `<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

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
    { example: 'splits' },
  )
  adjustment!: Adjustment;

  @Field(
    'The provider of the candles, and how current they are.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ symbol, currency, adjustment, provenance }: CandleSeriesSource): CandleSeriesSourceDto {
    const source = ProvenanceDto.from(provenance);
    return Object.assign(new CandleSeriesSourceDto(), { symbol, currency, adjustment, provenance: source });
  }
}

@Dto('An instrument for which no provider returned candles.')
export class CandleSeriesErrorDto {
  @Field('The instrument.', text(3, 33), { example: 'NOSUCH.US' })
  symbol!: string;

  @Field(
    '`not_found`: no configured provider knows it. `not_offered`: no configured provider offers these candles. ' +
      '`unavailable`: its providers are not answering.',
    choice(['not_found', 'not_offered', 'unavailable']),
    { example: 'not_found' },
  )
  code!: string;

  @Field('Advice for the caller.', text(1, 500), {
    example: 'No configured provider knows this symbol. Use GET /markets/search to find symbols.',
  })
  detail!: string;

  static from({ symbol, code, detail }: CandleSeriesError): CandleSeriesErrorDto {
    return Object.assign(new CandleSeriesErrorDto(), { symbol, code, detail });
  }
}

@Dto('Candles of several instruments: by instrument in the order requested, then by time.')
export class CandlePageDto {
  @Field(
    'The candles; a page may have fewer than `limit`, or be empty, although more follow.',
    objects(InstrumentCandleDto, MAX_LIMIT),
  )
  items!: InstrumentCandleDto[];

  @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 512)), { example: null })
  nextCursor!: string | null;

  @Field(
    'The instruments that this page has read, in the order requested.',
    objects(CandleSeriesSourceDto, MAX_SYMBOLS),
  )
  series!: CandleSeriesSourceDto[];

  @Field(
    'The instruments of this page without candles, in the order requested.',
    objects(CandleSeriesErrorDto, MAX_SYMBOLS),
    {
      example: [],
    },
  )
  errors!: CandleSeriesErrorDto[];
}
