import type { ChartLook } from '../../../charts/chart-frame.js';
import { lineChart } from '../../../charts/line-chart.js';
import { simulatedNotice } from '../../../simulation/simulated-notice.js';
import { threadFunction } from '../../../threads/thread-call.js';
import type { CandleSeries } from '../candles/candle-series.js';
import { shownCurrency } from '../market-symbol.js';
import { type ClosingSeries, type Comparison, comparisonOf } from './comparison.js';

/**
 * The series of an instrument as sent to a thread: times and closes in transferred buffers, because copying thousands
 * of objects is slow.
 */
export type ThreadSeries = Omit<ClosingSeries, 'items'> & {
  times: Float64Array<ArrayBuffer>;
  closes: Float64Array<ArrayBuffer>;
};

export interface ThreadComparison {
  rebase: number;
  series: ThreadSeries[];
}

export function toThreadSeries({ symbol, currency, adjustment, provenance, items }: CandleSeries): ThreadSeries {
  const [times, closes] = [new Float64Array(items.length), new Float64Array(items.length)];
  for (const [index, { time, close }] of items.entries()) {
    times[index] = time.getTime();
    closes[index] = close;
  }
  return { symbol, currency, adjustment, provenance, times, closes };
}

export const buffersOf = ({ series }: ThreadComparison): ArrayBuffer[] =>
  series.flatMap(({ times, closes }) => [times.buffer, closes.buffer]);

function compare({ rebase, series }: ThreadComparison): Comparison | undefined {
  const closing = series.map(({ times, closes, ...rest }) => ({
    ...rest,
    items: Array.from(times, (time, index) => ({ time: new Date(time), close: closes[index] as number })),
  }));
  return comparisonOf(closing, rebase);
}

/**
 * Compares series. Runs in a thread.
 * @returns the JSON of a `ComparisonDto` in UTF-8; undefined if there is no common first day
 */
export function writeThreadComparison(sent: ThreadComparison): Uint8Array | undefined {
  const comparison = compare(sent);
  return comparison && new TextEncoder().encode(JSON.stringify({ ...comparison, nextCursor: null }));
}

/** Draws a comparison. Runs in a thread. @returns an SVG document; undefined if there is no common first day */
export async function drawThreadComparison({
  look,
  ...sent
}: ThreadComparison & { look: ChartLook }): Promise<string | undefined> {
  const comparison = compare(sent);
  return comparison && comparisonChart(comparison, look);
}

const here = new URL(import.meta.url);
export const comparisonInThread = threadFunction<typeof writeThreadComparison>(here, 'writeThreadComparison');
export const comparisonChartInThread = threadFunction<typeof drawThreadComparison>(here, 'drawThreadComparison');

/** Renders a comparison. @returns an SVG document */
function comparisonChart({ rebase, times, items }: Comparison, { theme, width, height }: ChartLook): Promise<string> {
  const distinct = (values: string[]) => [...new Set(values)];
  const currencies = distinct(items.map(({ currency }) => shownCurrency(currency))).filter(
    (currency) => currency !== '',
  );
  const providers = distinct(items.map(({ provenance }) => provenance.provider));
  const money = currencies.length <= 1 ? currencies : [`in own currencies (${currencies.join(', ')})`];
  const isStale = items.some(({ provenance }) => provenance.stale);
  return lineChart({
    title: items.map(({ symbol }) => symbol).join(', '),
    shortTitle: `${items[0]?.symbol} and ${items.length - 1} more`,
    subtitle: [`1d, rebased to ${rebase}`, ...money, providers.join(', '), ...(isStale ? ['not up to date'] : [])].join(
      ' · ',
    ),
    notice: simulatedNotice(
      providers,
      items.flatMap(({ provenance }) => provenance.warnings),
    ),
    series: items.map(({ symbol, values }) => ({
      name: symbol,
      points: values.map((value, index) => ({ time: times[index] as Date, value })),
    })),
    unit: '',
    axisName: 'Index',
    baseline: rebase,
    theme,
    width,
    height,
  });
}
