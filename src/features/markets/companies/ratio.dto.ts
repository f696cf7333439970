import { answerOf } from '../../../api/answer.js';
import type { CsvTable } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  flag,
  integer,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timestamp,
} from '../../../api/rules.js';
import { OrderField, PageQuery } from '../../../http/page.js';
import type { Order } from '../../../time/sort-order.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { KnownAtField } from './company.dto.js';
import { fiscalPeriods } from './fiscal-periods.js';
import {
  type NotComputable,
  type Ratio,
  type RatioInput,
  type RatioPeriod,
  type RatioPeriodKind,
  ratioPeriods,
} from './ratios.js';
import type { SourcedRatios } from './ratios.service.js';

const reasons: ReadonlyArray<NotComputable['code']> = [
  'missing_input',
  'not_positive',
  'different_units',
  'price_unusable',
];

@Dto('The ratios to list.')
export class RatiosQuery extends PageQuery {
  @Field(
    '`ttm`: the twelve months that end with each quarter. `annual`: fiscal years. `quarter`: single quarters, ' +
      'without ' +
      'ratios that compare a year with a balance. Default: `ttm`.',
    optional(choice(ratioPeriods)),
    { default: 'ttm', example: 'annual' },
  )
  period: RatioPeriodKind = 'ttm';

  @KnownAtField()
  knownAt?: string;

  @OrderField('by the end of the period', 'desc')
  order: Order = 'desc';
}

@Dto('A figure that goes into a ratio. Inputs of one item add up, such as the four quarters of twelve months.')
export class RatioInputDto {
  @Field('The line item, or `price` or `shares`.', text(1, 50), { example: 'netIncome' })
  item!: string;

  @Field('The name of the item.', text(1, 100), { example: 'Net income of the shareholders' })
  label!: string;

  @Field('The value, in whole units.', number(), { example: 112_010_000_000 })
  value!: number;

  @Field('A currency (ISO 4217), or `shares`.', text(3, 12), { example: 'USD' })
  unit!: string;

  @Field('The first day of its period; null for a figure of one day.', nullable(day()), { example: '2024-09-29' })
  firstDay!: string | null;

  @Field('The last day of its period.', day(), { example: '2025-09-27' })
  lastDay!: string;

  @Field('Accession number of the filing that states it; null for a price.', nullable(text(1, 100)), {
    example: '0000320193-25-000079',
  })
  accessionNumber!: string | null;

  @Field('Time from which it was known (UTC).', timestamp(), { example: '2025-10-31T10:01:26.000Z' })
  filedAt!: string;

  @Field('Whether it is derived: from longer periods, or, for shares, by splits since they were stated.', flag(), {
    example: false,
  })
  derived!: boolean;

  static from({ start, end, accession, knownSince, isDerived, ...input }: RatioInput): RatioInputDto {
    const days = { firstDay: start, lastDay: end };
    const known = { accessionNumber: accession, filedAt: knownSince, derived: isDerived };
    return answerOf(RatioInputDto, { ...input, ...days, ...known });
  }
}

@Dto('The reason why a ratio has no value.')
export class RatioNotComputableDto {
  @Field(
    '`missing_input`: no filing states a figure. `not_positive`: the ratio has no meaning, as a figure is zero or ' +
      'negative. `different_units`: the figures are in several currencies. `price_unusable`: price or shares are ' +
      'unknown, or do not fit the figures.',
    choice(reasons),
    { example: 'missing_input' },
  )
  code!: NotComputable['code'];

  @Field('The reason as a sentence.', text(1, 500), { example: 'No filing states inventory.' })
  detail!: string;
}

@Dto('A ratio with its formula and its inputs.')
export class CompanyRatioDto {
  @Field('The ratio; further ones may be added.', text(1, 50), { example: 'netMargin' })
  ratio!: string;

  @Field('The name of the ratio.', text(1, 100), { example: 'Net margin' })
  label!: string;

  @Field('The formula, in names of items.', text(1, 200), { example: 'netIncome / revenue' })
  formula!: string;

