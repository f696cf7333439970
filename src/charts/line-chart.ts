import { axisHeadings, axisStyle, labeledTimes, valueAxis } from './axes.js';
import type { ChartFrame } from './chart-frame.js';
import { MARKS_HEIGHT, type Panes, panesOf } from './chart-panes.js';
import { BOLD, draw, emptyText, type Locate, type Overlay, textWidth, withRange } from './draw.js';
import { plainText } from './finish-svg.js';
import { legendOf } from './legend.js';
import { movedApart } from './moved-apart.js';
import { type ColorRole, lightColor, lineRoles } from './palette.js';
import { type ChartLines, gridOf, omissionNote, panelAxis, panelHeading, panelSeries } from './panels.js';
import { logarithmicAxis, type PlotAxis } from './plot-axis.js';
import { countScale, formatNumber, formatPrice, type Scale, scaleOf } from './scale.js';
import { formatRange } from './time-axis.js';
import { describeMarks, drawMarks, legendOfMarks, type PlacedMark, placeMarks, type TimeMark } from './time-marks.js';

export interface ChartSeries {
  name: string;
  /** Points, ascending in time. The line is interrupted at null, and at times that only other series have. */
  points: ReadonlyArray<{ time: Date; value: number | null }>;
  /** Side of the value axis. Default: left. The right axis is drawn only if both sides have series. */
  axis?: 'left' | 'right';
  /** True: the line continues over times without a value, such as weekends of a line beside a cryptocurrency. */
  isConnected?: boolean;
  /** Style of the line. Default: `line`. */
  style?: LineStyle;
  /** Color of the series. Default: the next color. */
  color?: ColorRole;
  /** True: the line has no label at its end, because another line of its group has one. */
  isUnlabeled?: boolean;
}

/** Style of a series. An `area` extends down to the axis; `bars` begin at zero. */
export type LineStyle = 'line' | 'dashed' | 'area' | 'bars';

export interface LineChartSpec extends ChartFrame {
  /** The series to draw, at most ten, each in its own color. */
  series: readonly ChartSeries[];
  /** Unit that is appended to the values of the axis, such as `%`; may be empty. */
  unit: string;
  /** True: the values are counts, so that the left axis begins at 0 and has whole numbers. */
  isCount?: boolean;
  /** Minimum number of decimals of the values below 10,000 at the ends of lines. Default: 1. */
  endDecimals?: number;
  /** Reference value, drawn as a horizontal line. */
  baseline?: number;
  /** Headings of the left axis and of the right one, such as `USD`. Default: none. */
  axisName?: string;
  rightAxisName?: string;
  /** True: equal percentages have equal heights; ignored for an axis with bars or a value that is not positive. */
  isLogarithmic?: boolean;
  /** Panels below the lines, with one value for each time of any series. */
  panels?: readonly ChartLines[];
  /** Marks below the lines. */
  marks?: readonly TimeMark[];
}

const LABEL_SIZE = 11;
const LABEL_HEIGHT = 14;
/** Maximum width of the labels at the ends of lines, as a fraction of the image; the legend has wider ones. */
const MAX_LABELS = 0.3;
/** Maximum height of a legend that replaces these labels, as a fraction of the image. */
const MAX_LEGEND = 0.2;
/** Pixels beside the labels of a value axis, and minimum width of the left margin. */
const AXIS_PADDING = 16;
const MIN_LEFT = 60;
/** Values from here on have no more decimals at the ends of lines than on the axis. */
const LARGE = 10_000;
const AREA_OPACITY = 0.16;
const BAR_OPACITY = 0.5;

interface Line {
  name: string;
  isConnected: boolean;
  isLabeled: boolean;
  role: ColorRole;
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
  /** Logarithmic axes in the place of scales; undefined for a linear one. */
  logarithmic: Array<PlotAxis | undefined>;
  panes: Panes;
  /** X position at which the labels of the lines begin; the width of the image if the legend has the labels. */
  labels: number;
  marks: PlacedMark[];
  legend: Overlay[];
}

/**
 * Renders lines over time, each with a label at its end. All intervals have the same width, so nights and weekends take
 * no space. If there are more times than pixels, the lowest and highest value of each pixel are drawn.
 * @returns an SVG document
 */
