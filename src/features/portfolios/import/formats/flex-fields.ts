import { referenceOf } from './entry-builder.js';
import type { RowCells } from './row-cells.js';

/**
 * Returns the time in the first of the fields that is not empty; if `datetime` is on the same day, the time of
 * `datetime`.
 */
export function flexTime(cells: RowCells, ...fields: readonly string[]): string | null {
  const field = fields.find((name) => cells.text(name) !== null);
  if (field === undefined) return cells.date(fields[0] as string);
  const at = cells.date(field);
  const exact = cells.text('datetime') === null || at === null ? null : cells.date('datetime');
  return exact !== null && exact.slice(0, 10) === at?.slice(0, 10) ? exact : at;
}

/** Returns the reference to the instrument of a record. */
export const flexReference = (cells: RowCells, currency: string | null) => {
  const isin = cells.text('isin') ?? (cells.text('securityidtype') === 'ISIN' ? cells.text('securityid') : null);
  return referenceOf(cells.text('symbol'), isin, null, currency);
};

/** Returns the currency of a record; null if the record names no currency. */
export const currencyOf = (cells: RowCells): string | null => cells.text('currency') ?? cells.text('currencyprimary');

/** Returns the id of a record at the broker; null if it is empty, `N/A`, `-` or `0`. */
export const idOf = (cells: RowCells): string | null =>
  ['transactionid', 'tradeid']
    .map((field) => cells.text(field))
    .find((id) => id !== null && !/^(?:n\/a|-+|0)$/i.test(id)) ?? null;
