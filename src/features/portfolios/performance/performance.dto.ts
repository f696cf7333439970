import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timeOrDay,
} from '../../../api/rules.js';
import { currencyCode, knownCurrency } from '../../markets/fx/currency-rule.js';
import { MAX_BLEND_PARTS } from '../benchmark-blend.js';
import { textOf } from '../day.js';
import { blendPart } from '../portfolio.dto.js';
import type { SubPeriod } from '../returns/time-weighted.js';
import { MAX_WARNINGS, ValuationWarningDto, warningsOf } from '../valuation/valuation-warning.dto.js';
import { type NotComputable, type PerformanceMethod, performanceMethods } from './performance.js';
import type { BenchmarkReturn, PerformanceReport } from './performance.service.js';

const MAX_SUB_PERIODS = 20_000;
const share = 'as a fraction (0.05 is 5 %)';

// Parameters of a history, for query DTOs that extend another class.
export const FromField = (): PropertyDecorator =>
  Field(
    'The first day. A plain date is the start of that day (UTC); by default the day of the first transaction.',
    optional(timeOrDay()),
    {
      example: '2026-01-01',
    },
  );
export const ToField = (): PropertyDecorator =>
  Field('The end, exclusive. Default: the end of today.', optional(timeOrDay()), { example: '2026-11-21' });
export const CurrencyField = (): PropertyDecorator =>
  Field(
    'The currency of values and returns; by default the base currency of the portfolio.',
    optional(knownCurrency()),
    { example: 'USD' },
  );
export const BenchmarkField = (): PropertyDecorator =>
  Field(
    'Benchmark: a symbol, or up to 10 with weights (`SPY.US:0.6,AGG.US:0.4`), which are scaled to a sum ' +
      'of 1 and rebalanced daily. Default: the benchmark of the portfolio.',
    optional(list(blendPart(), MAX_BLEND_PARTS, 1)),
    { example: ['SPY.US'] },
  );

@Dto('The period and the currency.')
export class HistoryQuery {
  @FromField()
  from?: string;

  @ToField()
  to?: string;

  @CurrencyField()
  currency?: string;

  @BenchmarkField()
  benchmark?: string[];
}

@Dto('The kind of return, its period and its currency.')
export class PerformanceQuery extends HistoryQuery {
  @Field(
    '`twr`: time-weighted, independent of when money came in; `mwr`: money-weighted, from the internal rate of ' +
      'return (XIRR); `modified_dietz`: gain by average capital; `simple`: gain by the money invested.',
    optional(choice(performanceMethods)),
    { default: 'twr', example: 'twr' },
  )
  method: PerformanceMethod = 'twr';
}

const codes = [
  'no_transactions',
  'no_capital',
  'no_flows',
  'one_day',
  'one_direction',
  'no_rate',
  'rate_out_of_range',
  'no_benchmark_price',
] as const;

@Dto('Why a return does not exist.')
export class NotComputableDto {
  @Field('The reason.', choice(codes), { example: 'one_direction' })
  code!: NotComputable['code'];

  @Field('The reason in words.', text(1, 300), {
    example: 'Money only went in or only came out, so no rate makes them equal.',
  })
  detail!: string;
}

@Dto('A part of the period that begins with an external flow.')
export class SubPeriodDto {
  @Field('The day before the period, at whose close it starts.', day(), { example: '2026-01-01' })
  startDay!: string;

  @Field('The last day of the period, at whose close it ends.', day(), { example: '2026-03-31' })
  endDay!: string;

  @Field('Value at the close of `startDay`.', number(), { example: 1000 })
  startValue!: number;

  @Field('Value at the close of `endDay`.', number(), { example: 1260 })
  endValue!: number;

  @Field('External money on its first day: paid in minus taken out.', number(), { example: 200 })
  flow!: number;

  @Field(`Return ${share}; null without invested capital.`, nullable(number()), { example: 0.05 })
  return!: number | null;

  static from({ fromDay, toDay, ...subPeriod }: SubPeriod): SubPeriodDto {
    return answerOf(SubPeriodDto, { ...subPeriod, startDay: textOf(fromDay), endDay: textOf(toDay) });
  }
}

