import { referenceOf } from './entry-builder.js';
import type { RowCells } from './row-cells.js';

/** The day of the trade, with the time of the exchange where it is of the same day. */
export function flexTime(cells: RowCells, ...fields: readonly string[]): string | null {
  const field = fields.find((name) => cells.text(name) !== null);
  if (field === undefined) return cells.date(fields[0] as string);
  const at = cells.date(field);
  const exact = cells.text('datetime') === null || at === null ? null : cells.date('datetime');
  return exact !== null && exact.slice(0, 10) === at?.slice(0, 10) ? exact : at;
}

/** The instrument of a record. */
export const flexReference = (cells: RowCells, currency: string | null) => {
  const isin = cells.text('isin') ?? (cells.text('securityidtype') === 'ISIN' ? cells.text('securityid') : null);
  return referenceOf(cells.text('symbol'), isin, null, currency);
};

/** The currency of a record. */
export const currencyOf = (cells: RowCells): string | null => cells.text('currency') ?? cells.text('currencyprimary');

/** The id of a record at the broker; null where it has none: empty, `N/A` or `-`. */
export const idOf = (cells: RowCells): string | null =>
  ['transactionid', 'tradeid']
    .map((field) => cells.text(field))
    .find((id) => id !== null && !/^(?:n\/a|-+|0)$/i.test(id)) ?? null;
