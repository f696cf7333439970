import type { BrokerName, DateOrder, DecimalSign } from '../file/import-entry.js';
import { type TypeMeaning, wordOf } from './transaction-words.js';

/** The fields of a broker's file. Costs of a trade may be in several columns, each with its own currency. */
export type BrokerField =
  | 'date'
  | 'time'
  | 'type'
  | 'side'
  | 'status'
  | 'symbol'
  | 'isin'
  | 'name'
  | 'quantity'
  | 'price'
  | 'dividendPrice'
  | 'amount'
  | 'currency'
  | 'amountCurrency'
  | 'tax'
  | 'taxCurrency'
  | 'note'
  | 'externalId'
  | 'account'
  | CostField
  | `${CostField}Currency`;

export const costFields = ['fee', 'conversionFee', 'stampDuty', 'transactionTax', 'regulatoryFee'] as const;
export type CostField = (typeof costFields)[number];

/** The export of a broker, as a declaration: what its columns, words and signs mean. */
export interface BrokerFormat {
  /** The name of the broker, for people. */
  title: string;
  /** Headers that each file has. */
  headers: readonly string[];
  /** Headers that only some files have. A file with another header is not recognized by itself. */
  optional?: readonly string[];
  delimiter: ',' | ';';
  decimalSign: DecimalSign;
  /** Order of dates with the year at the end; null: dates have the year first. */
  dateOrder: DateOrder | null;
  /** Headers by field; of several the first that the file has; `#9`: the ninth column, whose header is empty. */
  columns: Readonly<Partial<Record<BrokerField, string | readonly string[]>>>;
  /** Meanings of types that the words of all tables lack, or that differ here, by `wordOf` of type and side. */
  types?: Readonly<Record<string, TypeMeaning>>;
  /** True: the type only begins with the word; a name of the security follows. */
  beginsWithType?: true;
  /** True: there is no type; a positive quantity is a purchase, a negative one a sale. */
  isTypedByQuantity?: true;
  /** Rows that are left out, by field and `wordOf` of its text. */
  leftOut?: Readonly<Partial<Record<BrokerField, readonly string[]>>>;
  /** The currency of all amounts, if the file names none. */
  currency?: string;
  /** The currency of costs without a column for it; absent: that of the row. */
  costCurrency?: string;
  /** The sign with which costs are written; absent: positive. */
  costSign?: -1;
  /** True: the amount of a row without a trade, or the price of a dividend, is what remains after costs and taxes. */
  isNet?: true;
  /** True: the symbol is a crypto-asset, priced in the currency of the row. */
  isCrypto?: true;
  /** True: negative numbers are in parentheses. */
  hasParentheses?: true;
}

/** Returns true if a header row is of a broker: with all its headers and, unless it is named, no other one. */
export function isBrokerHeader(words: readonly string[], format: BrokerFormat, isNamed: boolean): boolean {
  const present = new Set(words.filter((word) => word !== ''));
  const required = format.headers.map(wordOf);
  if (!required.every((word) => present.has(word))) return false;
  const known = new Set([...required, ...(format.optional ?? []).map(wordOf)]);
  return isNamed || [...present].every((word) => known.has(word));
}

/** Returns the broker with a header row; undefined if no broker's declaration has exactly these headers. */
export const brokerWith = (
  words: readonly string[],
  formats: Readonly<Record<BrokerName, BrokerFormat>>,
): BrokerName | undefined =>
  (Object.keys(formats) as BrokerName[]).find((name) => isBrokerHeader(words, formats[name], false));

/** Returns the columns of a broker that a header row has, as the parameter `column` names them. */
export function brokerColumns(words: readonly string[], { columns }: BrokerFormat): Record<string, string> {
  const present = new Set(words);
  const found: Record<string, string> = {};
  for (const [field, headers] of Object.entries(columns)) {
    const header = [headers].flat().find((one) => one.startsWith('#') || present.has(wordOf(one)));
    if (header !== undefined) found[field] = header;
  }
  return found;
}
