import { axisStyle } from './axes.js';
import type { BarSeries } from './bar-chart.js';
import type { ChartFrame } from './chart-frame.js';
import { draw, emptyText, fitted, headingHeight, type Locate, type Overlay, textWidth } from './draw.js';
import { plainText } from './finish-svg.js';
import { legendOf } from './legend.js';
import { type ColorRole, lightColor } from './palette.js';
import { formatNumber, type Scale, scaleOf } from './scale.js';

/** A row of the chart. */
export interface CategoryBar {
  name: string;
  /** Values, one for each series, stacked from zero: positive ones to the right, negative ones to the left. */
  values: readonly number[];
  /** Replaces the colors of the series. */
  color?: ColorRole;
  /** Text after the sum at the end of the bar, such as an amount. */
  note?: string;
}

export interface CategoryBarsSpec extends ChartFrame {
  series: ReadonlyArray<Omit<BarSeries, 'values'>>;
  /** Bars from top to bottom. If not all fit, the smallest are combined into the last one. */
  bars: readonly CategoryBar[];
  /** Bars above the others, such as totals, set off by a line and never combined. Default: none. */
  totals?: readonly CategoryBar[];
  /** Unit that is appended to values, such as `%`. */
  unit: string;
  /** Number of decimals of the sum at the end of each bar. */
  decimals: number;
}

const AXIS_HEIGHT = 28;
const MIN_ROW_HEIGHT = 17;
/** Space between the labels of the axis (px), and beyond the longest bars as a fraction of the axis. */
const LABEL_APART = 80;
const BEYOND = 0.01;
/** Minimum number of rows beside those of totals. */
const MIN_ROWS = 2;
const LABEL_SIZE = 11;
/** Maximum fraction of the width for the names. */
const MAX_NAME_SHARE = 0.37;

/**
 * Renders horizontal bars, each with its name and sum, and a legend if there are several series.
 * @returns an SVG document
 */
