import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  flag,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  uuid,
} from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { PictureQuery } from '../../../http/svg-response.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { textOf } from '../day.js';
import { LookThroughDto } from '../look-through/look-through.dto.js';
import { BenchmarkField, CurrencyField, FromField, ToField } from '../performance/performance.dto.js';
import type { MonthAttribution, SegmentAttribution } from './attribution.js';
import { type AttributionGap, type AttributionReport, attributionGaps, type Division, divisions } from './report.js';

const share = () => nullable(number());
const effects = {
  allocation: 'Effect of weights that differ from those of the benchmark, as a fraction; null without a benchmark.',
  selection: 'Effect of returns that differ from those of the benchmark, as a fraction; null without a benchmark.',
  interaction: 'Effect of both together, as a fraction; null without a benchmark.',
};

@Dto('The period to explain, its benchmark, and the appearance of its image.')
export class AttributionQuery extends PictureQuery {
  @Field(
    'Attribute by which the portfolio is divided into segments. Cash is a segment of its own.',
    optional(choice(divisions)),
    {
      default: 'holding',
      example: 'holding',
    },
  )
  by: Division = 'holding';

  @Field(
    'True: funds are replaced by their holdings on the last day, and funds in these by theirs. The return of a fund ' +
      'belongs to its holdings by their weights. Not by `holding`.',
    optional(flag()),
    { default: false, example: false },
  )
  lookThrough: boolean = false;

  @FromField()
  from?: string;

  @ToField()
  to?: string;

  @CurrencyField()
  currency?: string;

  @BenchmarkField()
  benchmark?: string[];

  @Field(
    'One of your portfolios as the benchmark, such as a model portfolio. It takes precedence over `benchmark`.',
    optional(uuid()),
    {
      isWithoutExample: true,
    },
  )
  benchmarkPortfolioId?: string;
}

@Dto('Why attribution figures are missing.')
export class AttributionGapDto {
  @Field(
    'The reason. With `no_benchmark` and after it only the figures of the benchmark and the effects are missing.',
    choice(attributionGaps),
    {
      example: 'no_benchmark',
    },
  )
  code!: AttributionGap;

  @Field('The reason in words.', text(1, 300), {
    example: 'There is no benchmark; give `benchmark` or `benchmarkPortfolioId`.',
  })
  detail!: string;
}

@Dto(
  'Contribution of a segment to the return, and to the difference to the benchmark. All figures are ' +
    'shares (0.05 is 5 %).',
)
export class AttributionSegmentDto {
  @Field(
    'The symbol, asset class, sector, currency or country; `cash` for cash, `unknown` where the attribute is not ' +
      'known.',
    text(1, 200),
    { example: 'AAPL.US' },
  )
  segment!: string;

  @Field('Its name in English.', text(1, 200), { example: 'AAPL.US' })
  name!: string;

  @Field('Mean weight in the portfolio.', number(), { example: 0.4 })
  portfolioWeight!: number;

  @Field('Return of the segment in the portfolio; null if it was not held.', share(), { example: 0.12 })
  portfolioReturn!: number | null;

  @Field('Return of the segment in the currencies of its instruments; null if it was not held.', share(), {
    example: 0.1,
  })
  localReturn!: number | null;

  @Field(
    'Effect of exchange rates: (1 + `portfolioReturn`) = (1 + `localReturn`) × (1 + `currencyEffect`). ' +
      'Null if it was not held.',
    share(),
    {
      example: 0.018,
    },
  )
  currencyEffect!: number | null;

  @Field('Contribution to the return of the portfolio; those of all segments sum to it.', number(), { example: 0.048 })
  contribution!: number;

  @Field('Mean weight in the benchmark; null without a benchmark.', share(), { example: 0.3 })
  benchmarkWeight!: number | null;

  @Field('Return of the segment in the benchmark; null if the benchmark does not have it.', share(), { example: 0.1 })
  benchmarkReturn!: number | null;

  @Field(effects.allocation, share(), { example: 0.002 })
  allocation!: number | null;

  @Field(effects.selection, share(), { example: 0.006 })
  selection!: number | null;

  @Field(effects.interaction, share(), { example: 0.002 })
  interaction!: number | null;

  static from(
    {
      segment,
      portfolioWeight,
      portfolioReturn,
      localReturn,
      currencyEffect,
      contribution,
      ...against
    }: SegmentAttribution,
    name: string,
    hasBenchmark: boolean,
  ): AttributionSegmentDto {
    const { benchmarkWeight, benchmarkReturn, allocation, selection, interaction } = against;
    const figures = hasBenchmark
      ? { benchmarkWeight, benchmarkReturn, allocation, selection, interaction }
      : { benchmarkWeight: null, benchmarkReturn: null, allocation: null, selection: null, interaction: null };
    return Object.assign(new AttributionSegmentDto(), {
      segment,
      name,
      portfolioWeight,
      portfolioReturn,
      localReturn,
      currencyEffect,
      contribution,
      ...figures,
    });
  }
}

@Dto('The effects of a month, or of its part in the period. All figures are fractions.')
export class AttributionMonthDto {
  @Field('The first day with invested capital.', day(), { example: '2026-10-01' })
  firstDay!: string;

  @Field('The last day with invested capital.', day(), { example: '2026-10-31' })
  lastDay!: string;

  @Field('Time-weighted return of the portfolio in the month, as a fraction.', number(), { example: 0.012 })
  portfolioReturn!: number;

