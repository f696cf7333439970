import { Dto, Field } from '../../../api/field.js';
import { day, list, nullable, number, object, objects, optional, text } from '../../../api/rules.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { textOf } from '../day.js';
import { HistoryQuery } from '../performance/performance.dto.js';
import { MAX_WARNINGS, ValuationWarningDto, warningsOf } from '../valuation/valuation-warning.dto.js';
import type { BenchmarkRisk } from './risk.js';
import type { RiskReport } from './risk.service.js';
import { drawdownFields, drawdownOf, riskFields } from './risk-fields.js';
import type { ValueAtRisk } from './value-at-risk.js';

const ratio = () => nullable(number());

@Dto('The period, the confidence and the benchmark.')
export class RiskQuery extends HistoryQuery {
  @Field('Confidence of value at risk and expected shortfall, from 0.5 to 0.999.', optional(number(0.5, 0.999)), {
    default: 0.95,
    example: 0.95,
  })
  confidence: number = 0.95;

  @Field('Annual risk-free rate, as a fraction (0.03 is 3 %).', optional(number(-0.5, 1)), {
    default: 0,
    example: 0.03,
  })
  riskFreeRate: number = 0;
}

@Dto('The largest loss from a peak.')
export class DrawdownDto {
  @drawdownFields.depth()
  depth!: number;

  @drawdownFields.peakDay()
  peakDay!: string;

  @drawdownFields.troughDay()
  troughDay!: string;

  @drawdownFields.recoveredDay()
  recoveredDay!: string | null;
}

@Dto('The possible loss of one day. Both figures are returns: a loss is negative.')
export class ValueAtRiskDto {
  @Field('The return q that daily returns fall below with the probability 1 - confidence.', number(), {
    example: -0.018,
  })
  valueAtRisk!: number;

  @Field('Mean of the returns at or below q; null if the method does not define it.', ratio(), { example: -0.026 })
  expectedShortfall!: number | null;
}

@Dto(
  'Value at risk by three methods; null with fewer than 1 / (1 - confidence) observations, and of the last two ' +
    'for constant returns.',
)
export class ValueAtRiskMethodsDto {
  @Field(
    'The quantile of the observed returns with linear interpolation, and the mean of the returns up to it; null ' +
      'with too few observations. Source: Hyndman and Fan (1996), type 7.',
    nullable(object(() => ValueAtRiskDto)),
  )
  historical!: ValueAtRisk | null;

  @Field(
    'From a normal distribution with their mean m and deviation s (with n): q = m + z s, shortfall = m - s ' +
      'φ(z) / (1 - confidence), z = Φ⁻¹(1 - confidence); null with too few observations, and for constant returns.',
    nullable(object(() => ValueAtRiskDto)),
  )
  parametric!: ValueAtRisk | null;

  @Field(
    'As parametric, with z + (z² - 1) S / 6 + (z³ - 3z) K / 24 - (2z³ - 5z) S² / 36 instead of z ' +
      '(Cornish-Fisher; S skewness, K excess kurtosis). The shortfall, at most q, follows Boudt, Peterson and ' +
      'Croux (2008). Null with too few observations, and for constant returns.',
    nullable(object(() => ValueAtRiskDto)),
  )
  cornishFisher!: ValueAtRisk | null;
}

@Dto('The portfolio against its benchmark, on the days that both have.')
export class BenchmarkRiskDto {
  @Field('The benchmark: a symbol, or several with their weights.', text(3, 500), { example: 'SPY.US' })
  name!: string;

  @Field(
    'Beta: covariance of r - f with b - f of the benchmark by the variance of b - f (n - 1); null if not defined.',
    ratio(),
    { example: 0.9 },
  )
  beta!: number | null;

  @Field(
    "Jensen's alpha, annualized, as a fraction: (1 + mean(r - f) - beta × mean(b - f))^252 - 1; null if not defined. Source: Jensen (1968).",
    ratio(),
    {
      example: 0.01,
    },
  )
  alpha!: number | null;

  @Field('Pearson correlation of r and b, from -1 to 1; null if not defined.', ratio(), { example: 0.85 })
  correlation!: number | null;

  @Field('Annualized standard deviation (n - 1) of r - b; null if not defined.', ratio(), { example: 0.06 })
  trackingError!: number | null;

  @Field(
    '(Annual return - annual return of the benchmark) / tracking error; null if not defined. Source: ' +
      'PerformanceAnalytics.',
    ratio(),
    { example: 0.4 },
  )
  informationRatio!: number | null;
}

@Dto(
  'Risk of a portfolio, from its daily returns on weekdays; changes at weekends are compounded into the next ' +
    'weekday. Annual figures use 252 days per year. A figure that is not defined is null.',
)
export class PortfolioRiskDto {
  @Field('The first day; null without a transaction.', nullable(day()), { example: '2026-01-01' })
  firstDay!: string | null;

  @Field('The last day, inclusive; null without a transaction.', nullable(day()), { example: '2026-11-20' })
  lastDay!: string | null;

  @Field('The currency of the returns; null without a transaction.', nullable(currencyCode()), { example: 'USD' })
  currency!: string | null;

  @riskFields.observationCount()
  observationCount!: number;

  @Field('Annualized return: (Π (1 + r))^(252 / n) - 1. Null with fewer than 12 returns.', ratio(), { example: 0.09 })
  annualReturn!: number | null;

  @riskFields.volatility()
  volatility!: number | null;

  @riskFields.sharpe()
  sharpe!: number | null;

  @riskFields.sortino()
  sortino!: number | null;

  @Field('The largest loss from a peak; null without returns.', nullable(object(() => DrawdownDto)))
  maxDrawdown!: DrawdownDto | null;

  @Field(
    'Value at risk and expected shortfall of one day.',
    object(() => ValueAtRiskMethodsDto),
  )
  valueAtRisk!: ValueAtRiskMethodsDto;

  @Field('Figures against the benchmark; null without one.', nullable(object(() => BenchmarkRiskDto)))
  benchmark!: (BenchmarkRisk & { name: string }) | null;

  @Field('The providers of prices and rates.', list(text(1, 100), 20), { example: ['simulator'] })
  providers!: string[];

  @Field('Missing or doubtful inputs of the figures.', objects(ValuationWarningDto, MAX_WARNINGS))
  warnings!: ValuationWarningDto[];

  static from({ history, risk, benchmark }: RiskReport): PortfolioRiskDto {
    const { observations, valueAtRisk, maxDrawdown, benchmark: against, ...figures } = risk;
    const { historical, parametric, cornish_fisher: cornishFisher } = valueAtRisk;
    return Object.assign(new PortfolioRiskDto(), {
      ...figures,
      observationCount: observations,
      firstDay: history && textOf(history.fromDay),
      lastDay: history && textOf(history.toDay),
      currency: history?.currency ?? null,
      maxDrawdown: maxDrawdown && drawdownOf(maxDrawdown),
      valueAtRisk: { historical, parametric, cornishFisher },
      benchmark: against && benchmark !== null ? { name: benchmark, ...against } : null,
      providers: history?.providers ?? [],
      warnings: warningsOf(history?.warnings ?? []),
    });
  }
}
