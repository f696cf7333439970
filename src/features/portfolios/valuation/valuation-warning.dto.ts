import { Dto, Field } from '../../../api/field.js';
import { choice, nullable, optional, text, uuid } from '../../../api/rules.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { symbol } from '../portfolio.dto.js';
import type { ValuationWarning } from './valuation.js';

const codes = [
  'oversold',
  'lots_unavailable',
  'negative_cash',
  'cost_unknown',
  'price_missing',
  'price_stale',
  'rate_missing',
] as const;

@Dto('A missing or doubtful input of the figures.')
export class ValuationWarningDto {
  @Field(
    '`oversold`: more was sold than was held; `lots_unavailable`: a sale names lots that do not hold enough; ' +
      '`negative_cash`: more cash was spent than was there; `cost_unknown`: units came in without a cost; ' +
      '`price_missing`, `price_stale`: no price, or only an old one; `rate_missing`: no exchange rate.',
    choice(codes),
    { example: 'price_stale' },
  )
  code!: (typeof codes)[number];

  @Field('The input, and how the figures handle it, as a sentence.', text(1, 500), {
    example: 'The price of AAPL.US is of 2026-11-06.',
  })
  detail!: string;

  @Field('The transaction that causes it; null if no transaction does.', nullable(uuid()), { example: null })
  transactionId!: string | null;

  @Field('The symbol it concerns; absent for cash.', optional(symbol()), { example: 'AAPL.US' })
  symbol?: string;

  @Field('The currency it concerns; absent for units.', optional(currencyCode()), { example: 'EUR' })
  currency?: string;

  static from({ code, detail, transactionId, symbol, currency }: ValuationWarning): ValuationWarningDto {
    return Object.assign(new ValuationWarningDto(), {
      code,
      detail,
      transactionId,
      ...(symbol && { symbol }),
      ...(currency && { currency }),
    });
  }
}

/** Maximum number of warnings in a response. */
export const MAX_WARNINGS = 200;
export const warningsOf = (warnings: readonly ValuationWarning[]): ValuationWarningDto[] =>
  warnings.slice(0, MAX_WARNINGS).map(ValuationWarningDto.from);
