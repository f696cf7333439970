import { Dto, Field } from '../../../api/field.js';
import { choice, nullable, timestamp } from '../../../api/rules.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { symbol } from '../portfolio.dto.js';
import { decimal } from './transaction.dto.js';
import { type TransactionType, transactionTypes } from './transaction.js';

@Dto('The fields of a transaction in a file.')
export abstract class RecordedTransactionDto {
  @Field('Type of the transaction.', choice(transactionTypes), { example: 'buy' })
  type!: TransactionType;

  @Field('When it was traded (UTC).', timestamp(), { example: '2026-11-02T00:00:00.000Z' })
  tradedAt!: string;

  @Field('The symbol; null for cash.', nullable(symbol()), { example: 'AAPL.US' })
  symbol!: string | null;

  @Field('Units, as a decimal; null for cash.', nullable(decimal()), { example: '10' })
  quantity!: string | null;

  @Field('Price per unit in `currency`; null if `amount` is given.', nullable(decimal()), { example: '189.5' })
  price!: string | null;

  @Field('Gross amount in `currency`; null: `quantity` × `price`.', nullable(decimal()), { example: null })
  amount!: string | null;

  @Field('The currency of all amounts (ISO 4217).', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Fee in `currency`.', decimal(), { example: '1.25' })
  fee!: string;

  @Field('Tax in `currency`.', decimal(), { example: '0' })
  tax!: string;
}
