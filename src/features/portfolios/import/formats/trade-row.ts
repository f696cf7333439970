import { Decimal } from '../../lots/decimal.js';
import type { ImportFormat, InstrumentReference } from '../file/import-entry.js';
import { referenceOf, signOf } from './entry-builder.js';
import type { RowCells } from './row-cells.js';
import { readSplit, type SplitText } from './split-text.js';
import { meaningOf, type TypeMeaning } from './transaction-words.js';

/** Earliest year in files of Ghostfolio, which rejects earlier dates itself. */
const GHOSTFOLIO_EARLIEST = '1970';
const DATE_HINT = '; if another column has the date, name it with `column=date:…`';

/** A row of a table as written: numbers keep their signs. */
export interface TradeRow {
  cells: RowCells;
  tradedAt: string;
  meaning: TypeMeaning;
  quantity: string | null;
  price: string | null;
  amount: string | null;
  /** The amount; if it is missing, quantity × price, except for trades; null without both. */
  cash: string | null;
  fee: string;
  tax: string;
  currency: string | null;
  reference: InstrumentReference | null;
  note: string | null;
  externalId: string | null;
  account: string | null;
  /** True for an asset that a user of Ghostfolio created. */
  isManual: boolean;
  /** The numbers of a split; null for other types. */
  split: SplitText | null;
}

/**
 * Reads the cells of a record of Ghostfolio, or of a table with known headers.
 * @param meaningIn returns the meaning of the type of a record; undefined, with an issue, for an unknown one
 * @returns null, with issues, for a row that cannot be read
 */
export function readTradeRow(cells: RowCells, format: ImportFormat, meaningIn = typeOf): TradeRow | null {
  const tradedAt = cells.date('date', 'time', format === 'table' ? DATE_HINT : '');
  if (format === 'ghostfolio' && tradedAt !== null && tradedAt < GHOSTFOLIO_EARLIEST)
    cells.fail('date', 'invalid_date', 'must not be before 1970');
  const meaning = meaningIn(cells);
  const split = meaning?.type === 'split' ? readSplit(cells, meaning) : null;
  const quantity = split === null ? cells.number('quantity') : split.units;
  const [price, amount] = [cells.number('price'), cells.number('amount')];
  const [charge, commission] = [cells.number('fee') ?? '0', cells.number('commission')];
  const fee = commission === null ? charge : new Decimal(charge).plus(commission).toFixed();
  const tax = cells.number('tax') ?? '0';
  const [currency, note, externalId, account] = [
    cells.text('currency'),
    cells.text('note'),
    idOf(cells.text('externalId')),
    cells.text('account'),
  ];
  const isManual = cells.text('source')?.toUpperCase() === 'MANUAL';
  const reference = referenceOf(cells.text('symbol'), cells.text('isin'), cells.text('name'), currency);
  if (meaning === undefined || tradedAt === null || !cells.isValid) return null;
  const isTrade = meaning.type === 'buy' || meaning.type === 'sell';
  const cash = isTrade || signOf(amount) !== 0 ? amount : productOf(quantity, price);
  return {
    cells,
    tradedAt,
    meaning,
    quantity,
    price,
    amount,
    cash,
    fee,
    tax,
    currency,
    reference,
    note,
    externalId,
    account,
    isManual,
    split,
  };
}

const productOf = (quantity: string | null, price: string | null): string | null =>
  quantity === null || price === null ? null : new Decimal(quantity).times(price).toFixed();

const idOf = (text: string | null): string | null => (text === null || /^(?:n\/a|-+|0)$/i.test(text) ? null : text);

function typeOf(cells: RowCells): TypeMeaning | undefined {
  const text = cells.text('type');
  if (text === null) {
    cells.fail('type', 'required', 'is required');
    return undefined;
  }
  const meaning = meaningOf(text);
  if (meaning === undefined) cells.fail('type', 'unknown_type', 'is a type that cannot be imported');
  return meaning;
}