export function lineChart(spec: LineChartSpec): Promise<string> {
  const plot = plotOf(spec);
  const { panels = [] } = spec;
  const { panes, marks } = plot;
  const range = formatRange(plot.times);
  const notes = plot.logarithmic.some((axis) => axis !== undefined) ? ['log scale'] : [];
  const omission = omissionNote(panels.slice(panes.panels.length));
  const frame = { ...spec, subtitle: withRange(spec.subtitle, range, notes, omission) };
  if (!plot.lines.some(({ last }) => last))
    return draw({ frame, description: 'No data in this range.', option: {}, overlay: () => [emptyText(spec)] });
  const labeled = plot.lines.filter(({ isLabeled }) => isLabeled);
  const description = [
    `${range}: ${labeled.map((line) => endText(spec, line, plot)).join(', ')}.`,
    describeMarks(marks),
  ];
  return draw({
    frame,
    description: description.filter((part) => part !== '').join(' '),
    option: optionOf(spec, plot),
    overlay: (locate) => [
      ...plot.legend,
      ...zeroLine(spec, plot, locate),
      ...axisHeadings(spec, panes.main),
      ...plot.logarithmic.flatMap((axis) => axis?.marks(locate) ?? []),
      ...baselineOf(spec, plot, locate),
      ...endLabels(spec, plot, locate),
      ...panes.panels.flatMap((pane, index) => panelHeading(panels[index] as ChartLines, pane)),
    ],
    elements: (locate) => drawMarks(marks, panes.main, (index) => locate(index, 0)[0]),
  });
}

function plotOf(spec: LineChartSpec): Plot {
  const stamps = [...new Set(spec.series.flatMap(({ points }) => points.map(({ time }) => time.getTime())))].sort(
    (one, other) => one - other,
  );
  const sides = (['left', 'right'] as const).filter((side) => spec.series.some(({ axis = 'left' }) => axis === side));
  const lines = spec.series.map((series, index): Line => {
    const { name, points, axis = 'left', style = 'line', color, isUnlabeled, isConnected } = series;
    const byTime = new Map(points.map(({ time, value }) => [time.getTime(), value]));
    const values = stamps.map((stamp) => byTime.get(stamp) ?? null);
    const at = values.findLastIndex((value) => value !== null);
    const last = at < 0 ? undefined : { index: at, value: values[at] as number };
    const role = color ?? (lineRoles[index % lineRoles.length] as ColorRole);
    return {
      name: plainText(name),
      isConnected: isConnected === true,
      isLabeled: isUnlabeled !== true,
      role,
      color: lightColor(role),
      values,
      style,
      axis: sides.indexOf(axis),
      last,
    };
  });
  const times = stamps.map((stamp) => new Date(stamp));
  const marks = placeMarks(spec.marks ?? [], times);
  const scales = sides.map((_, axis) => scaleOfLines(spec, lines, axis, (spec.height - 100) / 45));
  const labeled = lines.filter(({ isLabeled }) => isLabeled);
  const named = labeled.map((line) => ({ name: endText(spec, line, { scales }), color: line.role }));
  const widest = Math.max(...named.map(({ name }) => textWidth(name, LABEL_SIZE * BOLD)), 40);
  // The legend has the labels if these would take too much of the width and it is not too high, and beside a right
  // axis, whose numbers would be between the lines and their labels.
  const isWide = widest + 20 > spec.width * MAX_LABELS && legendOf(spec, named).height < spec.height * MAX_LEGEND;
  const isNamedAbove = sides.length > 1 || isWide;
  const legend = legendOf(spec, [...(isNamedAbove ? named : []), ...legendOfMarks(marks)]);
  const [left = 0, beside = 0] = scales.map((scale) => axisWidth(spec, scale));
  const labels = isNamedAbove ? spec.width : spec.width - Math.min(widest + 20, spec.width * 0.4);
  const panes = panesOf(spec, {
    hasUnits: spec.axisName !== undefined || spec.rightAxisName !== undefined,
    hasMarks: marks.length > 0,
    panels: spec.panels?.length ?? 0,
    left: Math.max(MIN_LEFT, left),
    right: labels - (isNamedAbove ? Math.max(AXIS_PADDING, beside) : beside),
    legend: legend.height,
  });
  const steps = (panes.main.bottom - panes.main.top) / 45;
  return {
    times,
    lines,
    scales: sides.map((_, axis) => scaleOfLines(spec, lines, axis, steps)),
    logarithmic: sides.map((_, axis) => (spec.isLogarithmic ? logarithmicOf(spec, lines, axis, panes) : undefined)),
    panes,
    labels,
    marks,
    legend: legend.shapes,
  };
}

