import { axisStyle, valueAxis } from './axes.js';
import type { Pane } from './chart-panes.js';
import { type Overlay, textWidth } from './draw.js';
import { type ColorRole, lightColor } from './palette.js';
import { formatCompact, formatNumber, type Scale, scaleOf } from './scale.js';

/** A line over the times of a chart. */
export interface ChartLine {
  /** One value per time; NaN without a value. */
  values: Float64Array;
  color: ColorRole;
  style: 'line' | 'dashed' | 'bars';
}

/** Lines with a name, over the values of a chart or in a panel below them. */
export interface ChartLines {
  /** Name with parameters, such as `SMA 20`. */
  name: string;
  lines: readonly ChartLine[];
  /** Fixed lowest and highest value of the axis, such as 0 and 100. */
  bounds?: readonly [number, number];
  /** Values with a dashed line across the panel. */
  guides?: readonly number[];
  /** True: lines of a panel continue over times without a value. */
  isConnected?: boolean;
}

/** Options common to all series: no mouse events, no highlighting, and all points are drawn in one pass. */
export const still = { silent: true, emphasis: { disabled: true }, progressive: 0 };

/** Returns the grid of a pane, without space for labels. */
export const gridOf = ({ left, right, top, bottom }: Pane) => ({
  left,
  top,
  width: right - left,
  height: bottom - top,
  containLabel: false,
  outerBoundsMode: 'none' as const,
});

/** The indexes of the axes of a pane in the options of the library. The index of its grid is `x`. */
export interface PaneAxes {
  x: number;
  y: number;
}

/**
 * Returns the series of a line.
 * @param ends for each place on the time axis, the index of its value; -1 for a place without a value
 * @param of converts a value to its position on the axis
 */
export function seriesOf(
  { values, color, style }: ChartLine,
  { x, y }: PaneAxes,
  ends: readonly number[],
  of = (value: number) => value,
  connectNulls = false,
) {
  const data = ends.map((end) => {
    const value = end < 0 ? Number.NaN : of(values[end] ?? Number.NaN);
    return Number.isFinite(value) ? value : '-';
  });
  const place = { ...still, xAxisIndex: x, yAxisIndex: y, z: 3, data };
  if (style === 'bars') return { ...place, type: 'bar', barMaxWidth: 14, itemStyle: { color: lightColor(color) } };
  const lineStyle = { color: lightColor(color), width: 1.5, ...(style === 'dashed' ? { type: [5, 3] } : {}) };
  return { ...place, type: 'line', symbol: 'none', connectNulls, lineStyle };
}

/** Returns the note on panels for which an image is not high enough; empty without such panels. */
export const omissionNote = (omitted: readonly ChartLines[]): string =>
  omitted.length > 1
    ? `no room for ${omitted.length} panels`
    : omitted.map(({ name }) => `no room for ${name}`).join('');

/** Returns the series of a panel: its lines and guides. */
export const panelSeries = (
  { lines, guides = [], isConnected }: ChartLines,
  axes: PaneAxes,
  ends: readonly number[],
) => [
  ...lines.map((line) => seriesOf(line, axes, ends, undefined, isConnected)),
  ...guides.map((value) => guide(value, axes, ends)),
];

/** Returns a horizontal line across a panel. */
const guide = (value: number, { x, y }: PaneAxes, ends: readonly number[]) => ({
  ...still,
  type: 'line',
  xAxisIndex: x,
  yAxisIndex: y,
  z: 1,
  symbol: 'none',
  lineStyle: { color: lightColor('axis'), width: 1, type: [2, 3] },
  data: ends.map(() => value),
});

/** Returns the scale of a panel, which contains its lines and guides; with fixed bounds, exactly these. */
function panelScale({ lines, bounds, guides = [] }: ChartLines): Scale {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const include = (value: number) => {
    if (!Number.isFinite(value)) return;
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const { values } of lines) values.forEach(include);
  if (low > high) [low, high] = [0, 1];
  for (const value of bounds ?? guides) include(value);
  if (bounds !== undefined) [low, high] = bounds;
  const scale = scaleOf(low, high, 4);
  return bounds === undefined ? scale : { ...scale, min: low, max: high, step: (high - low) / 10 };
}

/**
 * Returns the axis of a panel. Only its lowest and highest value have labels; with fixed bounds, only the guides have
 * labels.
 */
export function panelAxis(panel: ChartLines, gridIndex: number) {
  const { bounds, guides = [] } = panel;
  const scale = panelScale(panel);
  const { min, max } = scale;
  const isFixed = bounds !== undefined;
  return {
    ...valueAxis(scale),
    gridIndex,
    splitLine: { show: false },
    axisLabel: {
      ...axisStyle.axisLabel,
      verticalAlignMaxLabel: 'top',
      verticalAlignMinLabel: 'bottom',
      formatter: (value: number) => {
        if (isFixed) return guides.includes(Math.round(value)) ? String(Math.round(value)) : '';
        return value === min || value === max ? formatCompact(value) : '';
      },
    },
  };
}

/**
 * Returns the name of a panel and its last values above it, as text shapes. The values have at least one decimal more
 * than the axis, so that small ones, such as the range of a currency pair, are not zero.
 */
export function panelHeading(panel: ChartLines, { left, top }: Pane): Overlay[] {
  const { name, lines } = panel;
  const decimals = Math.max(2, panelScale(panel).decimals + 1);
  const parts = [
    { text: name, color: lightColor('muted') },
    ...lines
      .filter(({ style }) => style !== 'bars')
      .flatMap(({ values, color }) => {
        const value = values.at(-1);
        return value === undefined || Number.isNaN(value)
          ? []
          : [
              {
                text: Math.abs(value) >= 1_000 ? formatCompact(value) : formatNumber(value, decimals),
                color: lightColor(color),
              },
            ];
      }),
  ];
  let x = left;
  return parts.map(({ text, color }) => {
    const style = { text, x, y: top - 14, fill: color, fontSize: 11 };
    x += textWidth(text, 11) + 6;
    return { type: 'text', z: 6, style };
  });
}
