import type { ChartLook } from '../../../charts/chart-frame.js';
import { lineChart } from '../../../charts/line-chart.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { withoutNoise } from '../../markets/indicators/without-noise.js';
import { firstFrom, type Join, type Series } from '../expression/aligned-series.js';
import { Evaluator } from '../expression/evaluate-expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import type { ChartSeries } from '../saved/chart.js';

/** The maximum number of times in an answer. */
export const MAX_TIMES = 20_000;

/** A chart with all that it is computed from, as sent to a thread: the buffers of the sources are transferred. */
export interface ThreadChart {
  series: ChartSeries[];
  sources: Array<{ key: string } & Series>;
  join: Join;
  /** ms since the epoch */
  from: number;
}

/** Values of the series of a chart at common times. */
interface ChartValues {
  /** ms since the epoch, ascending: those of any series. */
  times: Float64Array;
  /** In the order of the series; NaN where absent. */
  columns: Float64Array[];
}

export const buffersOf = ({ sources }: ThreadChart): ArrayBuffer[] => [
  ...new Set(sources.flatMap(({ times, values }) => [times.buffer as ArrayBuffer, values.buffer as ArrayBuffer])),
];

/** @returns undefined if there are more than `MAX_TIMES` times */
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

/** A constant has its value at all times. */
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
 * Runs in a thread.
 * @param head members of the answer before its times; `items` has one object for each series, to which its values are
 * added
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

/** The texts of an image of a chart. */
export interface ChartTexts {
  title: string;
  subtitle: string;
  notice: string | undefined;
}

/** Runs in a thread. @returns an SVG document; undefined if there are too many times */
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