/** Returns a logarithmic axis; undefined if it has bars, a value that is not positive, or no value. */
function logarithmicOf(
  { unit, baseline }: LineChartSpec,
  lines: readonly Line[],
  index: number,
  { main: pane }: Panes,
): PlotAxis | undefined {
  const own = lines.filter(({ axis }) => axis === index);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  if (index === 0 && baseline !== undefined) [low, high] = [baseline, baseline];
  for (const { values } of own)
    for (const value of values) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  if (!(low > 0) || low > high || own.some(({ style }) => style === 'bars')) return undefined;
  const format = (value: number) => `${formatPrice(value).replace(/\.00$/, '')}${unit}`;
  return logarithmicAxis({ low, high, pane, index, side: index === 0 ? 'left' : 'right', format });
}

const axisWidth = ({ unit }: LineChartSpec, { min, max, decimals }: Scale): number =>
  Math.max(...[min, max].map((value) => textWidth(`${formatNumber(value, decimals)}${unit}`, LABEL_SIZE))) +
  AXIS_PADDING;

/**
 * Returns the scale of an axis. It contains the values of its lines, zero if there are bars, and on the left axis the
 * baseline.
 */
function scaleOfLines(
  { baseline, isCount }: LineChartSpec,
  lines: readonly Line[],
  axis: number,
  steps: number,
): Scale {
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
  if (isCount && axis === 0) return countScale(Math.max(1, bounds[1]), steps);
  return all.length === 0 ? scaleOf(0, 1, 1) : scaleOf(...bounds, steps);
}

function optionOf(
  { unit, panels = [] }: LineChartSpec,
  { times, lines, scales, logarithmic, panes, marks }: Plot,
): object {
  const { main } = panes;
  const shown = panes.panels.map((_, index) => panels[index] as ChartLines);
  const ends = times.map((_, index) => index);
  // Marks are between the lowest pane and its labels only if that pane is the main one.
  const strip = marks.length > 0 && shown.length === 0 ? MARKS_HEIGHT : 0;
  const labels = labeledTimes(times, main.right - main.left, strip);
  const hidden = { axisLabel: { show: false }, axisTick: { show: false } };
  return {
    grid: [main, ...panes.panels].map(gridOf),
    xAxis: [main, ...panes.panels].map((_, index) => ({
      type: 'category',
      boundaryGap: false,
      gridIndex: index,
      data: ends,
      ...axisStyle,
      axisLine: { ...axisStyle.axisLine, onZero: false },
      ...(index === shown.length ? labels : hidden),
    })),
    yAxis: [
      ...scales.map((scale, axis) => ({
        ...(logarithmic[axis]?.option ?? coloredAxis(valueAxis(scale, unit), axis, lines)),
        position: axis === 0 ? 'left' : 'right',
        ...(axis === 0 ? {} : { splitLine: { show: false } }),
      })),
      ...shown.map((panel, index) => panelAxis(panel, index + 1)),
    ],
    series: [
      ...lines.map((line) => ({
        ...shapeOf(line),
        yAxisIndex: line.axis,
        silent: true,
        emphasis: { disabled: true },
        data: line.values.map((value) => (value === null ? '-' : positionOf(logarithmic[line.axis], value))),
      })),
      ...shown.flatMap((panel, index) => panelSeries(panel, { x: index + 1, y: scales.length + index }, ends)),
    ],
  };
}

