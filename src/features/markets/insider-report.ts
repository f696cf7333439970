export const insiderRelations = ['director', 'officer', 'ten_percent_owner', 'other'] as const;
export type InsiderRelation = (typeof insiderRelations)[number];

/** A person or company that reports its shares to the SEC. */
export interface InsiderOwner {
  name: string;
  /** Central Index Key, without leading zeros; null for a simulated owner. */
  cik: string | null;
  relations: readonly InsiderRelation[];
  /** The office, or the description of another relation; null if the report states none. */
  title: string | null;
}

/** A line of a report: a transaction, or a holding that is stated without one. */
export interface InsiderLine {
  kind: 'transaction' | 'holding';
  /** True for options, warrants, convertible securities and other derivatives. */
  isDerivative: boolean;
  /** Title of the security, such as `Common Stock`. */
  security: string;
  /** Day of the transaction; null for a holding. */
  day: string | null;
  /** Code of the transaction, such as `P` for a purchase; null for a holding. */
  code: string | null;
  direction: 'acquired' | 'disposed' | null;
  /** Number of securities of the transaction; null for a holding, and if only a value is stated. */
  shares: number | null;
  /** Price of one security; null for a holding, and if it is stated in a footnote alone. */
  price: number | null;
  /** Securities of this kind that are held after the transaction; null if only a value is stated. */
  heldAfter: number | null;
  ownership: 'direct' | 'indirect' | null;
  /** Nature of an indirect ownership, such as `By Trust`. */
  nature: string | null;
}

/** A report on the shares of insiders: form 3 (first holdings), 4 (transactions) or 5 (annual), or an amendment. */
export interface InsiderReport {
  /** Day of the event that requires the report; of form 5 the end of the fiscal year. */
  asOf: string;
  /** Filing day of the report that an amendment replaces; null if it is not stated. */
  originalFiledOn: string | null;
  /** Currency of prices; the forms of the SEC are in US dollars. */
  currency: string;
  /** At least one. */
  owners: readonly InsiderOwner[];
  lines: readonly InsiderLine[];
  /** Number of lines that cannot be read. */
  leftOut: number;
}

/** Forms of reports on the shares of insiders. */
export const insiderForms = ['3', '3/A', '4', '4/A', '5', '5/A'] as const;

/** Meanings of transaction codes (general instruction 8 of form 4, https://www.sec.gov/files/form4.pdf). */
export const transactionCodes: Readonly<Record<string, string>> = {
  P: 'Purchase in the market or privately',
  S: 'Sale in the market or privately',
  V: 'Transaction that is reported early by choice',
  A: 'Grant or award by the company',
  D: 'Sale back to the company',
  F: 'Securities withheld for a price or taxes',
  I: 'Transaction of a plan at the discretion of others',
  M: 'Exercise or conversion of an exempt derivative',
  C: 'Conversion of a derivative',
  E: 'Expiration of a short derivative',
  H: 'Expiration of a long derivative with value received',
  O: 'Exercise of a derivative out of the money',
  X: 'Exercise of a derivative in or at the money',
  G: 'Gift',
  L: 'Small acquisition',
  W: 'Acquisition or disposition by will or inheritance',
  Z: 'Deposit into or withdrawal from a voting trust',
  J: 'Other transaction, described in a footnote',
  K: 'Equity swap',
  U: 'Tender in a change of control',
};
