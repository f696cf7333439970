import { Dto, Field } from '../../../api/field.js';
import { flag, integer, object } from '../../../api/rules.js';
import { PortfolioDto } from '../portfolio.dto.js';
import type { Demonstration } from './demonstration.service.js';

@Dto('The demonstration portfolios of your account.')
export class DemoPortfoliosDto {
  @Field(
    'A portfolio of made-up transactions in several currencies, labeled in its name and in the note of each ' +
      'transaction.',
    object(() => PortfolioDto),
  )
  portfolio!: PortfolioDto;

  @Field(
    'A model portfolio to rebalance it to.',
    object(() => PortfolioDto),
  )
  model!: PortfolioDto;

  @Field('Number of transactions of `portfolio`.', integer(0, 1_000_000), { example: 168 })
  transactionCount!: number;

  @Field('Whether this call created them; false if they existed.', flag(), { example: true })
  created!: boolean;

  static from({ portfolio, model, transactions, isCreated }: Demonstration): DemoPortfoliosDto {
    return Object.assign(new DemoPortfoliosDto(), {
      portfolio: PortfolioDto.from(portfolio),
      model: PortfolioDto.from(model),
      transactionCount: transactions,
      created: isCreated,
    });
  }
}
