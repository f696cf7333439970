/** Prices and volume of one interval. Lists of candles are ascending in time. */
export interface Candle {
  /**
   * Time at which the candle opens (UTC). Daily and longer candles have a date: midnight (UTC) of the trading day, of
   * the Monday of the week, or of the first day of the month.
   */
  time: Date;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Volume of the candle; null if the provider has no volume, as for currencies. */
  volume: number | null;
}

/** A split or a cash dividend, identified by its ex-day. */
export interface CorporateAction {
  /** The ex-day, such as `2020-08-31`: prices before this day are per old share. */
  day: string;
  kind: 'split' | 'dividend';
  /** For a split, new shares per old share (4 for 4:1); for a dividend, the amount per share at the time of its day. */
  value: number;
  /**
   * Currency code (ISO 4217) of a dividend; null or undefined if the provider does not state it: the currency of the
   * prices.
   */
  currency?: string | null;
  /** The day on which the company announced it; null or undefined if the provider does not state it. */
  declarationDay?: string | null;
  /** The day on which a holder must be registered to get the dividend; null or undefined if unknown, and for splits. */
  recordDay?: string | null;
  /** The day on which the dividend is paid; null or undefined if unknown, and for splits. */
  paymentDay?: string | null;
  /** Time at which this service first received it; null or undefined if it was not recorded. */
  seenAt?: Date | null;
}

export const adjustments = ['none', 'splits', 'all'] as const;
export type Adjustment = (typeof adjustments)[number];
