import { Dto, Field } from '../../../api/field.js';
import { choice, day, list, nullable, number, objects, optional, text } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { PictureQuery } from '../../../http/svg-response.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { textOf } from '../day.js';
import { BenchmarkField, CurrencyField, FromField, ToField } from '../performance/performance.dto.js';
import { MAX_WARNINGS, ValuationWarningDto, warningsOf } from '../valuation/valuation-warning.dto.js';
import { type SeriesInterval, type SeriesPoint, seriesIntervals } from './performance-series.js';
import type { PerformanceSeries } from './performance-series.service.js';
import { type SeriesChart, seriesCharts } from './series-chart-in-thread.js';

const MAX_POINTS = 20_000;

@Dto('The period of a portfolio, and the appearance of its image.')
export class PerformanceSeriesQuery extends PictureQuery {
  @FromField()
  from?: string;

  @ToField()
  to?: string;

  @CurrencyField()
  currency?: string;

  @BenchmarkField()
  benchmark?: string[];

  @Field('One point per day, or the last one of each week (Sunday) or month.', optional(choice(seriesIntervals)), {
    default: '1d',
    example: '1d',
  })
  interval: SeriesInterval = '1d';

  @Field(
    'Content of an image: returns and drawdowns beside those of the benchmark, or values. Ignored for ' +
      'JSON and CSV.',
    optional(choice(seriesCharts)),
    {
      default: 'return',
      example: 'return',
    },
  )
  chart: SeriesChart = 'return';
}

@Dto('A portfolio at the end of a day. Returns are fractions since the start of the period (0.05 is 5 %).')
export class PerformancePointDto {
  @Field('The day (UTC).', day(), { example: '2026-11-20' })
  day!: string;

  @Field('Value in the currency of the response.', number(), { example: 2321 })
  value!: number;

  @Field('External money since the previous point: paid in minus taken out.', number(), { example: 0 })
  netFlow!: number;

  @Field('Time-weighted return; null until money was invested.', nullable(number()), { example: 0.1025 })
  return!: number | null;

  @Field(
    'Loss since the highest point so far: -0.2 is a loss of 20 %. Null until money was invested.',
    nullable(number()),
    { example: -0.012 },
  )
  drawdown!: number | null;

  @Field('Return of the benchmark; null without one.', nullable(number()), { example: 0.12 })
  benchmarkReturn!: number | null;

  @Field('Drawdown of the benchmark; null without one.', nullable(number()), { example: -0.02 })
  benchmarkDrawdown!: number | null;

  static from({ day: at, ...figures }: SeriesPoint): PerformancePointDto {
    return Object.assign(new PerformancePointDto(), { day: textOf(at), ...figures });
  }
}

@Dto('Value, return and drawdown of a portfolio over time, with its benchmark.')
export class PerformanceSeriesDto {
  @Field('The first day; null without a transaction.', nullable(day()), { example: '2026-01-01' })
  firstDay!: string | null;

  @Field('The last day, inclusive; null without a transaction.', nullable(day()), { example: '2026-11-20' })
  lastDay!: string | null;

  @Field('The currency of all amounts and returns; null without a transaction.', nullable(currencyCode()), {
    example: 'USD',
  })
  currency!: string | null;

  @Field('Interval between points.', choice(seriesIntervals), { example: '1d' })
  interval!: SeriesInterval;

  @Field('The benchmark: a symbol, or several with their weights; null without one.', nullable(text(3, 500)), {
    example: 'SPY.US',
  })
  benchmark!: string | null;

  @Field('The points, in the order of time.', objects(PerformancePointDto, MAX_POINTS))
  items!: PerformancePointDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field('The providers of prices and rates.', list(text(1, 100), 20), { example: ['simulator'] })
  providers!: string[];

  @Field('Missing or doubtful inputs of the figures.', objects(ValuationWarningDto, MAX_WARNINGS))
  warnings!: ValuationWarningDto[];

  static from({ history, interval, benchmark, points, providers }: PerformanceSeries): PerformanceSeriesDto {
    return Object.assign(new PerformanceSeriesDto(), {
      firstDay: history && textOf(history.fromDay),
      lastDay: history && textOf(history.toDay),
      currency: history?.currency ?? null,
      interval,
      benchmark,
      providers,
      items: points.map(PerformancePointDto.from),
      warnings: warningsOf(history?.warnings ?? []),
    });
  }
}
