import { barChart } from '../../../charts/bar-chart.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { type ColorRole, lineRoles } from '../../../charts/palette.js';
import { severityWords } from '../../../events/severity-words.js';
import { threadFunction } from '../../../threads/thread-call.js';
import type { Division, Histogram } from './histogram.js';

const severityNames = severityWords.map((word, severity) => `${severity} ${word}`).slice(1);
const OTHERS = 'others';

export interface HistogramDrawing {
  histogram: Histogram;
  by: Division;
  look: ChartLook;
}

/** Draws a histogram; to be run in a worker thread. @returns an SVG document */
export function drawHistogram({ histogram: { bucket, count, items }, by, look }: HistogramDrawing): Promise<string> {
  const series = by === 'severity' ? bySeverity(items) : byType(items);
  return barChart({
    ...look,
    title: 'Timeline',
    subtitle: `${count === 1 ? '1 event' : `${count.toLocaleString('en-US')} events`} by ${by}, ${bucket} per bar`,
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
  const series = named.map((name) => ({ name, values: items.map((item) => countOf(item, (group) => group === name)) }));
  const rest = { name: OTHERS, values: items.map((item) => countOf(item, (group) => !named.includes(group))) };
  return (named.length < groups.length ? [...series, rest] : series).map((one, index) => ({
    ...one,
    color: lineRoles[index] as ColorRole,
  }));
}
