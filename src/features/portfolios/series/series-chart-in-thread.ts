import type { ChartLook } from '../../../charts/chart-frame.js';
import { threadFunction } from '../../../threads/thread-call.js';
import type { SeriesPoint } from './performance-series.js';

export const seriesCharts = ['return', 'drawdown', 'value'] as const;
export type SeriesChart = (typeof seriesCharts)[number];

export interface SeriesDrawing {
  name: string;
  /** Currency of the values; null without a transaction. */
  currency: string | null;
  benchmark: string | null;
  points: readonly SeriesPoint[];
  providers: readonly string[];
  chart: SeriesChart;
  look: ChartLook;
}

/** Draws a portfolio in a thread, which alone loads the code that draws. */
export const seriesChartInThread = threadFunction<(drawing: SeriesDrawing) => string>(
  new URL('./draw-series.js', import.meta.url),
  'drawSeries',
);
