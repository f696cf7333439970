/** A report of an institution on its holdings (form 13F-HR), as the list of its filings has it. */
export interface InstitutionFiling {
  /** Accession number. */
  id: string;
  /** Form; amendments end in `/A`. */
  form: string;
  filedOn: string;
  publishedAt: Date;
}

/** The sums of the rows of a report about a security. */
export interface InstitutionHolding {
  cusip: string;
  shares: number;
  /** Market value in US dollars at the end of the period; null if the unit of the report is unclear. */
  value: number | null;
  /** Shares that bought calls and puts are about, which are no part of `shares`. */
  callShares: number;
  putShares: number;
}

/** The content of a report, for the securities that were asked for. */
export interface InstitutionReport {
  institution: string;
  /** The last day of the quarter. */
  period: string;
  /** An amendment replaces the report or adds to it; null for a first report. */
  amendment: 'restatement' | 'new_holdings' | null;
  holdings: readonly InstitutionHolding[];
  /** Number of rows, and of those that cannot be read. */
  rows: number;
  leftOut: number;
  /** Unit of values as filed; `unclear` if the prices that follow from it are impossible. */
  unit: 'thousands' | 'dollars' | 'unclear';
}
