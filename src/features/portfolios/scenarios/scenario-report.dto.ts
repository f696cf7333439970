import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  text,
  union,
} from '../../../api/rules.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { textOf } from '../day.js';
import { MAX_WARNINGS, ValuationWarningDto, warningsOf } from '../valuation/valuation-warning.dto.js';
import type { ScenarioOutcome, ScenarioReport } from './scenario.js';
import { outcomeOf, ReplayOutcome, ShockOutcome } from './scenario-outcome.dto.js';

const inReport = 'in the currency of the report';
const atEnd = 'over the horizon, as a return (negative is a loss); null without a positive value today';

@Dto('The simulated values at the end of a month.')
export class SimulatedMonthDto {
  @Field('Months from now; 0 is today.', integer(0, 360), { example: 12 })
  monthNumber!: number;

  @Field(`Mean value of the paths, ${inReport}.`, number(), { example: 6100 })
  mean!: number;

  @Field('Value that 5 % of the paths are below.', number(), { example: 4700 })
  p5!: number;

  @Field('Value that 25 % of the paths are below.', number(), { example: 5500 })
  p25!: number;

  @Field('Median value of the paths.', number(), { example: 6000 })
  p50!: number;

  @Field('Value that 75 % of the paths are below.', number(), { example: 6600 })
  p75!: number;

  @Field('Value that 95 % of the paths are below.', number(), { example: 7700 })
  p95!: number;
}

@Dto('One bar of the histogram of final values.')
export class FinalValueBinDto {
  @Field(`Lower end, ${inReport}.`, number(), { example: 5000 })
  min!: number;

  @Field('Upper end, exclusive but for the last bar.', number(), { example: 5500 })
  max!: number;

  @Field('Paths that end in it.', integer(0, 20_000), { example: 1_200 })
  pathCount!: number;
}

@Dto('The values at the end of all paths.')
export class FinalValuesDto {
  @Field(`Lowest value, ${inReport}.`, number(), { example: 2900 })
  min!: number;

  @Field('Highest value.', number(), { example: 14_800 })
  max!: number;

  @Field('Mean value.', number(), { example: 6100 })
  mean!: number;

  @Field('Standard deviation, with n - 1.', number(0), { example: 950 })
  deviation!: number;

  @Field('Bars of equal width from `min` to `max`.', objects(FinalValueBinDto, 20))
  bins!: FinalValueBinDto[];
}

@Dto('Values of the simulated futures of a portfolio.')
export class MonteCarloOutcome {
  @Field('`monte_carlo`.', choice(['monte_carlo']), { example: 'monte_carlo' })
  type!: 'monte_carlo';

  @Field('Seed of the random numbers; the same seed and inputs give the same values.', integer(0, 2_147_483_647), {
    example: 1,
  })
  seed!: number;

  @Field('Number of paths.', integer(100, 20_000), { example: 10_000 })
  pathCount!: number;

  @Field('Consecutive weekdays drawn together.', integer(5, 63), { example: 21 })
  blockDays!: number;

  @Field('Whether the weights were restored each month.', flag(), { example: false })
  rebalanced!: boolean;

  @Field('The first day of the history that all simulated assets have; null without one.', nullable(day()), {
    example: '2016-11-21',
  })
  historyFrom!: string | null;

  @Field('The last day of the history; null without one.', nullable(day()), { example: '2026-11-20' })
  historyTo!: string | null;

  @Field('Daily returns that blocks are drawn from.', integer(0, 20_000), { example: 2_600 })
  observationCount!: number;

  @Field(
    'Symbols, and currencies of cash, with less than a year of history: their value is constant.',
    list(text(3, 33), 300),
    { example: [] },
  )
  heldConstant!: string[];

  @Field('The values by month, from today to the horizon.', objects(SimulatedMonthDto, 361))
  months!: SimulatedMonthDto[];

