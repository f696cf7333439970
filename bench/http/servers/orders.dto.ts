import { Dto, Field } from '../../../src/api/field.js';
import { integer, list, number, object, optional, text } from '../../../src/api/rules.js';

@Dto('One part of an order.')
export class LegDto {
  @Field('What is traded.', text(1, 20, /^[A-Z0-9.-]{1,20}$/), { example: 'AAPL.US' })
  symbol!: string;

  @Field('How much; negative sells.', number(-1e9, 1e9), { example: 10 })
  quantity!: number;
}

@Dto('A new order.')
export class PlaceOrder {
  @Field('What the caller calls it.', text(1, 100), { example: 'rebalance' })
  name!: string;

  @Field(
    'Its parts.',
    list(
      object(() => LegDto),
      20,
      1,
    ),
  )
  legs!: LegDto[];

  @Field('The greatest number of fills.', optional(integer(0, 100)), { example: 10 })
  limit?: number;
}

@Dto('An order that was taken.')
export class OrderDto {
  @Field('What the caller calls it.', text(1, 100), { example: 'rebalance' })
  name!: string;

  @Field('How many parts it has.', integer(1, 20), { example: 2 })
  legCount!: number;

  @Field('Sum of the absolute quantities.', number(0, 1e12), { example: 30 })
  volume!: number;
}

@Dto('A price.')
export class PriceDto {
  @Field('What is traded.', text(1, 20), { example: 'AAPL.US' })
  symbol!: string;

  @Field('In `currency`.', number(0, 1e9), { example: 101.25 })
  price!: number;

  @Field('ISO 4217.', text(3, 3), { example: 'USD' })
  currency!: string;

  @Field('Change since yesterday in percent.', number(-100, 1e6), { example: -0.4 })
  changePercent!: number;

  @Field('Who says so.', text(1, 50), { example: 'simulator' })
  source!: string;
}