@Dto('The return of a benchmark in the same period, with dividends reinvested where its provider has them.')
export class BenchmarkReturnDto {
  @Field('The benchmark: a symbol, or several with their weights.', text(3, 500), { example: 'SPY.US' })
  name!: string;

  @Field(
    `Return in the currency of the response, ${share}; null if it cannot be computed, see \`notComputable\`.`,
    nullable(number()),
    { example: 0.12 },
  )
  value!: number | null;

  @Field('Return in the currencies of its components, as a fraction; null without a value.', nullable(number()), {
    example: 0.1,
  })
  localReturn!: number | null;

  @Field(
    'Effect of exchange rates: (1 + `value`) = (1 + `localReturn`) × (1 + `currencyEffect`). Null without ' +
      'a value.',
    nullable(number()),
    {
      example: 0.018,
    },
  )
  currencyEffect!: number | null;

  @Field('Annualized return; null below one year.', nullable(number()), { example: null })
  annualized!: number | null;

  @Field('Why there is no value; null if there is one.', nullable(object(() => NotComputableDto)), { example: null })
  notComputable!: NotComputableDto | null;
}

@Dto('The return of a portfolio, with what it is computed from.')
export class PerformanceDto {
  @Field('The method by which the return was computed, as requested.', choice(performanceMethods), { example: 'twr' })
  method!: PerformanceMethod;

  @Field('The first day; null without a transaction.', nullable(day()), { example: '2026-01-01' })
  firstDay!: string | null;

  @Field('The last day, inclusive; null without a transaction.', nullable(day()), { example: '2026-11-20' })
  lastDay!: string | null;

  @Field('The currency of all amounts; null without a transaction.', nullable(currencyCode()), { example: 'USD' })
  currency!: string | null;

  @Field(`Return of the period ${share}; null if it does not exist, see \`notComputable\`.`, nullable(number()), {
    example: 0.1025,
  })
  value!: number | null;

  @Field(
    'Annualized return; null below one year of 365 days. `mwr`: the internal rate of return that `value` is ' +
      'from; other methods: (1 + `value`)^(365 / days) - 1.',
    nullable(number()),
    { example: null },
  )
  annualized!: number | null;

  @Field('Why there is no value; null if there is one.', nullable(object(() => NotComputableDto)), { example: null })
  notComputable!: NotComputableDto | null;

  @Field('Value on the day before the period.', number(), { example: 0 })
  startValue!: number;

  @Field('Value at its end.', number(), { example: 2321 })
  endValue!: number;

  @Field('External money of the period: paid in minus taken out.', number(), { example: 2150 })
  netFlow!: number;

  @Field('End value minus start value minus net flow.', number(), { example: 171 })
  gain!: number;

  @Field(
    'For the time-weighted return, the periods that are linked. Empty for other methods.',
    objects(SubPeriodDto, MAX_SUB_PERIODS),
  )
  subPeriods!: SubPeriodDto[];

  @Field(
    'For the money-weighted return, every annual rate that solves it, ascending; `value` uses the one ' +
      'nearest to 10 %. Empty for other methods.',
    list(number(), 1_000),
    {
      example: [],
    },
  )
  rates!: number[];

  @Field('Days without invested capital, which the time-weighted return leaves out.', integer(0, MAX_SUB_PERIODS), {
    example: 0,
  })
  undefinedDayCount!: number;

  @Field('The benchmark; null without one.', nullable(object(() => BenchmarkReturnDto)))
  benchmark!: BenchmarkReturn | null;

  @Field('The providers of prices and rates.', list(text(1, 100), 20), { example: ['simulator'] })
  providers!: string[];

  @Field('Missing or doubtful inputs of the figures.', objects(ValuationWarningDto, MAX_WARNINGS))
  warnings!: ValuationWarningDto[];

  static from({ performance, history, benchmark }: PerformanceReport): PerformanceDto {
    const { subPeriods, undefinedDays, ...figures } = performance;
    return Object.assign(new PerformanceDto(), {
      ...figures,
      firstDay: history && textOf(history.fromDay),
      lastDay: history && textOf(history.toDay),
      currency: history?.currency ?? null,
      undefinedDayCount: undefinedDays,
      subPeriods: subPeriods.map(SubPeriodDto.from),
      benchmark,
      providers: history?.providers ?? [],
      warnings: warningsOf(history?.warnings ?? []),
    });
  }
}
