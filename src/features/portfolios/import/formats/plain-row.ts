import { type PlainField, plainFields } from '../../transactions/plain-fields.js';
import { type TransactionType, transactionTypes } from '../../transactions/transaction.js';
import { type EntryBuilder, referenceOf } from './entry-builder.js';
import type { RowCells } from './row-cells.js';

/** Reads a record of the service's own format, in which every field is written as in the API. */
export function readPlainRow(cells: RowCells, builder: EntryBuilder): void {
  const type = cells.text('type');
  if (type === null) cells.fail('type', 'required', 'is required');
  else if (!transactionTypes.includes(type as TransactionType))
    cells.fail('type', 'unknown_type', `must be one of ${transactionTypes.join(', ')}`);
  const tradedAt = cells.date('tradedAt');
  const currency = cells.text('currency');
  const number = (field: PlainField) => cells.number(field);
  const reference = (field: 'symbol' | 'newSymbol') => referenceOf(cells.text(field), null, null, currency);
  const numbers = {
    quantity: number('quantity'),
    price: number('price'),
    amount: number('amount'),
    rate: number('rate'),
    costFraction: number('costFraction'),
  };
  const lots = cells.text('lots')?.split(/[;,\s]+/) ?? null;
  const texts = { note: cells.raw('note'), externalId: cells.raw('externalId') };
  const costs = { fee: number('fee') ?? '0', tax: number('tax') ?? '0' };
  builder.add(cells, {
    type: type as TransactionType,
    tradedAt: tradedAt as string,
    currency,
    reference: reference('symbol'),
    newReference: reference('newSymbol'),
    ...numbers,
    ...costs,
    lots,
    ...texts,
  });
}

/** Headers by field, in the form that `wordOf` returns. */
export const plainLabels: Record<string, readonly string[]> = Object.fromEntries(
  plainFields.map((field) => [field, [field.toLowerCase()]]),
);
