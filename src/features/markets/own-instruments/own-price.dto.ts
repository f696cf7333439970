import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  day,
  flag,
  integer,
  number,
  objects,
  optional,
  text,
  timeOrDay,
  timestamp,
} from '../../../api/rules.js';
import { OrderField, PageQuery, pageOf } from '../../../http/page.js';
import type { Order } from '../../../time/sort-order.js';
import {
  MAX_PRICE,
  MAX_PRICES,
  MAX_SENT_PRICES,
  MIN_PRICE,
  type OriginatedPrice,
  priceOrigins,
} from '../own/own-instrument.js';
import type { PriceImport } from './own-prices.service.js';

const price = () => number(MIN_PRICE, MAX_PRICE);
const says = {
  day: 'The day at whose end the price was valid; not in the future, and not before 1950.',
  price: 'The price of one unit, in the currency of the instrument.',
};

@Dto('Which prices to list.')
export class OwnPricesQuery extends PageQuery {
  @OrderField('by `day`', 'desc')
  order: Order = 'desc';

  @Field('Only prices of this day or later.', optional(timeOrDay()), { example: '2026-01-01' })
  from?: string;

  @Field('Only prices of earlier days.', optional(timeOrDay()), { example: '2026-12-01' })
  to?: string;
}

@Dto('A price of an instrument that your account has defined.')
export class OwnPriceDto {
  @Field('The day at whose end the price was valid.', day(), { example: '2026-11-20' })
  day!: string;

  @Field(says.price, price(), { example: 412_000 })
  price!: number;

  @Field('When it was stored, or last changed.', timestamp(), { example: '2026-11-21T09:30:00.000Z' })
  receivedAt!: string;

  @Field('`account`: stored by you; `address`: read from `priceAddress` of the instrument.', choice(priceOrigins), {
    example: 'account',
  })
  origin!: OriginatedPrice['origin'];

  static from(stored: OriginatedPrice): OwnPriceDto {
    return answerOf(OwnPriceDto, stored);
  }
}

export const OwnPricePageDto = pageOf(OwnPriceDto, 'OwnPricePageDto', 'A page of prices, newest first by default.');

@Dto('A price with the symbol of its instrument.')
export class ExportedOwnPriceDto extends OwnPriceDto {
  @Field('The symbol of the instrument.', text(5, 28), { identity: true, example: 'HOUSE.OWN' })
  symbol!: string;

  static override from(stored: OriginatedPrice & { symbol: string }): ExportedOwnPriceDto {
    return answerOf(ExportedOwnPriceDto, stored);
  }
}

@Dto('The price of a day.')
export class NewOwnPriceDto {
  @Field(says.day, day(), { example: '2026-11-20' })
  day!: string;

  @Field(says.price, price(), { example: 412_000 })
  price!: number;
}

@Dto('The price to store.')
export class OwnPriceValueDto {
  @Field(says.price, price(), { example: 412_000 })
  price!: number;
}

@Dto('Prices to store.')
export class NewOwnPricesDto {
  @Field(
    `Up to ${MAX_SENT_PRICES} prices, at most one a day; prices of the same days are replaced.`,
    objects(NewOwnPriceDto, MAX_SENT_PRICES),
  )
  prices!: NewOwnPriceDto[];

  @Field('True: prices of other days are deleted. False: they are unchanged.', optional(flag()), {
    default: false,
    example: false,
  })
  replace: boolean = false;
}

@Dto('How to import prices.')
export class ImportOwnPricesQuery {
  @Field('True: prices of days that the table does not have are deleted.', optional(flag()), {
    default: false,
    example: false,
  })
  replace: boolean = false;
}

@Dto('The result of storing prices.')
export class OwnPriceImportDto {
  @Field('The number of prices in the request, all of which are stored.', integer(0, MAX_PRICES), { example: 120 })
  storedCount!: number;

  @Field('The number of prices that the instrument has now, at most 20,000.', integer(0, MAX_PRICES), { example: 480 })
  totalCount!: number;

  static from(report: PriceImport): OwnPriceImportDto {
    return answerOf(OwnPriceImportDto, report);
  }
}
