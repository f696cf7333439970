import { axisStyle, labeledTimes, valueAxis } from './axes.js';
import type { ChartFrame } from './chart-frame.js';
import { draw, headingHeight, type Locate, type Overlay, textWidth } from './draw.js';
import { plainText } from './finish-svg.js';
import { lightColor, lineRoles } from './palette.js';
import { formatNumber, type Scale, scaleOf } from './scale.js';
import { formatRange } from './time-axis.js';

export interface ChartSeries {
  name: string;
  /** Points, ascending in time. The line is interrupted at null, and at times that only other series have. */
  points: ReadonlyArray<{ time: Date; value: number | null }>;
  /** Side of the value axis. Default: left. The right axis is drawn only if both sides have series. */
  axis?: 'left' | 'right';
  /** Style of the line. Default: `line`. */
  style?: LineStyle;
}

/** Style of a series. An `area` extends down to the axis; `bars` begin at zero. */
export type LineStyle = 'line' | 'dashed' | 'area' | 'bars';

export interface LineChartSpec extends ChartFrame {
  /** At most ten series, each in its own color. */
  series: readonly ChartSeries[];
  /** Unit that is appended to the values of the axis, such as `%`; may be empty. */
  unit: string;
  /** Reference value, drawn as a horizontal line. */
  baseline?: number;
}

const AXIS_HEIGHT = 28;
const LABEL_SIZE = 11;
const LABEL_HEIGHT = 14;
/** Pixels beside the labels of a value axis, and minimum width of the left margin. */
const AXIS_PADDING = 16;
const MIN_LEFT = 60;
const AREA_OPACITY = 0.16;
const BAR_OPACITY = 0.5;

interface Line {
  name: string;
  color: string;
  values: Array<number | null>;
  style: LineStyle;
  /** Index of the value axis. */
  axis: number;
  /** Last value and its index; undefined for a line without values. */
  last?: { index: number; value: number };
}

interface Plot {
  times: Date[];
  lines: Line[];
  /** Scales of the left axis and of the right one, as far as they are drawn. */
  scales: Scale[];
  left: number;
  right: number;
  /** X position at which the labels of the lines begin. */
  labels: number;
  top: number;
  bottom: number;
}

/**
 * Renders lines over time, each with a label at its end. All intervals have the same width, so nights and weekends take
 * no space. If there are more times than pixels, the lowest and highest value of each pixel are drawn.
 * @returns an SVG document
 */
export function lineChart(spec: LineChartSpec): Promise<string> {
  const plot = plotOf(spec);
  const range = formatRange(plot.times);
  const frame = { ...spec, subtitle: [spec.subtitle, range].filter((note) => note !== '').join(' · ') };
  if (!plot.lines.some(({ last }) => last))
    return draw({ frame, description: 'No data in this range.', option: {}, overlay: () => [emptyText(spec)] });
  const ends = plot.lines.map((line) => endText(spec, line, plot)).join(', ');
  return draw({
    frame,
    description: `${range}: ${ends}.${spec.notice === undefined ? '' : ` ${spec.notice}.`}`,
    option: optionOf(spec, plot),
    overlay: (locate) => [...baselineOf(spec, plot, locate), ...endLabels(spec, plot, locate)],
  });
}

function plotOf(spec: LineChartSpec): Plot {
  const stamps = [...new Set(spec.series.flatMap(({ points }) => points.map(({ time }) => time.getTime())))].sort(
    (one, other) => one - other,
  );
  const shown = spec.series.slice(0, lineRoles.length);
  const sides = (['left', 'right'] as const).filter((side) => shown.some(({ axis = 'left' }) => axis === side));
  const lines = shown.map(({ name, points, axis = 'left', style = 'line' }, index): Line => {
    const byTime = new Map(points.map(({ time, value }) => [time.getTime(), value]));
    const values = stamps.map((stamp) => byTime.get(stamp) ?? null);
    const at = values.findLastIndex((value) => value !== null);
    const last = at < 0 ? undefined : { index: at, value: values[at] as number };
    return {
      name: plainText(name),
      color: lightColor(lineRoles[index] as (typeof lineRoles)[number]),
      values,
      style,
      axis: sides.indexOf(axis),
      last,
    };
  });
  const [top, bottom] = [headingHeight(spec) + 8, spec.height - AXIS_HEIGHT];
  const scales = sides.map((_, axis) => scaleOfLines(spec, lines, axis, (bottom - top) / 45));
  const widest = Math.max(...lines.map((line) => textWidth(endText(spec, line, { scales }), LABEL_SIZE)), 40);
  const [left = 0, beside = 0] = scales.map((scale) => axisWidth(spec, scale));
  const labels = spec.width - Math.min(widest + 20, spec.width * 0.4);
  return {
    times: stamps.map((stamp) => new Date(stamp)),
    lines,
    scales,
    left: Math.max(MIN_LEFT, left),
    right: labels - beside,
    labels,
    top,
    bottom,
  };
}

const axisWidth = ({ unit }: LineChartSpec, { min, max, decimals }: Scale): number =>
  Math.max(...[min, max].map((value) => textWidth(`${formatNumber(value, decimals)}${unit}`, LABEL_SIZE))) +
  AXIS_PADDING;

/**
 * Returns the scale of an axis. It contains the values of its lines, zero if there are bars, and on the left axis the
 * baseline.
 */
