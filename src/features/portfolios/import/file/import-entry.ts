import type { TransactionType } from '../../transactions/transaction.js';

export const importFormats = ['plain', 'ghostfolio', 'portfolio_performance', 'interactive_brokers', 'table'] as const;
export type ImportFormat = (typeof importFormats)[number];

export const issueCodes = [
  'required',
  'invalid_date',
  'invalid_number',
  'too_many_digits',
  'unknown_type',
  'unknown_currency',
  'currency_mismatch',
  'unknown_symbol',
  'unsupported',
  'unmatched_cancellation',
  'formula',
  'too_many_cells',
  'unknown_lot',
  'invalid_text',
  'invalid_value',
] as const;
export type IssueCode = (typeof issueCodes)[number];

/** Maximum number of records of one file. */
export const MAX_ROWS = 100_000;
/** Maximum number of different instruments of one file, because each is looked up. */
export const MAX_INSTRUMENTS = 2_000;

/** Why one row of a file cannot be stored. */
export interface ImportIssue {
  /**
   * Number of the row as spreadsheets count, the header included; for JSON and XML the number of the record, from 1.
   */
  row: number;
  /** The column as the file names it; null: the whole row. */
  column: string | null;
  code: IssueCode;
  detail: string;
}

export const warningCodes = ['statement_count'] as const;

/** A remark on a file that is imported nevertheless. */
export interface ImportWarning {
  code: (typeof warningCodes)[number];
  detail: string;
}

/** The name of an instrument in a file. */
export interface InstrumentReference {
  symbol: string | null;
  isin: string | null;
  name: string | null;
  /** Currency of the row, which distinguishes listings. */
  currency: string | null;
}

/** A transaction as a file has it: numbers are canonical decimals, times are UTC, instruments are references. */
export interface ImportEntry {
  row: number;
  type: TransactionType;
  tradedAt: string;
  /** Index of the reference in `ReadFile.instruments`; null: no instrument. */
  instrument: number | null;
  newInstrument: number | null;
  quantity: string | null;
  price: string | null;
  amount: string | null;
  /** Null: the file does not say. */
  currency: string | null;
  fee: string;
  tax: string;
  rate: string | null;
  costFraction: string | null;
  /** Lots of a sale: numbers of transactions of the file, from 1, or ids of transactions. */
  lots: string[] | null;
  note: string | null;
  externalId: string | null;
  /** The account in the file; equal transactions of two accounts are different ones. */
  account: string | null;
}

/** A file as it was read, before its symbols are resolved. */
export interface ReadFile {
  format: ImportFormat;
  encoding: string;
  delimiter: string | null;
  decimalSign: DecimalSign | null;
  dateOrder: DateOrder | null;
  /** Records that may be transactions: stored, repeated and rejected ones. */
  rows: number;
  /** Records that are left out by the rules of the format: totals, summaries, cancelled pairs. */
  ignored: number;
  entries: ImportEntry[];
  instruments: InstrumentReference[];
  issues: ImportIssue[];
  /** Rows with an issue, more than `issues` may name. */
  rejected: number;
  warnings?: ImportWarning[];
  /** The names of columns by field, for issues that are found later. */
  labels: Record<string, string>;
}

export type DecimalSign = '.' | ',';
export type DateOrder = 'dmy' | 'mdy';

/** The caller's statements about a file; null where they are to be recognized. */
export interface ReadOptions {
  format: ImportFormat | null;
  encoding: string | null;
  delimiter: string | null;
  decimalSign: DecimalSign | null;
  dateOrder: DateOrder | null;
  /** The currency of rows that name none. */
  currency: string | null;
  /** The currency of the portfolio, to which booked rates lead. */
  baseCurrency: string;
  /** Columns by field: a header, or `#` with the number of the column. */
  columns: Record<string, string>;
}

/** A file that cannot be read as a whole. It crosses from a thread to the event loop as `FileFault`. */
export interface FileFault {
  fault: string;
  /** Where it is, if at one place. */
  row?: number;
  column?: string;
}

/** Thrown by readers for a file that cannot be read. */
export class UnreadableFile extends Error {
  constructor(
    message: string,
    readonly row?: number,
    readonly column?: string,
  ) {
    super(message);
  }
}
