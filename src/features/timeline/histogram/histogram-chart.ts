import { barChart } from '../../../charts/bar-chart.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { type ColorRole, lineRoles } from '../../../charts/palette.js';
import { severityWords } from '../../../events/severity-words.js';
import { threadFunction } from '../../../threads/thread-call.js';
import type { Bucket, Division, Histogram } from './histogram.js';

const severityNames = severityWords.map((word, severity) => `${severity} ${word}`).slice(1);
const OTHERS = 'others';
const bucketNames: Record<Bucket, string> = {
  '1m': '1 minute',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '1h': '1 hour',
  '6h': '6 hours',
  '1d': '1 day',
  '1w': '1 week',
};

export interface HistogramDrawing {
  histogram: Histogram;
  by: Division;
  /** Whether some of the events are simulated. */
  isSimulated: boolean;
  look: ChartLook;
}

/** Draws a histogram; to be run in a worker thread. @returns an SVG document */
export function drawHistogram({ histogram, by, isSimulated, look }: HistogramDrawing): Promise<string> {
  const { bucket, count, items } = histogram;
  const series = by === 'severity' ? bySeverity(items) : byType(items);
  return barChart({
    ...look,
    title: 'Timeline',
    subtitle: `${count === 1 ? '1 event' : `${count.toLocaleString('en-US')} events`} by ${by} · ${bucketNames[bucket]} per bar`,
    notice: isSimulated ? 'Simulated data' : undefined,
    axisName: 'events',
    times: items.map(({ time }) => time),
    series,
  });
}

export const histogramChartInThread = threadFunction<typeof drawHistogram>(new URL(import.meta.url), 'drawHistogram');

const bySeverity = (items: Histogram['items']) =>
  severityNames.map((name, index) => ({
    name,
    color: `severity${index + 1}` as ColorRole,
    values: items.map((item) => item.bySeverity[index] ?? 0),
  }));

/** Returns a series for each of the most frequent groups of types, and one for all others together. */
function byType(items: Histogram['items']) {
  const totals = new Map<string, number>();
  for (const { group, count } of items.flatMap((item) => item.byType))
    totals.set(group, (totals.get(group) ?? 0) + count);
  const groups = [...totals].sort((one, other) => other[1] - one[1]).map(([group]) => group);
  const named = groups.slice(0, groups.length > lineRoles.length ? lineRoles.length - 1 : lineRoles.length);
  const countOf = (item: Histogram['items'][number], belongs: (group: string) => boolean) =>
    item.byType.reduce((sum, { group, count }) => (belongs(group) ? sum + count : sum), 0);
  const series = named.map((name) => ({
    name: name.replaceAll('_', ' '),
    values: items.map((item) => countOf(item, (group) => group === name)),
  }));
  const rest = { name: OTHERS, values: items.map((item) => countOf(item, (group) => !named.includes(group))) };
  return (named.length < groups.length ? [...series, rest] : series).map((one, index) => ({
    ...one,
    color: lineRoles[index] as ColorRole,
  }));
}