function scaleOfLines({ baseline }: LineChartSpec, lines: readonly Line[], axis: number, steps: number): Scale {
  const own = lines.filter((line) => line.axis === axis);
  const marks = [
    ...(axis === 0 && baseline !== undefined ? [baseline] : []),
    ...(own.some(({ style }) => style === 'bars') ? [0] : []),
  ];
  const all = [...own.flatMap(({ values }) => values.filter((value) => value !== null)), ...marks];
  const bounds = all.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const, [
    Infinity,
    -Infinity,
  ] as readonly [number, number]);
  return all.length === 0 ? scaleOf(0, 1, 1) : scaleOf(...bounds, steps);
}

function optionOf({ unit }: LineChartSpec, { times, lines, scales, left, right, top, bottom }: Plot): object {
  return {
    grid: [{ left, top, width: right - left, height: bottom - top, containLabel: false, outerBoundsMode: 'none' }],
    xAxis: [
      {
        type: 'category',
        boundaryGap: false,
        data: times.map((_, index) => index),
        ...axisStyle,
        ...labeledTimes(times, right - left),
      },
    ],
    yAxis: scales.map((scale, axis) => ({
      ...valueAxis(scale, unit),
      position: axis === 0 ? 'left' : 'right',
      ...(axis === 0 ? {} : { splitLine: { show: false } }),
    })),
    series: lines.map((line) => ({
      ...shapeOf(line),
      yAxisIndex: line.axis,
      silent: true,
      emphasis: { disabled: true },
      data: line.values.map((value) => value ?? '-'),
    })),
  };
}

function shapeOf({ color, values, style }: Line): object {
  if (style === 'bars')
    return { type: 'bar', itemStyle: { color, opacity: BAR_OPACITY }, barMaxWidth: 24, large: false };
  const lineStyle = {
    color,
    width: 1.75,
    cap: 'round',
    join: 'round',
    ...(style === 'dashed' ? { type: [6, 4] } : {}),
  };
  return {
    // A line with a single value is drawn as a dot.
    ...{
      type: 'line',
      symbol: values.filter((value) => value !== null).length === 1 ? 'circle' : 'none',
      symbolSize: 7,
      sampling: 'minmax',
      connectNulls: false,
    },
    ...{ itemStyle: { color }, lineStyle },
    ...(style === 'area' ? { areaStyle: { color, opacity: AREA_OPACITY, origin: 'start' } } : {}),
  };
}

/** Returns the name and the last value of a line, and a mark if it is on the right axis. */
function endText({ unit }: LineChartSpec, { name, axis, last }: Line, { scales }: Pick<Plot, 'scales'>): string {
  const title = axis > 0 ? `${name} (right)` : name;
  return last === undefined
    ? `${title} no data`
    : `${title} ${formatNumber(last.value, Math.max(1, scales[axis]?.decimals ?? 0))}${unit}`;
}

function baselineOf({ baseline }: LineChartSpec, { left, right }: Plot, locate: Locate): Overlay[] {
  if (baseline === undefined) return [];
  const y = Math.round(locate(0, baseline)[1]) + 0.5;
  return [
    {
      type: 'line',
      z: 1,
      shape: { x1: left, y1: y, x2: right, y2: y },
      style: { stroke: lightColor('muted'), lineWidth: 1, lineDash: [4, 3] },
    },
  ];
}

/**
 * Labels each line at its end with its name and last value; moves labels apart where they overlap, and shrinks them if
 * space is short.
 */
function endLabels(spec: LineChartSpec, plot: Plot, locate: Locate): Overlay[] {
  const { lines, labels, top, bottom } = plot;
  const wanted = lines.flatMap((line) =>
    line.last === undefined ? [] : [{ line, y: locate(line.last.index, line.last.value, line.axis)[1] }],
  );
  const sorted = wanted.sort((one, other) => one.y - other.y);
  const apart = Math.min(LABEL_HEIGHT, (bottom - top) / Math.max(1, sorted.length - 1));
  const fontSize = Math.min(LABEL_SIZE, Math.max(7, Math.floor(apart) - 1));
  const places = sorted.map(({ y }) => y);
  const ys = movedApart(places, apart, top, bottom);
  return sorted.map(({ line }, index) => ({
    type: 'text',
    z: 5,
    style: {
      ...{
        text: endText(spec, line, plot),
        x: labels + 8,
        y: (ys[index] as number) - fontSize / 2,
        fill: line.color,
        fontSize,
        fontWeight: 'bold',
      },
      width: spec.width - labels - 8,
      overflow: 'truncate',
      ellipsis: '…',
    },
  }));
}

/**
 * Moves positions (ascending) apart by at least `apart`; keeps their order and, as far as possible, stays within the
 * bounds.
 */
export function movedApart(places: readonly number[], apart: number, top: number, bottom: number): number[] {
  const moved: number[] = [];
  for (const place of places) moved.push(Math.max(place, (moved.at(-1) ?? top - apart) + apart));
  let limit = bottom;
  for (let index = moved.length - 1; index >= 0; index -= 1) {
    moved[index] = Math.min(moved[index] as number, limit);
    limit = (moved[index] as number) - apart;
  }
  return moved;
}

/** Returns the text of a chart without data. */
export const emptyText = ({ width, height }: ChartFrame): Overlay => ({
  type: 'text',
  style: {
    text: 'No data in this range.',
    x: width / 2,
    y: height / 2,
    align: 'center',
    fill: lightColor('muted'),
    fontSize: 14,
  },
});
