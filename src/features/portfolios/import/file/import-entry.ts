import { UnreadableFile } from '../../../../text/unreadable-file.js';
import type { TransactionType } from '../../transactions/transaction.js';

export const importFormats = ['plain', 'ghostfolio', 'portfolio_performance', 'interactive_brokers', 'table'] as const;
export type ImportFormat = (typeof importFormats)[number];

const americanBrokers = ['schwab', 'fidelity', 'vanguard', 'robinhood', 'coinbase'] as const;
export type AmericanBroker = (typeof americanBrokers)[number];
const europeanBrokers = [
  'degiro',
  'trade_republic',
  'scalable_capital',
  'swissquote',
  'finpension',
  'bux',
  'avanza',
] as const;
export type EuropeanBroker = (typeof europeanBrokers)[number];
const appBrokers = ['trading_212', 'freetrade', 'revolut', 'parqet', 'wealthfolio'] as const;
export type AppBroker = (typeof appBrokers)[number];

/** Brokers whose tables are declared; each is a `table` with known columns and words. */
export const brokerNames = [...americanBrokers, ...europeanBrokers, ...appBrokers] as const;
export type BrokerName = (typeof brokerNames)[number];

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

/** Maximum number of records in one file. */
export const MAX_ROWS = 100_000;
/** @throws UnreadableFile for too many records */
export function refuseTooMany(rows: number): void {
  if (rows > MAX_ROWS) throw new UnreadableFile(`The file has more than ${MAX_ROWS} rows; split it.`);
}

/** Maximum number of different instruments in one file, because each is looked up. */
export const MAX_INSTRUMENTS = 2_000;

/** A reason why one row of a file cannot be stored. */
export interface ImportIssue {
  /**
   * Number of the row as spreadsheets count, the header included; for JSON and XML the number of the record, from 1.
   */
  row: number;
  /** The column as named in the file; null: the whole row. */
  column: string | null;
  code: IssueCode;
  detail: string;
}

export const warningCodes = ['statement_count'] as const;

/** A remark on a file that is nevertheless imported. */
export interface ImportWarning {
  code: (typeof warningCodes)[number];
  detail: string;
}

/** An instrument as named in a file. */
export interface InstrumentReference {
  symbol: string | null;
  isin: string | null;
  name: string | null;
  /** Currency of the row, by which the listings of one instrument are distinguished; null: not named. */
  currency: string | null;
}

/** A transaction as read from a file: numbers are canonical decimals, times are UTC, instruments are references. */
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
  /** Currency of the entry; null if the file names no currency. */
  currency: string | null;
  fee: string;
  tax: string;
  rate: string | null;
  costFraction: string | null;
  /** Lots of a sale: numbers of records of the file, from 1, or ids of transactions; null: not named. */
  lots: string[] | null;
  note: string | null;
  externalId: string | null;
  /** The account named in the file; equal transactions of two accounts are different ones. */
  account: string | null;
}

/** Receives the entries of a file while it is read. */
export type KeepEntry = (entry: ImportEntry) => void;

/** A file that was read, before its symbols are resolved, without its entries. */
export interface ReadSummary {
  format: ImportFormat;
  /** The broker whose table it is; absent: no declared one. */
  broker?: BrokerName;
  encoding: string;
  delimiter: string | null;
  decimalSign: DecimalSign | null;
  dateOrder: DateOrder | null;
  /** Number of records that may be transactions, including repeated and rejected ones. */
  rows: number;
  /** Number of records that the rules of the format leave out: totals, summaries, cancelled pairs. */
  ignored: number;
  instruments: InstrumentReference[];
  issues: ImportIssue[];
  /** Number of rows with an issue; `issues` may name fewer. */
  rejected: number;
  warnings?: ImportWarning[];
  /** Names of columns by field, for issues that are found later. */
  labels: Record<string, string>;
}

/** A file that was read, with its entries. */
export interface ReadFile extends ReadSummary {
  entries: ImportEntry[];
}

export type DecimalSign = '.' | ',';
export type DateOrder = 'dmy' | 'mdy';

/** Options that the caller gave for a file; null: detected. */
export interface ReadOptions {
  format: ImportFormat | null;
  /** The broker that the caller named; its format is `table`. */
  broker?: BrokerName;
  encoding: string | null;
  delimiter: string | null;
  decimalSign: DecimalSign | null;
  dateOrder: DateOrder | null;
  /** The currency of rows without one; null: not given. */
  currency: string | null;
  /** The currency of the portfolio, to which booked rates convert. */
  baseCurrency: string;
  /** Columns by field: a header, or `#` with the number of the column, from 1. */
  columns: Record<string, string>;
}

/** The reason why a file cannot be read at all, as plain data, since it is sent from a thread. */
export interface FileFault {
  fault: string;
  /** Row of the fault, if it is at one place. */
  row?: number;
  column?: string;
}
