import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, day, flag, nullable, number, optional, type Rule } from '../../../api/rules.js';
import { type BondTerms, couponFrequencies } from './bond-schedule.js';
import { type DayCount, dayCounts } from './day-count.js';

const frequency = (): Rule => ({
  name: 'frequency',
  schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 12, enum: [...couponFrequencies] },
  check: (value) => couponFrequencies.some((one) => one === value),
  says: `one of ${couponFrequencies.join(', ')}`,
});

const says = {
  issueDay: 'The day from which interest accrues.',
  maturityDay: 'The day of repayment, at most 100 years after `issueDay`.',
  couponPercent: 'Annual interest in percent of the face value; 0 for a zero-coupon bond.',
  frequency:
    'Coupons in a year: 1, 2, 4 or 12. The yield compounds as often; so a zero-coupon bond has a frequency too.',
  dayCount:
    'The day count, by which interest accrues: `ACT/ACT` (ICMA), `30/360` (Bond Basis), `30E/360` (Eurobond Basis), `ACT/360` or `ACT/365`.',
  firstCouponDay:
    'The first coupon day, if the first period is longer than one of the schedule; a regular coupon day. Null: the ' +
    'first regular coupon day after `issueDay`.',
  endOfMonth:
    'True: coupons are paid on the last day of the month if the maturity is one. False: on the day of the maturity, or ' +
    'the last day of a shorter month.',
  faceValue: 'The face value of one unit, in the currency of the instrument. Prices and figures are for one unit.',
  redemptionPercent: 'Repayment at maturity in percent of the face value.',
};
const percent = (max: number) => number(0, max);
const face = () => number(1e-6, 1e9);

@Dto('The terms of a bond with a fixed coupon, or without one.')
export class NewBondTermsDto {
  @Field(says.issueDay, day(), { example: '2024-05-15' })
  issueDay!: string;

  @Field(says.maturityDay, day(), { example: '2034-05-15' })
  maturityDay!: string;

  @Field(says.couponPercent, percent(100), { example: 4.25 })
  couponPercent!: number;

  @Field(`${says.frequency} Default: 1.`, optional(frequency()), { default: 1, example: 2 })
  frequency: number = 1;

  @Field(`${says.dayCount} Default: \`ACT/ACT\`.`, optional(choice(dayCounts)), {
    default: 'ACT/ACT',
    example: 'ACT/ACT',
  })
  dayCount: DayCount = 'ACT/ACT';

  @Field(says.firstCouponDay, optional(nullable(day())), { omitFromExample: true, example: '2025-05-15' })
  firstCouponDay: string | null = null;

  @Field(`${says.endOfMonth} Default: false.`, optional(flag()), { default: false, example: false })
  endOfMonth: boolean = false;

  @Field(`${says.faceValue} Default: 100.`, optional(face()), { default: 100, example: 100 })
  faceValue: number = 100;

  @Field(`${says.redemptionPercent} Default: 100.`, optional(percent(1_000)), { default: 100, example: 100 })
  redemptionPercent: number = 100;
}

@Dto('The terms of a bond.')
export class BondTermsDto {
  @Field(says.issueDay, day(), { example: '2024-05-15' })
  issueDay!: string;

  @Field(says.maturityDay, day(), { example: '2034-05-15' })
  maturityDay!: string;

  @Field(says.couponPercent, percent(100), { example: 4.25 })
  couponPercent!: number;

  @Field(says.frequency, frequency(), { example: 2 })
  frequency!: number;

  @Field(says.dayCount, choice(dayCounts), { example: 'ACT/ACT' })
  dayCount!: DayCount;

  @Field(says.firstCouponDay, nullable(day()), { example: null })
  firstCouponDay!: string | null;

  @Field(says.endOfMonth, flag(), { example: false })
  endOfMonth!: boolean;

  @Field(says.faceValue, face(), { example: 100 })
  faceValue!: number;

  @Field(says.redemptionPercent, percent(1_000), { example: 100 })
  redemptionPercent!: number;

  static from(terms: BondTerms): BondTermsDto {
    return answerOf(BondTermsDto, terms);
  }
}
