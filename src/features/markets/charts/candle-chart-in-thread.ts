import { threadFunction } from '../../../threads/thread-call.js';
import type { Indicator } from '../indicators/indicator-series.js';
import type { CandleChartSpec } from './candle-chart.js';

/**
 * A candle chart as sent to a thread: numbers in one transferred buffer, because copying thousands of objects is slow.
 */
export interface ThreadCandleChart extends Omit<CandleChartSpec, 'candles' | 'overlays' | 'panels'> {
  /** Time (ms since the epoch), open, high, low, close and volume (NaN if null) of each candle. */
  numbers: Float64Array<ArrayBuffer>;
  /** Indicators over the candles, and in panels below them. */
  indicators: readonly Indicator[];
}

export const COLUMNS = 6;

export function toThreadChart(
  { candles, ...spec }: Omit<CandleChartSpec, 'overlays' | 'panels'>,
  indicators: readonly Indicator[],
): ThreadCandleChart {
  const numbers = new Float64Array(candles.length * COLUMNS);
  let at = 0;
  for (const { time, open, high, low, close, volume } of candles) {
    numbers[at] = time.getTime();
    numbers[at + 1] = open;
    numbers[at + 2] = high;
    numbers[at + 3] = low;
    numbers[at + 4] = close;
    numbers[at + 5] = volume ?? Number.NaN;
    at += COLUMNS;
  }
  return { ...spec, numbers, indicators };
}

/** Draws a candle chart in a thread, which alone loads the code that draws. */
export const candleChartInThread = threadFunction<(chart: ThreadCandleChart) => string>(
  new URL('./draw-candle-chart.js', import.meta.url),
  'drawThreadCandleChart',
);