  @Field(
    'A fraction (0.25 is 25 %) or a multiple; for `marketCap` an amount in the currency of the price. Null if it ' +
      'cannot be computed.',
    nullable(number()),
    { example: 0.2692 },
  )
  value!: number | null;

  @Field('The figures of the formula, as far as they are known.', objects(RatioInputDto, 30))
  inputs!: RatioInputDto[];

  @Field(
    'The reason why the ratio has no value; null if it has a value.',
    nullable(object(() => RatioNotComputableDto)),
    { example: null },
  )
  notComputable!: RatioNotComputableDto | null;

  static from({ inputs, notComputable, ...ratio }: Ratio): CompanyRatioDto {
    return answerOf(CompanyRatioDto, {
      ...ratio,
      inputs: inputs.slice(0, 30).map(RatioInputDto.from),
      notComputable: notComputable && answerOf(RatioNotComputableDto, notComputable),
    });
  }
}

@Dto('The ratios of a period.')
export class RatioPeriodDto {
  @Field(
    'The fiscal year, as the company numbers it; for twelve months, that of their last quarter.',
    integer(1900, 2200),
    {
      example: 2025,
    },
  )
  fiscalYear!: number;

  @Field('The fiscal year or quarter; for twelve months, their last quarter.', choice(fiscalPeriods), { example: 'FY' })
  fiscalPeriod!: string;

  @Field('The first day of the period.', day(), { example: '2024-09-29' })
  firstDay!: string;

  @Field('The last day of the period, inclusive.', day(), { example: '2025-09-27' })
  lastDay!: string;

  @Field('The ratios of this period, in a fixed order.', objects(CompanyRatioDto, 50))
  ratios!: CompanyRatioDto[];

  static from({ fiscalYear, fiscalPeriod, start, end }: RatioPeriod, ratios: readonly Ratio[]): RatioPeriodDto {
    const days = { firstDay: start, lastDay: end };
    return answerOf(RatioPeriodDto, { fiscalYear, fiscalPeriod, ...days, ratios: ratios.map(CompanyRatioDto.from) });
  }
}

@Dto('Ratios of a company by period.')
export class CompanyRatioListDto {
  @Field('The instrument.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('Only figures and prices published by this time (UTC) are used.', timestamp(), {
    example: '2026-11-20T23:15:00.000Z',
  })
  knownAt!: string;

  @Field('The periods, in the order of `order`.', objects(RatioPeriodDto, 200))
  items!: RatioPeriodDto[];

  @Field('Pass it as `cursor` for the next page; null on the last one.', nullable(text(1, 512)), { example: null })
  nextCursor!: string | null;

  @Field('Ratios of the last close before `knownAt` and the latest twelve months.', objects(CompanyRatioDto, 50))
  valuation!: CompanyRatioDto[];

  @Field('The provider of the close; null if there is no usable one.', nullable(text(1, 50)), { example: 'eodhd' })
  priceProvider!: string | null;

  @Field(
    'The source of the figures, the time of the latest filing, and warnings about figures that were left out.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from(
    { symbol, knownAt, valuation, priceProvider, provenance }: SourcedRatios,
    { items, nextCursor }: { items: object[]; nextCursor: string | null },
  ): CompanyRatioListDto {
    return answerOf(CompanyRatioListDto, {
      symbol: symbol.text,
      knownAt,
      items: items as RatioPeriodDto[],
      nextCursor,
      valuation: valuation.map(CompanyRatioDto.from),
      priceProvider,
      provenance: ProvenanceDto.from(provenance),
    });
  }

  /** Returns the ratios of the periods as a table, one row for each. */
  static table({ items }: CompanyRatioListDto): CsvTable {
    const rows = items.flatMap(({ fiscalYear, fiscalPeriod, firstDay, lastDay, ratios }) =>
      ratios.map(({ ratio, value, formula, notComputable }) => {
        const reason = notComputable?.code ?? null;
        return [fiscalYear, fiscalPeriod, firstDay, lastDay, ratio, value, formula, reason];
      }),
    );
    const columns = ['fiscalYear', 'fiscalPeriod', 'firstDay', 'lastDay', 'ratio', 'value', 'formula', 'notComputable'];
    return { columns, rows };
  }
}
