import type { ChartLook } from '../../../charts/chart-frame.js';
import { lineChart } from '../../../charts/line-chart.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { withoutNoise } from '../../markets/decimals.js';
import { firstFrom, type Join, type Series } from '../expression/aligned-series.js';
import { Evaluator } from '../expression/evaluate-expression.js';
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
function valuesOf({ series, sources, join, from }: ThreadChart): ChartValues | undefined {
  const evaluator = new Evaluator({ sources: new Map(sources.map(({ key, ...points }) => [key, points])), join, from });
  const evaluated = series.map(({ expression }) => {
    const result = evaluator.evaluate(parseExpression(expression));
    if (typeof result === 'number') return result;
    const first = firstFrom(result.times, from);
    return { times: result.times.subarray(first), values: withoutNoise(result.values.subarray(first)) };
  });
  const times = allTimes(evaluated.flatMap((one) => (typeof one === 'number' ? [] : [one.times])));
  if (times.length > MAX_TIMES) return undefined;
  return { times, columns: evaluated.map((one) => columnOf(one, times)) };
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
}

/** Computes and draws a chart; runs in a thread. @returns an SVG document; undefined if there are too many times */
export async function drawThreadChart({
  look,
  texts,
  ...chart
}: ThreadChart & { look: ChartLook; texts: ChartTexts }): Promise<string | undefined> {
  const values = valuesOf(chart);
  if (values === undefined) return undefined;
  const times = Array.from(values.times, (time) => new Date(time));
  const series = chart.series.map(({ name, axis, style }, index) => {
    const column = absentAsNull(values.columns[index] as Float64Array);
    return { name, axis, style, points: column.map((value, at) => ({ time: times[at] as Date, value })) };
  });
  return lineChart({ ...texts, ...look, series, unit: '' });
}

const here = new URL(import.meta.url);
export const writeChartInThread = threadFunction<typeof writeThreadChart>(here, 'writeThreadChart');
export const drawChartInThread = threadFunction<typeof drawThreadChart>(here, 'drawThreadChart');
