/** One bar. Ascending in time wherever several are. */
export interface Candle {
  /** Its opening in UTC; of days and longer, as a date has no hour, the midnight (UTC) of the trading day, of the Monday of the week, of the first of the month. */
  time: Date;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Null where the provider has none (FX). */
  volume: number | null;
}

/** A split or a cash dividend, dated by its ex-day. */
export interface CorporateAction {
  /** `2020-08-31`: prices before this day are in the old terms. */
  day: string;
  kind: 'split' | 'dividend';
  /** Of a split the new shares for one old (4 for 4:1); of a dividend the amount per share, in the terms of its day. */
  value: number;
}

export type Adjustment = 'none' | 'splits' | 'all';