  @Field('Return of the benchmark on the same days; null without a benchmark.', share(), { example: 0.01 })
  benchmarkReturn!: number | null;

  @Field(effects.allocation, share(), { example: 0.0005 })
  allocation!: number | null;

  @Field(effects.selection, share(), { example: 0.001 })
  selection!: number | null;

  @Field(effects.interaction, share(), { example: 0.0005 })
  interaction!: number | null;

  static from(
    { fromDay, toDay, portfolioReturn, ...against }: MonthAttribution,
    hasBenchmark: boolean,
  ): AttributionMonthDto {
    const { benchmarkReturn, allocation, selection, interaction } = against;
    const figures = hasBenchmark
      ? { benchmarkReturn, allocation, selection, interaction }
      : { benchmarkReturn: null, allocation: null, selection: null, interaction: null };
    return Object.assign(new AttributionMonthDto(), {
      firstDay: textOf(fromDay),
      lastDay: textOf(toDay),
      portfolioReturn,
      ...figures,
    });
  }
}

@Dto('The return of a portfolio, explained by segment. All figures are fractions (0.05 is 5 %).')
export class AttributionDto {
  @Field('Attribute by which the portfolio is divided.', choice(divisions), { example: 'holding' })
  by!: Division;

  @Field('The first day; null without a transaction.', nullable(day()), { example: '2026-01-01' })
  firstDay!: string | null;

  @Field('The last day, inclusive; null without a transaction.', nullable(day()), { example: '2026-11-20' })
  lastDay!: string | null;

  @Field('The currency of returns; null without a transaction.', nullable(currencyCode()), { example: 'USD' })
  currency!: string | null;

  @Field(
    'The benchmark: a symbol, several with their weights, or the name of a portfolio; null without one.',
    nullable(text(1, 500)),
    { example: 'SPY.US' },
  )
  benchmark!: string | null;

  @Field('Time-weighted return of the portfolio; null if it cannot be computed.', share(), { example: 0.1025 })
  portfolioReturn!: number | null;

  @Field(
    'Return of the portfolio in the currencies of its instruments and of its cash; null if it cannot be computed.',
    share(),
    { example: 0.09 },
  )
  localReturn!: number | null;

  @Field(
    'Effect of exchange rates: (1 + `portfolioReturn`) = (1 + `localReturn`) × (1 + `currencyEffect`); null if it ' +
      'cannot be computed.',
    share(),
    {
      example: 0.0115,
    },
  )
  currencyEffect!: number | null;

  @Field('Return of the benchmark on the same days; null without a benchmark.', share(), { example: 0.09 })
  benchmarkReturn!: number | null;

  @Field(
    '`portfolioReturn` minus `benchmarkReturn`, which is the sum of the three effects; null without a benchmark.',
    share(),
    { example: 0.0125 },
  )
  activeReturn!: number | null;

  @Field(effects.allocation, share(), { example: 0.004 })
  allocation!: number | null;

  @Field(effects.selection, share(), { example: 0.0065 })
  selection!: number | null;

  @Field(effects.interaction, share(), { example: 0.002 })
  interaction!: number | null;

  @Field('Why figures are missing; null if all are there.', nullable(object(() => AttributionGapDto)), {
    example: null,
  })
  notComputable!: AttributionGapDto | null;

  @Field('The segments, the largest contribution first.', objects(AttributionSegmentDto, 10_000))
  items!: AttributionSegmentDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field('The months of the period, ascending.', objects(AttributionMonthDto, 700))
  months!: AttributionMonthDto[];

  @Field(
    'The funds that were replaced by their holdings, with mean weights as fractions; null without `lookThrough`.',
    nullable(object(() => LookThroughDto)),
    { example: null },
  )
  lookThrough!: LookThroughDto | null;

  @Field('The providers of prices and rates of the portfolio.', list(text(1, 100), 20), { example: ['simulator'] })
  providers!: string[];

  static from({
    by,
    benchmark,
    period,
    attribution,
    notComputable,
    names,
    providers,
    through,
  }: AttributionReport): AttributionDto {
    const hasBenchmark = attribution !== null && notComputable === null;
    const {
      portfolioReturn = null,
      localReturn = null,
      currencyEffect = null,
      segments = [],
      months = [],
      ...against
    } = attribution ?? {};
    const { benchmarkReturn, allocation, selection, interaction } = against as Partial<Record<string, number>>;
    const sorted = segments.toSorted((a, b) => b.contribution - a.contribution || (a.segment < b.segment ? -1 : 1));
    return Object.assign(new AttributionDto(), {
      by,
      benchmark,
      notComputable,
      providers,
      lookThrough: through && LookThroughDto.from(through),
      portfolioReturn,
      localReturn,
      currencyEffect,
      firstDay: period && textOf(period.fromDay),
      lastDay: period && textOf(period.toDay),
      currency: period?.currency ?? null,
      benchmarkReturn: hasBenchmark ? benchmarkReturn : null,
      activeReturn: hasBenchmark ? (portfolioReturn as number) - (benchmarkReturn as number) : null,
      allocation: hasBenchmark ? allocation : null,
      selection: hasBenchmark ? selection : null,
      interaction: hasBenchmark ? interaction : null,
      items: sorted.map((segment) =>
        AttributionSegmentDto.from(segment, names.get(segment.segment) ?? segment.segment, hasBenchmark),
      ),
      months: months.map((month) => AttributionMonthDto.from(month, hasBenchmark)),
    });
  }
}
