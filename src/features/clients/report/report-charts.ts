import { lineChart } from '../../../charts/line-chart.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { DAY_MS } from '../../../time/durations.js';
import type { ReportPoint } from './client-report.js';

export interface ReportChartInput {
  points: readonly ReportPoint[];
  /** Name of the benchmark; null without a benchmark. */
  benchmark: string | null;
  /** A notice such as `Simulated data`. */
  notice?: string;
}

export interface ReportCharts {
  /** The charts as SVG documents. */
  performance: string;
  drawdown: string;
}

const look = { width: 700, height: 260, theme: 'auto', unit: '%', endDecimals: 2, baseline: 0 } as const;

/**
 * Draws two charts: the return since the start, with the benchmark's return if there is one, and the drawdown. Runs in
 * a thread.
 */
export async function drawReportCharts({ points, benchmark, notice }: ReportChartInput): Promise<ReportCharts> {
  const lineOf = (name: string, of: (point: ReportPoint) => number | null) => ({
    name,
    points: points.map((point) => {
      const value = of(point);
      return { time: new Date(point.day * DAY_MS), value: value === null ? null : value * 100 };
    }),
  });
  const against = benchmark === null ? [] : [lineOf(benchmark, (point) => point.benchmarkReturn)];
  const frame = { ...look, ...(notice !== undefined && { notice }) };
  const performance = await lineChart({
    ...frame,
    title: 'Cumulative return',
    subtitle: 'time-weighted',
    series: [lineOf('Portfolio', (point) => point.return), ...against],
  });
  const drawdown = await lineChart({
    ...frame,
    height: 200,
    title: 'Drawdown',
    subtitle: 'decline from the previous peak',
    series: [lineOf('Drawdown', (point) => point.drawdown)],
  });
  return { performance: forPage(performance, 'p'), drawdown: forPage(drawdown, 'd') };
}

/**
 * Returns an image to be part of the page. Its style sheet is that of the page, and its ids are unique: otherwise the
 * clip path of one image would apply to another one.
 */
const forPage = (svg: string, prefix: string): string =>
  svg.replace(/<style>[^<]*<\/style>/, '').replace(/(\bid="|url\(#)wf-/g, `$1${prefix}-`);

export const reportChartsInThread = threadFunction<typeof drawReportCharts>(
  new URL(import.meta.url),
  'drawReportCharts',
);
