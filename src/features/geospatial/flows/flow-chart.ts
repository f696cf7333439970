import type { ChartLook } from '../../../charts/chart-frame.js';
import { lineChart } from '../../../charts/line-chart.js';
import { threadFunction } from '../../../threads/thread-call.js';
import type { FlowBucket, FlowInterval } from './flow-series.js';

export interface FlowDrawing {
  name: string;
  buckets: readonly FlowBucket[];
  passages: number;
  interval: FlowInterval;
  isSimulated: boolean;
  look: ChartLook;
}

/** Draws a series of passages with its baseline; to be run in a worker thread. @returns an SVG document */
export function drawFlow({ name, buckets, passages, interval, isSimulated, look }: FlowDrawing): Promise<string> {
  const counted = buckets.reduce((sum, bucket) => sum + bucket.counted, 0) / Math.max(1, buckets.length);
  const pointsOf = (read: (bucket: FlowBucket) => number | null) =>
    buckets.map((bucket) => ({ time: new Date(bucket.time), value: read(bucket) }));
  return lineChart({
    ...look,
    title: name,
    subtitle:
      `${passages.toLocaleString('en-US')} passages of vessels by ${interval} · ` +
      `${Math.round(counted * 100)}% of the time counted`,
    notice: isSimulated ? 'Simulated data' : undefined,
    unit: '',
    isCount: true,
    axisName: 'passages',
    series: [
      { name: 'passages', style: 'bars', points: pointsOf(({ passages, counted }) => (counted > 0 ? passages : null)) },
      {
        name: 'baseline',
        style: 'dashed',
        points: pointsOf(({ baseline }) => baseline?.mean ?? null),
      },
    ],
  });
}

export const flowChartInThread = threadFunction<typeof drawFlow>(new URL(import.meta.url), 'drawFlow');
