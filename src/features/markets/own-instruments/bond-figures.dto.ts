import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { day, integer, nullable, number, object, objects, optional, text } from '../../../api/rules.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { formatDay } from '../civil-day.js';
import { currencyCode } from '../fx/currency-rule.js';
import { MAX_PRICE, MIN_PRICE } from '../own/own-instrument.js';
import type { BondReport } from './bond-reports.service.js';

@Dto('The day and the price of the figures.')
export class BondFiguresQuery {
  @Field(
    'The day of settlement, from the issue to the day before the maturity. Default: today (UTC).',
    optional(day()),
    { isWithoutExample: true },
  )
  settlementDay?: string;

  @Field(
    'The clean price of one unit. Default: the last stored price on or before the settlement.',
    optional(number(MIN_PRICE, MAX_PRICE)),
    { isWithoutExample: true },
  )
  cleanPrice?: number;

  @Field(
    'The annual yield for which the price is computed, as a fraction: 0.05 is 5 %. Not together with `cleanPrice`.',
    optional(number(-0.99, 10)),
    { isWithoutExample: true },
  )
  yield?: number;
}

@Dto('A payment of one unit of a bond.')
export class BondPaymentDto {
  @Field('The day of the payment, by the schedule; holidays do not move it.', day(), { example: '2027-05-15' })
  day!: string;

  @Field('Interest in the currency of the instrument.', number(0), { example: 2.125 })
  interest!: number;

  @Field('Repayment in the currency of the instrument; 0 before the maturity.', number(0), { example: 0 })
  principal!: number;
}

const money = (meaning: string) => `${meaning} of one unit, in the currency of the instrument`;

@Dto('The figures of a bond at a settlement. Prices are for one unit, whose face value is in its terms.')
export class BondFiguresDto {
  @Field('The symbol of the instrument.', text(5, 28), { example: 'BUND.OWN' })
  symbol!: string;

  @Field('The currency of prices and payments (ISO 4217).', currencyCode(), { example: 'EUR' })
  currency!: string;

  @Field('The day of settlement, at which the figures are valid.', day(), { example: '2026-11-20' })
  settlementDay!: string;

  @Field('The day of the stored price that is used; null if the request gives a price or a yield.', nullable(day()), {
    example: '2026-11-19',
  })
  priceDay!: string | null;

  @Field(`${money('The price without accrued interest')}; null without a price.`, nullable(number()), {
    example: 101.3,
  })
  cleanPrice!: number | null;

  @Field(`${money('The interest since the last coupon')}.`, number(0), { example: 0.0587 })
  accruedInterest!: number;

  @Field('Days of accrued interest, by the day count.', integer(0, 40_000), { example: 5 })
  accruedDays!: number;

  @Field(`${money('The price with accrued interest')}; null without a price.`, nullable(number(0)), {
    example: 101.3587,
  })
  dirtyPrice!: number | null;

  @Field(
    'Annual yield to maturity as a fraction (0.05 is 5 %), compounded as often as coupons are paid; null if it ' +
      'cannot be computed.',
    nullable(number()),
    { example: 0.0404 },
  )
  yieldToMaturity!: number | null;

  @Field('Macaulay duration in years; null without a yield.', nullable(number(0)), { example: 6.3 })
  macaulayDurationYears!: number | null;

  @Field('Modified duration in years; null without a yield.', nullable(number(0)), { example: 6.17 })
  modifiedDurationYears!: number | null;

  @Field('Convexity in years squared; null without a yield.', nullable(number(0)), { example: 45.2 })
  convexity!: number | null;

  @Field('The reason why the yield cannot be computed; null if it was computed.', nullable(text(1, 300)), {
    example: null,
  })
  notComputable!: string | null;

  @Field('The start of the current coupon period: the last coupon day, or the issue.', day(), { example: '2026-11-15' })
  previousCouponDay!: string;

  @Field('The first coupon day after the settlement.', day(), { example: '2027-05-15' })
  nextCouponDay!: string;

  @Field('The payments after the settlement, earliest first.', objects(BondPaymentDto, 1_250))
  payments!: BondPaymentDto[];

  @Field(
    'The provider `own`, and the day of the price.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from(report: BondReport): BondFiguresDto {
    const { position, macaulayDuration, modifiedDuration, ...rest } = report;
    return answerOf(BondFiguresDto, {
      ...rest,
      macaulayDurationYears: macaulayDuration,
      modifiedDurationYears: modifiedDuration,
      accruedInterest: position.accruedInterest,
      accruedDays: position.accruedDays,
      previousCouponDay: formatDay(position.previousCouponDay),
      nextCouponDay: formatDay(position.nextCouponDay),
      payments: position.payments.map((payment) =>
        answerOf(BondPaymentDto, { ...payment, day: formatDay(payment.day) }),
      ),
      provenance: ProvenanceDto.from(report.provenance),
    });
  }
}
