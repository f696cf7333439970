import { candleChart } from './candle-chart.js';
import { COLUMNS, type ThreadCandleChart } from './candle-chart-in-thread.js';
import { indicatorLines } from './indicator-lines.js';
import type { ChartCandle } from './join-candles.js';

/** Draws a candle chart. Runs in a thread. @returns an SVG document */
export function drawThreadCandleChart({ numbers, indicators, ...spec }: ThreadCandleChart): Promise<string> {
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
  return candleChart({ ...spec, ...indicatorLines(indicators), candles });
}
