import { Dto, Field } from '../../../openapi/field.js';
import { choice, integer, list, nullable, object, text, timestamp } from '../../../openapi/rules.js';
import { currency, symbol } from '../portfolio.dto.js';
import { PLAIN_FORMAT } from '../transactions/plain-fields.js';
import { decimal } from '../transactions/transaction.dto.js';
import { type TransactionType, transactionTypes } from '../transactions/transaction.js';

@Dto('A transaction of an exported ledger. Its fields mean the same as those of `Transaction`.')
export class ExportedTransactionDto {
  @Field('What it is.', choice(transactionTypes), { example: 'buy' })
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

  @Field('The currency of all amounts (ISO 4217).', currency(), { example: 'USD' })
  currency!: string;

  @Field('Fee in `currency`.', decimal(), { example: '1.25' })
  fee!: string;

  @Field('Tax in `currency`.', decimal(), { example: '0' })
  tax!: string;

  @Field('The booked rate to the base currency of the portfolio; null: the rate of the day.', nullable(decimal()), { example: null })
  rate!: string | null;

  @Field('The symbol after a symbol change or a spin-off; null otherwise.', nullable(symbol()), { example: null })
  newSymbol!: string | null;

  @Field('The share of the cost that a spin-off moves, 0 to 1; null otherwise.', nullable(decimal()), { example: null })
  costShare!: string | null;

  @Field(
    'The lots that a sale takes: the numbers of the transactions of this list, from 1, that opened them; null: by the lot method.',
    nullable(list(text(1, 36), 1_000, 1)),
    {
      example: null,
    },
  )
  lots!: string[] | null;

  @Field('A note; null for no note.', nullable(text(1, 1_000)), { example: 'Monthly plan' })
  note!: string | null;

  @Field('The id in the system it comes from; null if unknown.', nullable(text(1, 200)), { example: 'broker-4711' })
  externalId!: string | null;
}

@Dto('The ledger of a portfolio, which `POST /portfolios/{id}/import` reads again.')
export class TransactionExportDto {
  @Field('Names the format.', choice([PLAIN_FORMAT]), { example: PLAIN_FORMAT })
  format!: typeof PLAIN_FORMAT;

  @Field('The version of the format.', integer(1, 1), { example: 1 })
  version!: number;

  @Field(
    'All transactions, by the time of the trade.',
    list(
      object(() => ExportedTransactionDto),
      1_000_000,
    ),
  )
  transactions!: ExportedTransactionDto[];
}
