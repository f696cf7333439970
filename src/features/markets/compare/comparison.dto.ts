import type { CsvTable } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timeOrDay,
  timestamp,
} from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { PictureQuery } from '../../../http/svg-response.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { type Adjustment, adjustments } from '../candle.js';
import { PriceAdjustmentField } from '../candles/candle-fields.js';
import { symbolRule } from '../symbol-parameter.js';

@Dto('The instruments to compare, and the range.')
export class CompareQuery extends PictureQuery {
  @Field('2 to 10 symbols of any asset class, case-insensitive; duplicates count once.', list(symbolRule, 10, 2), {
    example: ['AAPL.US', 'MSFT.US'],
  })
  symbol!: string[];

  @Field(
    'Inclusive. Default: about 250 days before `to`. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { example: '2026-06-01' },
  )
  from?: string;

  @Field('Exclusive. Default: now. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    example: '2026-11-20',
  })
  to?: string;

  @Field('The value of every instrument on the first day.', optional(integer(1, 1_000_000)), {
    default: 100,
    example: 100,
  })
  rebase: number = 100;

  @PriceAdjustmentField()
  adjustment: Adjustment = 'splits';
}

@Dto('One of the compared instruments.')
export class ComparedInstrumentDto {
  @Field('The instrument: `<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The currency of its prices: ISO 4217, or the code of a crypto-asset. Nothing is converted.', text(2, 12), {
    example: 'USD',
  })
  currency!: string;

  @Field('The adjustment applied.', choice(adjustments), { example: 'splits' })
  adjustment!: string;

  @Field(
    'Its close on the first day, in `currency`; if it does not trade on that day, its previous close.',
    number(0),
    { example: 231.41 },
  )
  basePrice!: number;

  @Field('The change from the first day to its last day, in percent.', number(-100), { example: 4.2 })
  changePercent!: number;

  @Field(
    'One value per entry of `times`: its close divided by `basePrice`, times `rebase`. On a day without ' +
      'trading, the value of the previous ' +
      'trading day; null after its last day.',
    list(nullable(number(0)), 20_000),
    { example: [100, 104.2] },
  )
  values!: Array<number | null>;

  @Field(
    'The provider of its prices, and how current they are.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;
}

@Dto('The performance of instruments relative to each other.')
export class ComparisonDto {
  @Field('The value of every instrument on the first day.', integer(1, 1_000_000), { example: 100 })
  rebase!: number;

  @Field(
    'The days (midnight, UTC) on which at least one instrument trades, ascending, from the first day for which ' +
      'all have a close.',
    list(timestamp(), 20_000),
    {
      example: ['2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
    },
  )
  times!: string[];

  @Field('The instruments, in the order requested.', objects(ComparedInstrumentDto, 10))
  items!: ComparedInstrumentDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  /** Returns the comparison as a table: a row for each day, and a column for each instrument. */
  static table({ times, items }: ComparisonDto): CsvTable {
    const columns = ['time', ...items.map(({ symbol }) => symbol)];
    return { columns, rows: times.map((time, index) => [time, ...items.map(({ values }) => values[index])]) };
  }
}
