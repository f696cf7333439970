import { axisStyle, valueAxis } from './axes.js';
import type { Pane } from './chart-panes.js';
import type { Locate, Overlay } from './draw.js';
import { lightColor } from './palette.js';
import { formatNumber, formatPrice, type Scale, scaleOf } from './scale.js';

/** Minimum distance between the labels of a linear axis, and of a logarithmic one with a narrow range (pixels). */
const LABEL_APART = 45;
const NARROW_APART = 32;
/** Minimum distance between labels at powers of ten, and at 1, 2 and 5 times powers of ten (pixels). */
const POWERS_APART = 16;
const FACTORS_APART = 60;
/** Space above and below the covered value, whose mark hides other labels (pixels). */
const MARK_REACH = 15;
/** Ratio of the highest to the lowest value from which labels are at 1, 2 and 5 times powers of ten. */
const WIDE = 5;

/** A value axis of a chart, linear or logarithmic. */
export interface PlotAxis {
  /** Returns the position of a value on the axis of the chart library. */
  of(value: number): number;
  option: object;
  /** Returns the shapes that the library does not draw. */
  marks(locate: Locate): Overlay[];
  /** The texts of the labels, from which the width of the axis follows. */
  labels: string[];
}

interface AxisSpec {
  low: number;
  high: number;
  pane: Pane;
  /** A value with a mark on the axis, which no label may overlap. */
  covered?: number;
  /** Side of the labels. Default: right. */
  side?: 'left' | 'right';
  /** Index of the axis in the options of the library. Default: 0. */
  index?: number;
  /** Formats labels. Default: `formatPrice`. Not for linear axes, whose labels have the decimals of their step. */
  format?: (value: number) => string;
}

/** Returns a linear axis. */
export function linearAxis({ low, high, pane, covered = Number.NaN }: AxisSpec): PlotAxis {
  const scale = scaleOf(low, high, (pane.bottom - pane.top) / LABEL_APART);
  const pixel = (scale.max - scale.min) / (pane.bottom - pane.top);
  const isCovered = (value: number) => Math.abs(value - covered) < MARK_REACH * pixel;
  const labels = valuesOf(scale).map(formatPrice);
  return { of: (value) => value, option: valueAxis(scale, '', isCovered), marks: () => [], labels };
}

/** Returns the values of a scale that have labels. */
const valuesOf = ({ min, max, step }: Scale): number[] =>
  Array.from({ length: Math.round((max - min) / step) + 1 }, (_, index) =>
    Number((min + index * step).toPrecision(12)),
  );

/** Returns round values in a range: for a narrow range, the labels of a linear scale. */
function roundValues(low: number, high: number, height: number): number[] {
  if (high / low < WIDE) return valuesOf(scaleOf(low, high, height / NARROW_APART));
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const powerHeight = height / Math.log10(high / low);
  const factors = powerHeight >= FACTORS_APART ? [1, 2, 5] : [1];
  const every = Math.max(1, Math.ceil(POWERS_APART / powerHeight));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .filter((power) => power % every === 0)
    .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)));
}

/** Returns an axis on which equal ratios have equal heights. All values must be positive. */
export function logarithmicAxis({ low, high, pane, covered, side = 'right', index = 0, format }: AxisSpec): PlotAxis {
  const space = Math.max((Math.log10(high) - Math.log10(low)) * 0.03, 1e-6);
  const [min, max] = [Math.log10(low) - space, Math.log10(high) + space];
  const height = pane.bottom - pane.top;
  const pixel = (max - min) / height;
  const inside = roundValues(low, high, height).filter(
    (value) => value > 0 && Math.log10(value) >= min && Math.log10(value) <= max,
  );
  const isWhole = inside.every(Number.isInteger);
  const textOf = format ?? ((value: number) => (isWhole ? formatNumber(value, 0) : formatPrice(value)));
  const [x, align] = side === 'right' ? [pane.right + 8, 'left'] : [pane.left - 8, 'right'];
  const marks = (locate: Locate) =>
    inside.flatMap((value): Overlay[] => {
      const y = Math.round(locate(0, Math.log10(value), index)[1]);
      const isCovered = covered !== undefined && Math.abs(Math.log10(value) - Math.log10(covered)) < MARK_REACH * pixel;
      const style = { stroke: lightColor('grid'), lineWidth: 1 };
      const line: Overlay = { type: 'line', z: -1, shape: { x1: pane.left, y1: y, x2: pane.right, y2: y }, style };
      const lines = index === 0 ? [line] : [];
      if (isCovered) return lines;
      const text = { text: textOf(value), x, y: y - 5.5, align, fill: lightColor('muted'), fontSize: 11 };
      return [...lines, { type: 'text', z: 1, style: text }];
    });
  const hidden = { axisLabel: { show: false }, splitLine: { show: false }, axisLine: { show: false } };
  const option = {
    ...axisStyle,
    ...hidden,
    type: 'value',
    gridIndex: 0,
    position: side,
    min,
    max,
    interval: max - min,
  };
  return { of: Math.log10, option, marks, labels: inside.map(textOf) };
}
