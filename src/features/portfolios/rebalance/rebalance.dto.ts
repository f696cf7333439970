import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  flag,
  integer,
  nullable,
  number,
  objects,
  optional,
  text,
  union,
  uuid,
} from '../../../api/rules.js';
import { knownCurrency } from '../../markets/fx/currency-rule.js';
import { Decimal } from '../lots/decimal.js';
import { symbol } from '../portfolio.dto.js';
import type { RebalanceRequest, RebalanceTarget } from './rebalance.service.js';

/** The rule for exact decimals with at most 20 digits before and 18 after the point, not negative. */
const amount = () =>
  text(
    1,
    40,
    /^(?:0|[1-9]\d{0,19})(?:\.\d{1,18})?$/,
    'a decimal number as text that is not negative, such as "250.00"',
  );

@Dto('The target weight of a symbol, as a fraction of the value.')
export class TargetWeightDto {
  @Field('Symbol of the instrument, `<ticker>.<venue>`.', symbol(), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The share (0.25 is 25 %).', number(0, 1), { example: 0.6 })
  weight!: number;
}

@Dto('Target weights. Holdings that are not named are sold, and what the weights leave of 1 is kept as cash.')
export class WeightsTargetDto {
  @Field('`weights`.', choice(['weights']), { example: 'weights' })
  type!: 'weights';

  @Field('The weights, which add up to at most 1; each symbol once.', objects(TargetWeightDto, 200, 1))
  weights!: TargetWeightDto[];
}

@Dto('The weights of a model portfolio at the prices of the day, its cash included.')
export class ModelTargetDto {
  @Field('`model`.', choice(['model']), { example: 'model' })
  type!: 'model';

  @Field('One of your portfolios of the kind `model`.', uuid())
  portfolioId!: string;
}

@Dto('Options for rebalancing a portfolio. Amounts are decimals as text in the currency of the plan.')
export class NewRebalanceDto {
  @Field(
    'The weights to reach: stated here, or those of a model portfolio.',
    union('type', { weights: () => WeightsTargetDto, model: () => ModelTargetDto }),
  )
  target!: RebalanceTarget;

  @Field(
    'A symbol is out of its band if its weight differs from its target by more than this (0.05 is five ' +
      'percentage points); null or omitted for no such band.',
    optional(nullable(number(0, 1))),
    { example: 0.05 },
  )
  absoluteBand?: number | null;

  @Field(
    'A symbol is also out of its band if its weight differs from its target by more than this fraction of ' +
      'the target (0.25 is a quarter of it); null or omitted for no such band.',
    optional(nullable(number(0, 100))),
    {
      example: 0.25,
    },
  )
  relativeBand?: number | null;

  @Field(
    'If a symbol is out of its band: `all` brings every symbol to its target, `outside` only those out of ' +
      'their bands. If no symbol is out of its band, nothing is traded. Without bands, every difference is ' +
      'traded.',
    optional(choice(['all', 'outside'])),
    { default: 'all', example: 'all' },
  )
  bandScope: 'all' | 'outside' = 'all';

  @Field('Smaller trades are left out.', optional(amount()), { default: '0', example: '50' })
  minimumTrade: string = '0';

  @Field(
    'Decimal places of the units that are traded; 0 for whole units. Crypto-assets always have 8.',
    optional(integer(0, 8)),
    { default: 0, example: 0 },
  )
  unitDecimals: number = 0;

  @Field('Cost of each trade.', optional(amount()), { default: '0', example: '1' })
  fixedFee: string = '0';

  @Field(
    'Cost of each trade as a fraction of its amount (0.001 is 0.1 %), in addition to `fixedFee`.',
    optional(number(0, 0.2)),
    { default: 0, example: 0.001 },
  )
  feeFraction: number = 0;

  @Field('Cash that stays; the weights are of the value without it.', optional(amount()), {
    default: '0',
    example: '500',
  })
  keepCash: string = '0';

  @Field('Cash that comes in for the plan.', optional(amount()), { default: '0', example: '1000' })
  newCash: string = '0';

  @Field(
    'True: only buy. Available cash is spread over symbols below target in proportion to the shortfall.',
    optional(flag()),
    {
      default: false,
      example: false,
    },
  )
  cashOnly: boolean = false;

  @Field(
    'The holdings and prices at the end of this day (UTC); today by default, and for a day in the future.',
    optional(day()),
    { example: '2026-11-20' },
  )
  asOf?: string;

  @Field('The currency of the plan; by default the base currency of the portfolio.', optional(knownCurrency()), {
    example: 'USD',
  })
  currency?: string;
}

/** Converts a request body to the types of the domain. */
export function rebalanceOf(body: NewRebalanceDto): RebalanceRequest {
  const {
    target,
    absoluteBand,
    relativeBand,
    bandScope,
    minimumTrade,
    unitDecimals,
    fixedFee,
    feeFraction,
    keepCash,
    newCash,
    cashOnly,
    asOf,
  } = body;
  const band = (value: number | null | undefined) =>
    value === null || value === undefined ? null : new Decimal(value);
  const rules = {
    absoluteBand: band(absoluteBand),
    relativeBand: band(relativeBand),
    scope: bandScope,
    minimumTrade: new Decimal(minimumTrade),
    fixedFee: new Decimal(fixedFee),
    feeFraction: new Decimal(feeFraction),
    keptCash: new Decimal(keepCash),
    newCash: new Decimal(newCash),
    buysOnly: cashOnly,
  };
  return { target, rules, unitPlaces: unitDecimals, asOf, currency: body.currency };
}
