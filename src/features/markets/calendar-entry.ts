export const calendarKinds = ['dividend', 'split', 'earnings', 'ipo', 'economic'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/** Time of an earnings report relative to the session of its day. */
export type ReportTime = 'before_open' | 'during_session' | 'after_close';

/** A dated event of a company or an economy. Members that do not concern its kind are absent. */
export interface CalendarEntry {
  kind: CalendarKind;
  /** The day, in the time zone of the market or the publisher: `2026-11-20`. The ex-day of a dividend or split. */
  day: string;
  /** The exact time, where the provider states it. */
  at?: Date | null;
  reportTime?: ReportTime | null;
  /** The instrument; absent for economic figures, and for companies without a symbol. */
  symbol?: string | null;
  /** Name of the company or of the figure; absent: the symbol names it. */
  title?: string | null;
  /** Country code (ISO 3166-1 alpha-2) of the economy. */
  country?: string | null;
  /** Currency of the amounts. */
  currency?: string | null;
  /** The period that is reported: the last day of a fiscal quarter, or text such as `2026-10` or `2026-Q3`. */
  period?: string | null;
  /** Earnings per share, or the economic figure: expected, published, and the one before. */
  estimate?: number | null;
  actual?: number | null;
  previous?: number | null;
  /** The series of an economic figure, where the provider has series: `<source>:<code>`. */
  seriesId?: string | null;
  /** Unit of an economic figure, such as `percent`. */
  unit?: string | null;
  /** Dividend for each share. */
  amount?: number | null;
  /** New shares for each old one. */
  ratio?: number | null;
  /** Price range and number of the shares that are offered. */
  priceLow?: number | null;
  priceHigh?: number | null;
  shareCount?: number | null;
  declarationDay?: string | null;
  recordDay?: string | null;
  paymentDay?: string | null;
}

/** Returns a text that identifies an entry among all entries: its kind, subject and day. */
export const entryId = ({ kind, symbol, country, title, day }: CalendarEntry): string =>
  [kind, symbol ?? [country, title].filter(Boolean).join(' '), day].join(':');