/** Gives the numbers of one of two axes the color of its line, if it has only one. */
function coloredAxis(axis: ReturnType<typeof valueAxis>, index: number, lines: readonly Line[]): object {
  const own = lines.filter((line) => line.axis === index);
  const color = own.length === 1 && own.length < lines.length ? own[0]?.color : undefined;
  return color === undefined ? axis : { ...axis, axisLabel: { ...axis.axisLabel, color } };
}

/** Returns the position of a value on its axis. */
const positionOf = (axis: PlotAxis | undefined, value: number): number => axis?.of(value) ?? value;

function shapeOf({ color, values, style, isConnected }: Line): object {
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
    type: 'line',
    symbol: values.filter((value) => value !== null).length === 1 ? 'circle' : 'none',
    symbolSize: 7,
    sampling: 'minmax',
    connectNulls: isConnected,
    itemStyle: { color },
    lineStyle,
    ...(style === 'area' ? { areaStyle: { color, opacity: AREA_OPACITY, origin: 'start' } } : {}),
  };
}

/** Returns the name and the last value of a line, and a mark if it is on the right axis. */
function endText(
  { unit, isCount, endDecimals = 1 }: LineChartSpec,
  { name, axis, last, values }: Line,
  { scales }: Pick<Plot, 'scales'>,
): string {
  const title = axis > 0 ? `${name} (right)` : name;
  if (last === undefined) return `${title} no data`;
  const isWhole = isCount && values.every((value) => value === null || Number.isInteger(value));
  const decimals = isWhole ? 0 : decimalsAt(last.value, endDecimals, scales[axis]);
  return `${title} ${formatNumber(last.value, decimals)}${unit}`;
}

/** Returns the number of decimals of a value at the end of a line: one more than the numbers of its axis have. */
const decimalsAt = (value: number, least: number, { decimals }: Pick<Scale, 'decimals'> = { decimals: 0 }): number =>
  Math.abs(value) >= LARGE ? decimals : Math.max(least, decimals + (decimals > 0 ? 1 : 0));

/** Returns the line at zero of the left axis, unless it is at an end of the axis or there is a reference value. */
function zeroLine({ baseline }: LineChartSpec, { scales, logarithmic, panes }: Plot, locate: Locate): Overlay[] {
  const { min = 0, max = 0 } = scales[0] ?? {};
  if (baseline !== undefined || logarithmic[0] !== undefined || min >= 0 || max <= 0) return [];
  const y = Math.round(locate(0, 0)[1]) + 0.5;
  const shape = { x1: panes.main.left, y1: y, x2: panes.main.right, y2: y };
  return [{ type: 'line', z: 1, shape, style: { stroke: lightColor('axis'), lineWidth: 1 } }];
}

function baselineOf({ baseline }: LineChartSpec, { panes, logarithmic }: Plot, locate: Locate): Overlay[] {
  if (baseline === undefined) return [];
  const { left, right } = panes.main;
  const y = Math.round(locate(0, positionOf(logarithmic[0], baseline))[1]) + 0.5;
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
  const { lines, labels, logarithmic } = plot;
  if (labels >= spec.width) return [];
  const { top, bottom } = plot.panes.main;
  const wanted = lines.flatMap((line) => {
    if (line.last === undefined || !line.isLabeled) return [];
    const position = positionOf(logarithmic[line.axis], line.last.value);
    return [{ line, y: locate(line.last.index, position, line.axis)[1] }];
  });
  const sorted = wanted.sort((one, other) => one.y - other.y);
  const apart = Math.min(LABEL_HEIGHT, (bottom - top) / Math.max(1, sorted.length - 1));
  const fontSize = Math.min(LABEL_SIZE, Math.max(7, Math.floor(apart) - 1));
  const places = sorted.map(({ y }) => y);
  const ys = movedApart(places, apart, top, bottom);
  return sorted.map(({ line }, index) => ({
    type: 'text',
    z: 5,
    style: {
      text: endText(spec, line, plot),
      x: labels + 8,
      y: (ys[index] as number) - fontSize / 2,
      fill: line.color,
      fontSize,
      fontWeight: 'bold',
      width: spec.width - labels - 8,
      overflow: 'truncate',
      ellipsis: '…',
    },
  }));
}
