import { Dto, Field } from '../../../api/field.js';
import { nullable, number, object } from '../../../api/rules.js';
import type { Risk } from '../../portfolios/risk/risk.js';
import { drawdownFields, drawdownOf, riskFields } from '../../portfolios/risk/risk-fields.js';

const ratio = () => nullable(number());

@Dto('The largest loss from a peak in a report.')
export class ReportDrawdownDto {
  @drawdownFields.depth()
  depth!: number;

  @drawdownFields.peakDay()
  peakDay!: string;

  @drawdownFields.troughDay()
  troughDay!: string;

  @drawdownFields.recoveredDay()
  recoveredDay!: string | null;
}

@Dto(
  'Risk of all portfolios of a client together. Annual figures use 252 days per year; a figure that is not ' +
    'defined is null.',
)
export class ReportRiskDto {
  @riskFields.observationCount()
  observationCount!: number;

  @riskFields.volatility()
  volatility!: number | null;

  @riskFields.sharpe(', with a risk-free rate of 0')
  sharpe!: number | null;

  @riskFields.sortino()
  sortino!: number | null;

  @Field('The largest loss from a peak; null without returns.', nullable(object(() => ReportDrawdownDto)))
  maxDrawdown!: ReportDrawdownDto | null;

  @Field(
    'Historical one-day value at risk at 95 %, as a return, negative for a loss; null with fewer than 20 returns.',
    ratio(),
    { example: -0.018 },
  )
  valueAtRisk!: number | null;

  @Field('Mean return of the days that are worse than the value at risk; null if it is not defined.', ratio(), {
    example: -0.026,
  })
  expectedShortfall!: number | null;

  @Field('Beta to the benchmark; null without one.', ratio(), { example: 0.9 })
  beta!: number | null;

  @Field('Annualized volatility of the difference from the benchmark; null without one.', ratio(), { example: 0.06 })
  trackingError!: number | null;

  static from({
    observations,
    volatility,
    sharpe,
    sortino,
    maxDrawdown,
    valueAtRisk: { historical },
    benchmark,
  }: Risk): ReportRiskDto {
    const tail = {
      valueAtRisk: historical?.valueAtRisk ?? null,
      expectedShortfall: historical?.expectedShortfall ?? null,
    };
    const against = { beta: benchmark?.beta ?? null, trackingError: benchmark?.trackingError ?? null };
    return Object.assign(new ReportRiskDto(), {
      observationCount: observations,
      volatility,
      sharpe,
      sortino,
      maxDrawdown: maxDrawdown && drawdownOf(maxDrawdown),
      ...tail,
      ...against,
    });
  }
}
