import { Dto, Field } from '../../../openapi/field.js';
import { day, integer, nullable, number, object } from '../../../openapi/rules.js';
import { textOf } from '../../portfolios/day.js';
import type { Risk } from '../../portfolios/risk/risk.js';

const ratio = () => nullable(number());

@Dto('The largest loss from a peak in a report.')
export class ReportDrawdownDto {
  @Field('The loss as a share: -0.2 is a loss of 20 %.', number(-1, 0), { example: -0.2 })
  depth!: number;

  @Field('The first day of the fall.', day(), { example: '2026-02-19' })
  from!: string;

  @Field('The day of the lowest value.', day(), { example: '2026-03-23' })
  to!: string;

  @Field('The day on which the peak was reached again; null if it was not.', nullable(day()), { example: null })
  recoveredAt!: string | null;
}

@Dto('Risk of all portfolios of a client together. Annual figures use 252 days per year; a figure that is not defined is null.')
export class ReportRiskDto {
  @Field('Number of daily returns.', integer(0, 20_000), { example: 230 })
  observations!: number;

  @Field('Annualized standard deviation, with n - 1.', ratio(), { example: 0.15 })
  volatility!: number | null;

  @Field('Annualized Sharpe ratio, with a rate without risk of 0.', ratio(), { example: 0.6 })
  sharpe!: number | null;

  @Field('Annualized Sortino ratio; null without a loss.', ratio(), { example: 0.9 })
  sortino!: number | null;

  @Field('The largest loss from a peak; null without returns.', nullable(object(() => ReportDrawdownDto)))
  maxDrawdown!: ReportDrawdownDto | null;

  @Field('The return of one day that is undercut with a probability of 5 %, from the observed returns; negative is a loss.', ratio(), { example: -0.018 })
  valueAtRisk!: number | null;

  @Field('Mean return of those days.', ratio(), { example: -0.026 })
  expectedShortfall!: number | null;

  @Field('Beta to the benchmark; null without one.', ratio(), { example: 0.9 })
  beta!: number | null;

  @Field('Annualized volatility of the difference from the benchmark; null without one.', ratio(), { example: 0.06 })
  trackingError!: number | null;

  static from({ observations, volatility, sharpe, sortino, maxDrawdown, valueAtRisk: { historical }, benchmark }: Risk): ReportRiskDto {
    const fall = maxDrawdown && {
      ...{ depth: maxDrawdown.depth, from: textOf(maxDrawdown.fromDay), to: textOf(maxDrawdown.toDay) },
      recoveredAt: maxDrawdown.recoveredDay === null ? null : textOf(maxDrawdown.recoveredDay),
    };
    const tail = { valueAtRisk: historical?.valueAtRisk ?? null, expectedShortfall: historical?.expectedShortfall ?? null };
    const against = { beta: benchmark?.beta ?? null, trackingError: benchmark?.trackingError ?? null };
    return Object.assign(new ReportRiskDto(), { observations, volatility, sharpe, sortino, maxDrawdown: fall, ...tail, ...against });
  }
}
