import type { ChartLook } from '../../../charts/chart-frame.js';
import { threadFunction } from '../../../threads/thread-call.js';
import type { CandleSeries } from '../candles/candle-series.js';
import { type ClosingSeries, type Comparison, comparisonOf } from './comparison.js';
import { comparisonChart } from './comparison-chart.js';

/** The series of an instrument as sent to a thread: times and closes in transferred buffers, because copying thousands of objects is slow. */
export type SentSeries = Omit<ClosingSeries, 'items'> & { times: Float64Array<ArrayBuffer>; closes: Float64Array<ArrayBuffer> };

export interface SentComparison {
  rebase: number;
  series: SentSeries[];
}

export function sentSeries({ symbol, currency, adjustment, provenance, items }: CandleSeries): SentSeries {
  const [times, closes] = [new Float64Array(items.length), new Float64Array(items.length)];
  for (const [index, { time, close }] of items.entries()) {
    times[index] = time.getTime();
    closes[index] = close;
  }
  return { symbol, currency, adjustment, provenance, times, closes };
}

export const buffersOf = ({ series }: SentComparison): ArrayBuffer[] => series.flatMap(({ times, closes }) => [times.buffer, closes.buffer]);

function compare({ rebase, series }: SentComparison): Comparison | undefined {
  const closing = series.map(({ times, closes, ...rest }) => ({
    ...rest,
    items: Array.from(times, (time, index) => ({ time: new Date(time), close: closes[index] as number })),
  }));
  return comparisonOf(closing, rebase);
}

/** Runs in a thread. @returns the JSON of a `ComparisonDto` in UTF-8; undefined if there is no common first day */
export function writeSentComparison(sent: SentComparison): Uint8Array | undefined {
  const comparison = compare(sent);
  return comparison && new TextEncoder().encode(JSON.stringify({ ...comparison, nextCursor: null }));
}

/** Runs in a thread. @returns an SVG document; undefined if there is no common first day */
export async function drawSentComparison({ look, ...sent }: SentComparison & { look: ChartLook }): Promise<string | undefined> {
  const comparison = compare(sent);
  return comparison && comparisonChart(comparison, look);
}

const here = new URL(import.meta.url);
export const comparisonInThread = threadFunction<typeof writeSentComparison>(here, 'writeSentComparison');
export const comparisonChartInThread = threadFunction<typeof drawSentComparison>(here, 'drawSentComparison');