  @Field(
    'Fraction of the paths that end below the value of today; null without a positive value today.',
    nullable(number(0, 1)),
    { example: 0.21 },
  )
  probabilityOfLoss!: number | null;

  @Field('Confidence of the value at risk and the expected shortfall, 0 to 1.', number(0.5, 0.999), { example: 0.95 })
  confidence!: number;

  @Field(`Value at risk ${atEnd}.`, nullable(number(-1)), { example: -0.15 })
  valueAtRisk!: number | null;

  @Field(`Expected shortfall: the mean of the paths at or below the value at risk, ${atEnd}.`, nullable(number(-1)), {
    example: -0.22,
  })
  expectedShortfall!: number | null;

  @Field(
    'The final distribution.',
    object(() => FinalValuesDto),
  )
  final!: FinalValuesDto;

  static from({ scenario, history, result }: Extract<ScenarioOutcome, { type: 'monte_carlo' }>): MonteCarloOutcome {
    const { months, distribution, ...figures } = result;
    const { seed, pathCount, blockDays, rebalanced, confidence } = scenario;
    const bins = distribution.bins.map(({ from, to, paths }) => ({ min: from, max: to, pathCount: paths }));
    return Object.assign(new MonteCarloOutcome(), {
      type: 'monte_carlo',
      seed,
      pathCount,
      blockDays,
      rebalanced,
      confidence,
      ...figures,
      final: { ...distribution, bins },
      historyFrom: history.fromDay === null ? null : textOf(history.fromDay),
      historyTo: history.toDay === null ? null : textOf(history.toDay),
      observationCount: history.observations,
      heldConstant: history.heldConstant,
      months: months.map(({ month, mean, quantiles: [p5, p25, p50, p75, p95] }) => ({
        monthNumber: month,
        mean,
        p5,
        p25,
        p50,
        p75,
        p95,
      })),
    });
  }
}

@Dto('The effect of a scenario on a portfolio. Values are estimates.')
export class ScenarioReportDto {
  @Field('The holdings are those at the end of this day (UTC).', day(), { example: '2026-11-20' })
  asOf!: string;

  @Field('The currency of the report.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Value of holdings and cash before.', number(), { example: 5704 })
  startValue!: number;

  @Field('Value after the scenario; for a simulation, the median at the horizon.', number(), { example: 4671.2 })
  endValue!: number;

  @Field('The change as a fraction; null without a positive value before.', nullable(number()), { example: -0.181 })
  change!: number | null;

  @Field(
    'The parts of the report, by the type of the scenario.',
    union('type', { shocks: () => ShockOutcome, replay: () => ReplayOutcome, monte_carlo: () => MonteCarloOutcome }),
  )
  outcome!: ShockOutcome | ReplayOutcome | MonteCarloOutcome;

  @Field('The providers of prices.', list(text(1, 100), 20), { example: ['simulator'] })
  providers!: string[];

  @Field('Missing or doubtful inputs of the figures.', objects(ValuationWarningDto, MAX_WARNINGS))
  warnings!: ValuationWarningDto[];

  static from({
    positions: { day: number, currency, value, providers, warnings },
    outcome,
  }: ScenarioReport): ScenarioReportDto {
    const valueAfter =
      outcome.type === 'monte_carlo'
        ? (outcome.result.months.at(-1)?.quantiles[2] ?? value)
        : outcome.report.valueAfter;
    return Object.assign(new ScenarioReportDto(), {
      asOf: textOf(number),
      currency,
      startValue: value,
      endValue: valueAfter,
      change: value > 0 ? valueAfter / value - 1 : null,
      outcome: outcome.type === 'monte_carlo' ? MonteCarloOutcome.from(outcome) : outcomeOf(outcome),
      providers,
      warnings: warningsOf(warnings),
    });
  }
}

@Dto('Progress of a scenario.')
export class ScenarioProgress {
  @Field('The fraction of the simulation that is done, 0 to 1; 0 while prices are read.', number(0, 1), {
    example: 0.42,
  })
  fraction!: number;
}
