import { priceUnit } from '../../../markets/providers/minor-units.js';
import type { TransactionType } from '../../transactions/transaction.js';
import type { ImportEntry, InstrumentReference, KeepEntry } from '../file/import-entry.js';
import type { RowCells } from './row-cells.js';

/** The fields of an entry that a reader sets; omitted ones are empty. */
export type EntryFields = Pick<ImportEntry, 'tradedAt'> & {
  type: TransactionType;
  reference?: InstrumentReference | null;
  newReference?: InstrumentReference | null;
} & Partial<Omit<ImportEntry, 'row' | 'type' | 'tradedAt' | 'instrument' | 'newInstrument'>>;

const nothing = {
  quantity: null,
  price: null,
  amount: null,
  currency: null,
  fee: '0',
  tax: '0',
  rate: null,
  costFraction: null,
  lots: null,
  note: null,
  externalId: null,
  account: null,
} as const;

/** Makes the entries of a file, and collects the instruments that they name, each once. */
export class EntryBuilder {
  readonly instruments: InstrumentReference[] = [];
  private readonly known = new Map<string, number>();
  private readonly splits = new Set<string>();

  /**
   * @param currency of rows without one, which helps to find their tickers; null: not given
   * @param keep called with each entry, in the order of the file
   */
  constructor(
    private readonly currency: string | null,
    private readonly keep: KeepEntry,
  ) {}

  /**
   * Adds a split, once: brokers repeat it for each account, but it applies to all units of the portfolio.
   * @returns false if the file already has a split of the instrument with this ratio on this day
   */
  addSplit(
    cells: RowCells,
    fields: Omit<EntryFields, 'type'> & { quantity: string; reference: InstrumentReference | null },
  ): boolean {
    const key = JSON.stringify([this.indexOf(fields.reference), fields.tradedAt.slice(0, 10), fields.quantity]);
    if (this.splits.has(key)) return false;
    this.splits.add(key);
    this.add(cells, { ...fields, type: 'split' });
    return true;
  }

  add({ row, isValid }: RowCells, { reference, newReference, ...fields }: EntryFields): void {
    if (!isValid) return;
    this.keep({
      ...nothing,
      ...fields,
      row,
      instrument: this.indexOf(reference),
      newInstrument: this.indexOf(newReference),
    });
  }

  private indexOf(given: InstrumentReference | null | undefined): number | null {
    if (given === null || given === undefined) return null;
    const reference =
      given.currency === null ? { ...given, currency: this.currency && priceUnit(this.currency).currency } : given;
    const key = JSON.stringify([
      reference.symbol,
      reference.isin,
      reference.isin === null && reference.symbol === null ? reference.name : null,
      reference.currency,
    ]);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, this.instruments.length);
    return this.instruments.push(reference) - 1;
  }
}

/**
 * Returns the reference to an instrument.
 * @param currency of the row; pence count as pounds
 * @returns null for a row that names no instrument
 */
export const referenceOf = (
  symbol: string | null,
  isin: string | null,
  name: string | null,
  currency: string | null,
): InstrumentReference | null =>
  symbol === null && isin === null && name === null
    ? null
    : { symbol, isin: isin?.toUpperCase() ?? null, name, currency: currency && priceUnit(currency).currency };

/** Returns the sign of a canonical decimal: -1, 0 or 1; 0 for null. */
export const signOf = (value: string | null): -1 | 0 | 1 =>
  value === null || value === '0' ? 0 : value.startsWith('-') ? -1 : 1;

/** Returns a canonical decimal with the opposite sign. */
export const negated = (value: string): string =>
  value === '0' ? value : value.startsWith('-') ? value.slice(1) : `-${value}`;
export const absolute = (value: string): string => (value.startsWith('-') ? value.slice(1) : value);
