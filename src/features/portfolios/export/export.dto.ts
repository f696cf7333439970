import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, objects, text } from '../../../api/rules.js';
import { symbol } from '../portfolio.dto.js';
import { PLAIN_FORMAT } from '../transactions/plain-fields.js';
import { RecordedTransactionDto } from '../transactions/recorded-transaction.dto.js';
import { decimal } from '../transactions/transaction.dto.js';

@Dto('A transaction of an exported ledger. Its fields mean the same as those of `Transaction`.')
export class ExportedTransactionDto extends RecordedTransactionDto {
  @Field('The booked rate to the base currency of the portfolio; null: the rate of the day.', nullable(decimal()), {
    example: null,
  })
  rate!: string | null;

  @Field('The symbol after a symbol change or a spin-off; null otherwise.', nullable(symbol()), { example: null })
  newSymbol!: string | null;

  @Field('The fraction of the cost that a spin-off moves, 0 to 1; null otherwise.', nullable(decimal()), {
    example: null,
  })
  costFraction!: string | null;

  @Field(
    'The lots that a sale takes: the numbers of the transactions of this list, from 1, that opened them; null: ' +
      'by the lot method.',
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
  @Field('Name of the format.', choice([PLAIN_FORMAT]), { example: PLAIN_FORMAT })
  format!: typeof PLAIN_FORMAT;

  @Field('The version of the format.', integer(1, 1), { example: 1 })
  version!: number;

  @Field('All transactions, by the time of the trade.', objects(ExportedTransactionDto, 1_000_000))
  transactions!: ExportedTransactionDto[];
}
