import { Dto, Field } from '../../../api/field.js';
import { choice, day, list, nullable, number, object, objects, optional, text } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { PictureQuery } from '../../../http/svg-response.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { textOf } from '../day.js';
import { LookThroughDto, LookThroughField } from '../look-through/look-through.dto.js';
import { money } from '../lots/rounding.js';
import { symbol } from '../portfolio.dto.js';
import { decimal } from '../transactions/transaction.dto.js';
import { AsOfField, ValuationCurrencyField } from '../valuation/valuation.dto.js';
import { MAX_WARNINGS, ValuationWarningDto, warningsOf } from '../valuation/valuation-warning.dto.js';
import type { AllocationGroup } from './allocation.js';
import type { Allocation } from './allocation.service.js';
import { type Grouping, groupings } from './grouping.js';

const MAX_GROUPS = 10_000;

@Dto('The allocation of a portfolio, at which day, and how an image of it is drawn.')
export class AllocationQuery extends PictureQuery {
  @Field('The attribute by which holdings are grouped.', optional(choice(groupings)), {
    default: 'assetClass',
    example: 'assetClass',
  })
  by: Grouping = 'assetClass';

  @LookThroughField()
  lookThrough: boolean = false;

  @AsOfField()
  asOf?: string;

  @ValuationCurrencyField()
  currency?: string;
}

@Dto('A part of a portfolio.')
export class AllocationGroupDto {
  @Field(
    'The asset class, currency, sector or country (ISO 3166-1 alpha-2); `cash` for cash, `unknown` where the ' +
      'attribute is not known. With `lookThrough` also `bond`, `real_estate`, `derivative` and `other`.',
    text(1, 200),
    {
      example: 'equity',
    },
  )
  group!: string;

  @Field('Its name in English.', text(1, 200), { example: 'Equities' })
  name!: string;

  @Field('Value in the currency of the response; negative for cash that was overspent.', decimal(), {
    example: '2051.00',
  })
  value!: string;

  @Field(
    'Fraction of the value of the portfolio (0.25 is 25 %); null if that value is not positive.',
    nullable(number()),
    { example: 0.88 },
  )
  weight!: number | null;

  @Field(
    'The symbols of the group, the largest value first; empty for cash. With `lookThrough`, a fund is listed in ' +
      'place ' +
      'of its holdings without a symbol.',
    list(symbol(), MAX_GROUPS),
    {
      example: ['AAPL.US'],
    },
  )
  symbols!: string[];

  static from({ group, name, value, weight, symbols }: AllocationGroup, shown: string): AllocationGroupDto {
    return Object.assign(new AllocationGroupDto(), { group, name, value: money(value, shown), weight, symbols });
  }
}

@Dto('The allocation of a portfolio.')
export class AllocationDto {
  @Field('The attribute by which holdings are grouped.', choice(groupings), { example: 'assetClass' })
  by!: Grouping;

  @Field('The end of this day (UTC).', day(), { example: '2026-11-20' })
  asOf!: string;

  @Field('The currency of values.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Value of the portfolio.', decimal(), { example: '2321.00' })
  value!: string;

  @Field('The groups, the largest first; their values sum to `value`.', objects(AllocationGroupDto, MAX_GROUPS))
  items!: AllocationGroupDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field('Missing or doubtful inputs of the figures.', objects(ValuationWarningDto, MAX_WARNINGS))
  warnings!: ValuationWarningDto[];

  @Field(
    'The funds that were replaced by their holdings; null without `lookThrough`.',
    nullable(object(() => LookThroughDto)),
    { example: null },
  )
  lookThrough!: LookThroughDto | null;

  static from({
    through,
    by,
    valuation: { day: at, currency: shown, value, warnings },
    groups,
  }: Allocation): AllocationDto {
    return Object.assign(new AllocationDto(), {
      by,
      asOf: textOf(at),
      currency: shown,
      value: money(value, shown),
      items: groups.map((group) => AllocationGroupDto.from(group, shown)),
      warnings: warningsOf(warnings),
      lookThrough: through && LookThroughDto.from(through),
    });
  }
}
