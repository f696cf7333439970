import { threadFunction } from '../../../threads/thread-call.js';
import { type CandleChartSpec, candleChart } from './candle-chart.js';
import type { ChartCandle } from './join-candles.js';

/**
 * A candle chart as sent to a thread: numbers in one transferred buffer, because copying thousands of objects is slow.
 */
export interface ThreadCandleChart extends Omit<CandleChartSpec, 'candles'> {
  /** Time (ms since the epoch), open, high, low, close and volume (NaN if null) of each candle. */
  numbers: Float64Array<ArrayBuffer>;
}

const COLUMNS = 6;

export function toThreadChart({ candles, ...spec }: CandleChartSpec): ThreadCandleChart {
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
  return { ...spec, numbers };
}

/** Draws a candle chart. Runs in a thread. @returns an SVG document */
export function drawThreadCandleChart({ numbers, ...spec }: ThreadCandleChart): Promise<string> {
  const candles = Array.from({ length: numbers.length / COLUMNS }, (_, index): ChartCandle => {
    const [time, open, high, low, close, volume] = numbers.subarray(index * COLUMNS) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return { time: new Date(time), open, high, low, close, volume: Number.isNaN(volume) ? null : volume };
  });
  return candleChart({ ...spec, candles });
}

export const candleChartInThread = threadFunction<typeof drawThreadCandleChart>(
  new URL(import.meta.url),
  'drawThreadCandleChart',
);
