import { lineChart } from '../../../charts/line-chart.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { DAY_MS } from '../../../time/durations.js';
import type { ReportPoint } from './client-report.js';

export interface ReportChartInput {
  points: readonly ReportPoint[];
  /** Name of the benchmark; null without a benchmark. */
  benchmark: string | null;
  /** A notice such as `simulator – not real data`. */
  notice?: string;
}

export interface ReportCharts {
  /** The charts as SVG documents. */
  performance: string;
  drawdown: string;
}

const look = { width: 700, height: 260, theme: 'light' } as const;

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
  const frame = { ...look, unit: '%', baseline: 0, ...(notice !== undefined && { notice }) };
  const performance = await lineChart({
    ...frame,
    title: 'Return since the start',
    subtitle: 'time-weighted',
    series: [lineOf('Portfolios', (point) => point.return), ...against],
  });
  const drawdown = await lineChart({
    ...frame,
    height: 200,
    title: 'Drawdown',
    subtitle: 'loss since the highest value',
    series: [lineOf('Drawdown', (point) => point.drawdown)],
  });
  return { performance: withOwnIds(performance, 'p'), drawdown: withOwnIds(drawdown, 'd') };
}

/**
 * Makes the ids of an image unique in a page with two images: otherwise the clip path of one would apply to the other.
 */
const withOwnIds = (svg: string, prefix: string): string => svg.replace(/(\bid="|url\(#)wf-/g, `$1${prefix}-`);

export const reportChartsInThread = threadFunction<typeof drawReportCharts>(
  new URL(import.meta.url),
  'drawReportCharts',
);
