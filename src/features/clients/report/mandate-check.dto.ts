import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { day, flag, integer, list, nullable, number, object, objects } from '../../../api/rules.js';
import { symbolRule } from '../../markets/symbol-parameter.js';
import { type LookedThrough, type LookThroughFund, MAX_DEPTH } from '../../portfolios/look-through/look-through.js';
import type { MandateCheck, TargetDifference } from '../mandate/mandate-check.js';
import {
  breaches,
  breachesOf,
  limits,
  limitsOf,
  limitsText,
  MandateBreachDto,
  MandateLimitCheckDto,
} from '../summary/client-figures.dto.js';

const MAX_TARGETS = 10_000;
const MAX_FUNDS = 2_000;

@Dto('A weight beside its target, as fractions of the whole value.')
export class MandateDifferenceDto {
  @Field('The symbol; null for cash.', nullable(symbolRule), { example: 'AAPL.US' })
  symbol!: string | null;

  @Field('The weight of the target; 0 for what is not in the target.', number(0), { example: 0.3 })
  targetWeight!: number;

  @Field('The weight now.', number(), { example: 0.342 })
  weight!: number;

  @Field('Weight minus target, as a fraction of the whole value.', number(), { example: 0.042 })
  drift!: number;

  @Field('Whether it is within the bands of the mandate.', flag(), { example: true })
  withinBands!: boolean;

  static from({ symbol, target, weight, difference, isWithinBands }: TargetDifference): MandateDifferenceDto {
    return Object.assign(new MandateDifferenceDto(), {
      symbol,
      targetWeight: target,
      weight,
      drift: difference,
      withinBands: isWithinBands,
    });
  }
}

@Dto('A fund whose holdings were compared with the mandate.')
export class MandateFundDto {
  @Field('Symbol of the fund.', symbolRule, { example: 'SPY.US' })
  symbol!: string;

  @Field('The day of its holdings.', day(), { example: '2026-06-30' })
  asOf!: string;

  @Field('Number of funds through which it is held; 0 if it is held directly.', integer(0, MAX_DEPTH), { example: 0 })
  depth!: number;

  @Field('The weight of the fund, directly and through others, as a fraction of the whole value.', number(), {
    example: 0.4,
  })
  weight!: number;

  @Field('Sum of the weights of its holdings; what is missing to 1 is unknown.', number(), { example: 0.998 })
  coveredFraction!: number;

  static from({ fund: { symbol, asOf, holdings }, depth, fraction: weight }: LookThroughFund): MandateFundDto {
    const covered = holdings.reduce((sum, holding) => sum + holding.weight, 0);
    const coveredFraction = Math.round(covered * 1e9) / 1e9;
    return answerOf(MandateFundDto, { symbol, asOf, depth, weight, coveredFraction });
  }
}

@Dto('The funds whose holdings were compared with the mandate, and what stays unknown.')
export class MandateLookThroughDto {
  @Field('The funds, the largest weight first.', objects(MandateFundDto, MAX_FUNDS))
  funds!: MandateFundDto[];

  @Field('Weight of what is in these funds but not in known holdings, as a fraction of the whole value.', number(), {
    example: 0.002,
  })
  unknownWeight!: number;

  @Field(
    'Funds whose holdings are not known. They count as unknown in limits of groups; state their holdings with ' +
      '`PUT /markets/funds/{symbol}/holdings`.',
    list(symbolRule, MAX_FUNDS),
    { example: [] },
  )
  opaqueFunds!: string[];

  static from({ funds, parts, opaqueFunds }: LookedThrough): MandateLookThroughDto {
    const unknown = parts.filter(({ kind }) => kind === 'unknown');
    return answerOf(MandateLookThroughDto, {
      funds: funds.slice(0, MAX_FUNDS).map(MandateFundDto.from),
      unknownWeight: unknown.reduce((sum, { fraction }) => sum + fraction, 0),
      opaqueFunds: opaqueFunds.slice(0, MAX_FUNDS),
    });
  }
}

@Dto('The holdings compared with the mandate.')
export class MandateCheckDto {
  @Field(
    'The fraction of the value that would have to be traded to reach the target; null without a target or a value.',
    nullable(number(0)),
    { example: 0.04 },
  )
  drift!: number | null;

  @Field(
    'Weights beside their targets, the largest difference first; empty without a target.',
    objects(MandateDifferenceDto, MAX_TARGETS),
  )
  targets!: MandateDifferenceDto[];

  @Field('Breaches, at most 100.', breaches())
  breaches!: MandateBreachDto[];

  @Field(limitsText, limits())
  limits!: MandateLimitCheckDto[];

  @Field(
    'The funds whose holdings were compared; null for a mandate that does not look through funds.',
    nullable(object(() => MandateLookThroughDto)),
    { example: null },
  )
  lookThrough!: MandateLookThroughDto | null;

  static from(
    { drift, targets, breaches: found, limits }: MandateCheck,
    through: LookedThrough | null,
  ): MandateCheckDto {
    return Object.assign(new MandateCheckDto(), {
      drift,
      targets: targets.slice(0, MAX_TARGETS).map(MandateDifferenceDto.from),
      breaches: breachesOf(found),
      limits: limitsOf(limits),
      lookThrough: through && MandateLookThroughDto.from(through),
    });
  }
}
