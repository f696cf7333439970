import type { ChartLook } from '../../../charts/chart-frame.js';
import { lineChart } from '../../../charts/line-chart.js';
import { threadFunction } from '../../../threads/thread-call.js';

/** A value of an interval beside its baseline; undefined values are unknown. */
export interface DrawnInterval {
  time: number;
  value?: number;
  baseline?: number;
  /** A published value of the interval. */
  reference?: number;
}

export interface SeriesDrawing {
  title: string;
  subtitle: string;
  /** Name of the values. */
  axisName: string;
  /** Name of the published values; undefined without any. */
  referenceName?: string;
  intervals: readonly DrawnInterval[];
  isSimulated: boolean;
  look: ChartLook;
}

/** Draws bars of counts with their baseline; to be run in a worker thread. @returns an SVG document */
export function drawSeries({
  intervals,
  axisName,
  referenceName,
  isSimulated,
  look,
  ...texts
}: SeriesDrawing): Promise<string> {
  const pointsOf = (read: (interval: DrawnInterval) => number | undefined) =>
    intervals.map((interval) => ({ time: new Date(interval.time), value: read(interval) ?? null }));
  return lineChart({
    ...look,
    ...texts,
    notice: isSimulated ? 'Simulated data' : undefined,
    unit: '',
    isCount: true,
    axisName,
    series: [
      { name: axisName, style: 'bars', points: pointsOf(({ value }) => value) },
      { name: 'baseline', style: 'dashed', points: pointsOf(({ baseline }) => baseline) },
      ...(referenceName === undefined ? [] : [{ name: referenceName, points: pointsOf(({ reference }) => reference) }]),
    ],
  });
}

export const seriesChartInThread = threadFunction<typeof drawSeries>(new URL(import.meta.url), 'drawSeries');
