import { Dto, Field } from '../../../api/field.js';
import { choice, day, flag, integer, list, number, optional, union } from '../../../api/rules.js';
import { PictureQuery } from '../../../http/svg-response.js';
import { knownCurrency } from '../../markets/fx/currency-rule.js';
import type { MissingTreatment } from './replay.js';
import type { MonteCarloScenario, Scenario } from './scenario.js';
import { shockRule } from './shock.dto.js';
import type { Shock } from './shocks.js';

const says = {
  seed: 'The same seed, data and parameters give the same bytes.',
  pathCount: 'Number of paths.',
  horizonMonths: 'Horizon in months (of 21 weekdays).',
  block: 'Consecutive weekdays that are drawn together: longer blocks keep longer trends.',
  years: 'Maximum length of the history.',
  rebalanced: 'Whether the weights of today are restored each month; otherwise units are constant.',
  confidence: 'Confidence of value at risk and expected shortfall, from 0.5 to 0.999.',
  currency: 'The currency of the report; by default the base currency of the portfolio.',
};

@Dto(
  'Changes of prices, currencies or factors. If several shocks apply to a holding, their factors are ' + 'multiplied.',
)
export class ShockScenarioDto {
  @Field('`shocks`.', choice(['shocks']), { example: 'shocks' })
  type!: 'shocks';

  @Field('Changes to apply together.', list(shockRule(), 50, 1))
  shocks!: Shock[];
}

@Dto('The returns of a past window, dividends included, applied to the holdings of today.')
export class ReplayScenarioDto {
  @Field('`replay`.', choice(['replay']), { example: 'replay' })
  type!: 'replay';

  @Field('Day at whose close the window begins.', day(), { example: '2026-02-02' })
  startDay!: string;

  @Field(
    'The day at whose close the window ends: after `startDay`, by at most 3,660 days, and not in the future.',
    day(),
    {
      example: '2026-06-30',
    },
  )
  endDay!: string;

  @Field(
    'Treatment of a holding before its first price: `unchanged`, or `proxy` for the mean return of the ' +
      'holdings of its asset class, by value.',
    optional(choice(['unchanged', 'proxy'])),
    { default: 'unchanged', example: 'proxy' },
  )
  missingPrices: MissingTreatment = 'unchanged';
}

/** Parameters of a simulation. The examples of an image are chosen to be drawn quickly. */
const simulation = {
  seed: () => Field(says.seed, optional(integer(0, 2_147_483_647)), { default: 1, example: 1 }),
  pathCount: (example = 10_000) => Field(says.pathCount, optional(integer(100, 20_000)), { default: 10_000, example }),
  horizonMonths: (example = 120) => Field(says.horizonMonths, optional(integer(1, 360)), { default: 120, example }),
  block: () => Field(says.block, optional(integer(5, 63)), { default: 21, example: 21 }),
  years: () => Field(says.years, optional(integer(2, 20)), { default: 10, example: 10 }),
  rebalanced: () => Field(says.rebalanced, optional(flag()), { default: false, example: false }),
};

@Dto('A simulation that draws blocks of past days, the same for all holdings, so that correlations stay.')
export class MonteCarloScenarioDto {
  @Field('`monte_carlo`.', choice(['monte_carlo']), { example: 'monte_carlo' })
  type!: 'monte_carlo';

  @simulation.seed()
  seed: number = 1;

  @simulation.pathCount()
  pathCount: number = 10_000;

  @simulation.horizonMonths()
  horizonMonths: number = 120;

  @simulation.block()
  blockDays: number = 21;

  @simulation.years()
  historyYears: number = 10;

  @simulation.rebalanced()
  rebalanced: boolean = false;

  @Field(says.confidence, optional(number(0.5, 0.999)), { default: 0.95, example: 0.95 })
  confidence: number = 0.95;
}

@Dto('A scenario to apply to a portfolio.')
export class NewScenarioDto {
  @Field(
    'Price changes, a past window or a simulation.',
    union('type', {
      shocks: () => ShockScenarioDto,
      replay: () => ReplayScenarioDto,
      monte_carlo: () => MonteCarloScenarioDto,
    }),
  )
  scenario!: Scenario;

  @Field('The holdings at the end of this day (UTC); today by default, and for a day in the future.', optional(day()), {
    example: '2026-11-20',
  })
  asOf?: string;

  @Field(says.currency, optional(knownCurrency()), { example: 'USD' })
  currency?: string;
}

@Dto('The parameters of a simulation, and how it is drawn.')
export class MonteCarloPictureQuery extends PictureQuery {
  @simulation.seed()
  seed: number = 1;

  @simulation.pathCount(2_000)
  pathCount: number = 10_000;

  @simulation.horizonMonths(60)
  horizonMonths: number = 120;

  @simulation.block()
  blockDays: number = 21;

  @simulation.years()
  historyYears: number = 10;

  @simulation.rebalanced()
  rebalanced: boolean = false;

  @Field('The holdings at the end of this day (UTC); today by default, and for a day in the future.', optional(day()), {
    example: '2026-11-20',
  })
  asOf?: string;

  @Field(says.currency, optional(knownCurrency()), { example: 'USD' })
  currency?: string;
}

/** Returns the scenario of an image's parameters. */
export const scenarioOf = ({
  seed,
  pathCount,
  horizonMonths,
  blockDays,
  historyYears,
  rebalanced,
}: MonteCarloPictureQuery): MonteCarloScenario => ({
  type: 'monte_carlo',
  seed,
  pathCount,
  horizonMonths,
  blockDays,
  historyYears,
  rebalanced,
  confidence: 0.95,
});
