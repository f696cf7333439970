import type { ChartLook } from '../../../charts/chart-frame.js';
import { type ChartSeries as LineChartSeries, lineChart } from '../../../charts/line-chart.js';
import type { TimeMark } from '../../../charts/time-marks.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { indicatorLines } from '../../markets/charts/indicator-lines.js';
import { withoutNoise } from '../../markets/decimals.js';
import { firstFrom, type Join, type Series } from '../expression/aligned-series.js';
import type { DrawnParts } from '../expression/drawn-parts.js';
import { Evaluator } from '../expression/evaluate-expression.js';
import type { Expression } from '../expression/expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import type { ChartSeries } from '../saved/chart.js';

/** Maximum number of times in a response. */
export const MAX_TIMES = 20_000;

/** A chart with the data from which it is computed, as sent to a thread; the buffers of the sources are transferred. */
export interface ThreadChart {
  series: ChartSeries[];
  sources: Array<{ key: string } & Series>;
  join: Join;
  /** Start of the shown range (ms since the epoch). */
  from: number;
}

/** Values of the series of a chart at common times. */
interface ChartValues {
  /** The times of all series, ascending (ms since the epoch). */
  times: Float64Array;
  /** For each series, its value at each time; NaN where absent. */
  columns: Float64Array[];
}

export const buffersOf = ({ sources }: ThreadChart): ArrayBuffer[] => [
  ...new Set(sources.flatMap(({ times, values }) => [times.buffer as ArrayBuffer, values.buffer as ArrayBuffer])),
];

/** Evaluates the series of a chart. @returns undefined if there are more than `MAX_TIMES` times */
const valuesOf = (chart: ThreadChart): ChartValues | undefined =>
  evaluated(
    chart.series.map(({ expression }) => parseExpression(expression)),
    chart,
  );

/** Evaluates expressions. @returns undefined if there are more than `MAX_TIMES` times */
function evaluated(
  expressions: readonly Expression[],
  { sources, join, from }: Pick<ThreadChart, 'sources' | 'join' | 'from'>,
): ChartValues | undefined {
  const evaluator = new Evaluator({ sources: new Map(sources.map(({ key, ...points }) => [key, points])), join, from });
  const results = expressions.map((expression) => {
    const result = evaluator.evaluate(expression);
    if (typeof result === 'number') return result;
    const first = firstFrom(result.times, from);
    return { times: result.times.subarray(first), values: withoutNoise(result.values.subarray(first)) };
  });
  const times = allTimes(results.flatMap((one) => (typeof one === 'number' ? [] : [one.times])));
  if (times.length > MAX_TIMES) return undefined;
  return { times, columns: results.map((one) => columnOf(one, times)) };
}

function allTimes(lists: readonly Float64Array[]): Float64Array {
  const [first] = lists;
  if (first !== undefined && lists.every((list) => list === first)) return first;
  return Float64Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}

/** Returns the values of a series at the given times, NaN where absent; a constant has its value at all times. */
function columnOf(evaluated: Series | number, times: Float64Array): Float64Array {
  const column = new Float64Array(times.length).fill(
    typeof evaluated === 'number' && Number.isFinite(evaluated) ? evaluated : Number.NaN,
  );
  if (typeof evaluated === 'number') return column;
  let at = 0;
  for (let index = 0; index < times.length && at < evaluated.times.length; index += 1) {
    if (evaluated.times[at] !== times[index]) continue;
    column[index] = evaluated.values[at] as number;
    at += 1;
  }
  return column;
}

const absentAsNull = (column: Float64Array): Array<number | null> =>
  Array.from(column, (value) => (Number.isNaN(value) ? null : value));

/**
 * Computes a chart and writes the response; runs in a thread.
 * @param head members of the response before its times
 * @param items one object for each series, to which its values are added
 * @returns JSON in UTF-8; undefined if there are too many times
 */
export function writeThreadChart({
  head,
  items,
  ...chart
}: ThreadChart & { head: object; items: readonly object[] }): Uint8Array | undefined {
  const values = valuesOf(chart);
  if (values === undefined) return undefined;
  const times = Array.from(values.times, (time) => new Date(time).toISOString());
  const written = items.map((item, index) => ({
    ...item,
    values: absentAsNull(values.columns[index] as Float64Array),
  }));
  return new TextEncoder().encode(JSON.stringify({ ...head, times, items: written, nextCursor: null }));
}

/** The texts in the image of a chart. */
export interface ChartTexts {
  title: string;
  subtitle: string;
  notice: string | undefined;
  /** Headings of the left axis and of the right one. */
  axisName: string | undefined;
  rightAxisName: string | undefined;
}

/** A chart to be drawn: the lines of its series, with the options of its image. */
export interface DrawnChart extends ThreadChart {
  look: ChartLook;
  texts: ChartTexts;
  parts: DrawnParts;
  isLogarithmic: boolean;
  marks: TimeMark[];
}

/** Computes and draws a chart; runs in a thread. @returns an SVG document; undefined if there are too many times */
export async function drawThreadChart({
  look,
  texts,
  parts,
  isLogarithmic,
  marks,
  ...chart
}: DrawnChart): Promise<string | undefined> {
  const lines = parts.indicators.flatMap((indicator) => indicator.lines);
  const compared = parts.compared.map(({ expression }) => expression);
  const values = evaluated([...parts.series, ...compared, ...lines.map(({ expression }) => expression)], chart);
  if (values === undefined) return undefined;
  const times = Array.from(values.times, (time) => new Date(time));
  const pointsOf = (column: Float64Array) =>
    absentAsNull(column).map((value, at) => ({ time: times[at] as Date, value }));
  const columns = values.columns.values();
  const next = () => columns.next().value as Float64Array;
  // Times that only other series have, such as their trading days, are no gaps.
  const isConnected = true;
  const series: LineChartSeries[] = chart.series.map(({ name, axis, style }) => ({
    name,
    axis,
    style,
    isConnected,
    points: pointsOf(next()),
  }));
  for (const { symbol } of parts.compared) series.push({ name: symbol, isConnected, points: pointsOf(next()) });
  const indicators = parts.indicators.map(({ text, overlay, lines: own }) => ({
    indicator: text,
    overlay,
    lines: own.map(({ name }) => ({ name, values: next() })),
  }));
  const { overlays, panels } = indicatorLines(indicators, series.length);
  const { axis } = chart.series[0] as ChartSeries;
  for (const { name, lines: own } of overlays)
    for (const [index, { values: column, color, style }] of own.entries())
      series.push({ name, axis, color, style, isConnected, isUnlabeled: index > 0, points: pointsOf(column) });
  const baseline = parts.compared.length > 0 ? 100 : undefined;
  const shown = panels.map((panel) => ({ ...panel, isConnected }));
  return lineChart({ ...texts, ...look, series, unit: '', panels: shown, isLogarithmic, marks, baseline });
}

const here = new URL(import.meta.url);
export const writeChartInThread = threadFunction<typeof writeThreadChart>(here, 'writeThreadChart');
export const drawChartInThread = threadFunction<typeof drawThreadChart>(here, 'drawThreadChart');
