/** Candle lengths, as in the API: `1M` is a month, `1m` a minute. */
export const intervals = ['1m', '5m', '15m', '1h', '1d', '1w', '1M'] as const;
export type Interval = (typeof intervals)[number];

const fixed: Partial<Record<Interval, number>> = { '1m': 60_000, '5m': 300_000, '15m': 900_000, '1h': 3_600_000 };

/**
 * Returns the length (ms) of an intraday interval; undefined for days and longer, whose length depends on the calendar.
 */
export const intradayMs = (interval: Interval): number | undefined => fixed[interval];
