import { axisStyle } from './axes.js';
import type { BarSeries } from './bar-chart.js';
import type { ChartFrame } from './chart-frame.js';
import { draw, fitted, headingHeight, type Locate, type Overlay, textWidth } from './draw.js';
import { plainText } from './finish-svg.js';
import { legendOf } from './legend.js';
import { emptyText } from './line-chart.js';
import { lightColor } from './palette.js';
import { formatNumber, type Scale, scaleOf } from './scale.js';

/** A row of the chart. */
export interface CategoryBar {
  name: string;
  /** Values, one for each series, stacked from zero: positive ones to the right, negative ones to the left. */
  values: readonly number[];
}

export interface CategoryBarsSpec extends ChartFrame {
  series: ReadonlyArray<Omit<BarSeries, 'values'>>;
  /** Bars from top to bottom. If not all fit, the smallest are combined into the last one. */
  bars: readonly CategoryBar[];
  /** Unit that is appended to values, such as `%`. */
  unit: string;
  /** Number of decimals of the sum at the end of each bar. */
  decimals: number;
}

const AXIS_HEIGHT = 28;
const MIN_ROW_HEIGHT = 17;
const LABEL_SIZE = 11;
/** Maximum fraction of the width for the names. */
const MAX_NAME_SHARE = 0.32;

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
  const bars = fitting(spec.bars, Math.max(2, Math.floor((bottom - top) / MIN_ROW_HEIGHT)));
  const sums = bars.map(({ values }) => `${formatNumber(sumOf(values), spec.decimals)}${spec.unit}`);
  const nameRoom = Math.min(
    spec.width * MAX_NAME_SHARE,
    Math.max(...bars.map(({ name }) => textWidth(plainText(name), LABEL_SIZE))) + 4,
  );
  const left = 16 + nameRoom + 8;
  const sumRoom = Math.max(...sums.map((text) => textWidth(text, LABEL_SIZE))) + 10;
  const right = spec.width - 16;
  const scale = scaleAround(bars, (right - left - sumRoom) / 80);
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
      xAxis: [valueAxis(scale, spec.unit)],
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
        ...{
          type: 'bar',
          stack: 'all',
          silent: true,
          emphasis: { disabled: true },
          barMaxWidth: 26,
          barCategoryGap: '30%',
        },
        itemStyle: { color: lightColor(color) },
        data: bars.map(({ values }) => values[at] ?? 0),
      })),
    },
    overlay: (locate) => [
      ...legend.shapes,
      zeroLine(locate, top, bottom),
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

function scaleAround(bars: readonly CategoryBar[], steps: number): Scale {
  const reaches = bars.map(reachOf);
  return scaleOf(Math.min(0, ...reaches.map(([low]) => low)), Math.max(0, ...reaches.map(([, high]) => high)), steps);
}

const valueAxis = ({ min, max, step, decimals }: Scale, unit: string) => ({
  ...{
    type: 'value',
    position: 'bottom',
    min,
    max,
    interval: step,
    axisTick: { show: false },
    axisLine: { show: false },
  },
  splitLine: { lineStyle: { color: lightColor('grid') } },
  axisLabel: {
    ...axisStyle.axisLabel,
    hideOverlap: true,
    formatter: (value: number) => `${formatNumber(value, decimals)}${unit}`,
  },
});

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