export function categoryBars(spec: CategoryBarsSpec): Promise<string> {
  if (spec.bars.length === 0)
    return draw({ frame: spec, description: 'No data.', option: {}, overlay: () => [emptyText(spec)] });
  const legend = spec.series.length > 1 ? legendOf(spec, spec.series) : { shapes: [], height: 0 };
  const top = headingHeight(spec) + legend.height + 8;
  const bottom = spec.height - AXIS_HEIGHT;
  const { totals = [] } = spec;
  const rows = Math.floor((bottom - top) / MIN_ROW_HEIGHT) - totals.length;
  const bars = [...totals, ...fitting(spec.bars, Math.max(MIN_ROWS, rows))];
  const sums = bars.map(({ values, note }) => {
    const sum = `${formatNumber(sumOf(values), spec.decimals)}${spec.unit}`;
    return note === undefined ? sum : `${sum} · ${note}`;
  });
  const nameRoom = Math.min(
    spec.width * MAX_NAME_SHARE,
    Math.max(...bars.map(({ name }) => textWidth(plainText(name), LABEL_SIZE))) + 4,
  );
  const left = 16 + nameRoom + 8;
  const sumRoom = Math.max(...sums.map((text) => textWidth(text, LABEL_SIZE))) + 10;
  const right = spec.width - 16;
  const scale = scaleAround(bars, (right - left - sumRoom) / LABEL_APART);
  const rowHeight = (bottom - top) / bars.length;
  return draw({
    frame: spec,
    description: bars.map(({ name }, index) => `${plainText(name)} ${sums[index]}`).join(', '),
    option: {
      grid: [
        {
          left,
          top,
          width: right - left - sumRoom,
          height: bottom - top,
          containLabel: false,
          outerBoundsMode: 'none',
        },
      ],
      xAxis: [valueAxis(scale)],
      yAxis: [
        {
          type: 'category',
          inverse: true,
          data: bars.map((_, index) => index),
          ...axisStyle,
          axisLabel: { show: false },
          axisLine: { show: false },
        },
      ],
      series: spec.series.map(({ color }, at) => ({
        type: 'bar',
        stack: 'all',
        silent: true,
        emphasis: { disabled: true },
        barMaxWidth: 26,
        barCategoryGap: '30%',
        itemStyle: { color: lightColor(color) },
        data: bars.map(({ values, color: own }) => {
          const value = values[at] ?? 0;
          return own === undefined ? value : { value, itemStyle: { color: lightColor(own) } };
        }),
      })),
    },
    overlay: (locate) => [
      ...legend.shapes,
      ...gridLines(scale, spec.unit, locate, { top, bottom }),
      zeroLine(locate, top, bottom),
      ...(totals.length === 0 ? [] : [separator(top + rowHeight * totals.length, spec.width)]),
      ...bars.map(({ name }, index) => nameOf(name, nameRoom, top + rowHeight * (index + 0.5))),
      ...bars.map((bar, index) => sumText(bar, sums[index] as string, locate, top + rowHeight * (index + 0.5))),
    ],
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Combines the smallest bars if not all fit; the others keep their order. */
function fitting(bars: readonly CategoryBar[], rows: number): CategoryBar[] {
  if (bars.length <= rows) return [...bars];
  const size = ({ values }: CategoryBar) => sumOf(values.map(Math.abs));
  const kept = new Set(bars.toSorted((one, other) => size(other) - size(one)).slice(0, rows - 1));
  const rest = bars.filter((bar) => !kept.has(bar));
  const values = (rest[0] as CategoryBar).values.map((_, at) => sumOf(rest.map((bar) => bar.values[at] ?? 0)));
  return [...bars.filter((bar) => kept.has(bar)), { name: `${rest.length} others`, values }];
}

/** Returns the extent of a bar to each side. */
const reachOf = ({ values }: CategoryBar) =>
  [sumOf(values.map((value) => Math.min(0, value))), sumOf(values.map((value) => Math.max(0, value)))] as const;

/** Returns an axis that ends with the longest bars, so that they use the whole width; its steps are round. */
function scaleAround(bars: readonly CategoryBar[], steps: number): Scale {
  const reaches = bars.map(reachOf);
  const [low, high] = [
    Math.min(0, ...reaches.map(([least]) => least)),
    Math.max(0, ...reaches.map(([, most]) => most)),
  ];
  // With one step, a narrow image would have no label but zero.
  const scale = scaleOf(low, high, Math.max(2, steps));
  const beyond = (high - low) * BEYOND;
  return high > low ? { ...scale, min: low && low - beyond, max: high && high + beyond } : scale;
}

/** The axis has no labels of the library, whose steps would begin at its end, which is not round. */
const valueAxis = ({ min, max }: Scale) => ({
  type: 'value',
  position: 'bottom',
  min,
  max,
  interval: max - min,
  axisTick: { show: false },
  axisLine: { show: false },
  splitLine: { show: false },
  axisLabel: { show: false },
});

/** Returns grid lines at the multiples of the step, with labels below. */
function gridLines({ min, max, step, decimals }: Scale, unit: string, locate: Locate, pane: Edges): Overlay[] {
  const first = Math.ceil(min / step - 1e-9);
  const count = Math.floor(max / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step).flatMap((value): Overlay[] => {
    const x = Math.round(locate(value, 0)[0]) + 0.5;
    const style = { align: 'center', fill: lightColor('muted'), fontSize: LABEL_SIZE };
    return [
      {
        type: 'line',
        z: -1,
        shape: { x1: x, y1: pane.top, x2: x, y2: pane.bottom },
        style: { stroke: lightColor('grid'), lineWidth: 1 },
      },
      { type: 'text', style: { ...style, text: `${formatNumber(value, decimals)}${unit}`, x, y: pane.bottom + 8 } },
    ];
  });
}

interface Edges {
  top: number;
  bottom: number;
}

const nameOf = (name: string, room: number, y: number): Overlay => ({
  type: 'text',
  style: {
    text: fitted(plainText(name), LABEL_SIZE, room),
    x: 16 + room,
    y: y - LABEL_SIZE / 2,
    align: 'right',
    fill: lightColor('text'),
    fontSize: LABEL_SIZE,
  },
});

/** Returns the line below the totals. */
function separator(position: number, width: number): Overlay {
  const y = Math.round(position) + 0.5;
  return {
    type: 'line',
    z: 4,
    shape: { x1: 16, y1: y, x2: width - 16, y2: y },
    style: { stroke: lightColor('axis'), lineWidth: 1 },
  };
}

function zeroLine(locate: Locate, top: number, bottom: number): Overlay {
  const x = Math.round(locate(0, 0)[0]) + 0.5;
  return {
    type: 'line',
    z: 4,
    shape: { x1: x, y1: top, x2: x, y2: bottom },
    style: { stroke: lightColor('axis'), lineWidth: 1 },
  };
}

/** Returns the text to the right of a bar's end. */
function sumText(bar: CategoryBar, text: string, locate: Locate, y: number): Overlay {
  const [x] = locate(reachOf(bar)[1], 0);
  return {
    type: 'text',
    z: 5,
    style: {
      text,
      x: x + 6,
      y: y - LABEL_SIZE / 2,
      fill: lightColor('text'),
      fontSize: LABEL_SIZE,
      fontWeight: 'bold',
    },
  };
}
