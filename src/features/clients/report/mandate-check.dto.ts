import { Dto, Field } from '../../../api/field.js';
import { flag, nullable, number, objects } from '../../../api/rules.js';
import { symbolRule } from '../../markets/symbol-parameter.js';
import type { MandateCheck, TargetDifference } from '../mandate/mandate-check.js';
import { breaches, breachesOf, MandateBreachDto } from '../summary/client-figures.dto.js';

const MAX_TARGETS = 10_000;

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

  static from({ drift, targets, breaches: found }: MandateCheck): MandateCheckDto {
    return Object.assign(new MandateCheckDto(), {
      drift,
      targets: targets.slice(0, MAX_TARGETS).map(MandateDifferenceDto.from),
      breaches: breachesOf(found),
    });
  }
}
